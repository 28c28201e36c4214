import { expect, test } from 'vitest'
import { createPaystack } from './paystack.ts'

test('offers the preferred channel first, and bank transfer by default', async () => {
  const sent: string[][] = []
  const gateway = createPaystack({
    secretKey: 'sk_test',
    async fetch(_, { body }) {
      sent.push((JSON.parse(String(body)) as { channels: string[] }).channels)
      const data = { authorization_url: 'https://checkout.test/x', access_code: 'x', reference: 'x' }
      return Response.json({ status: true, message: '', data })
    },
  })
  const attempt = {
    reference: 'x',
    amountKobo: 7_790_000n,
    email: 'ngozi@market.test',
    returnUrl: 'https://market.test/pay/back',
    cancelUrl: 'https://market.test/pay/cancelled',
  }
  await gateway.initiatePayment(attempt)
  await gateway.initiatePayment({ ...attempt, channel: 'ussd' })
  expect(sent).toEqual([
    ['bank_transfer', 'card', 'ussd', 'bank', 'qr'],
    ['ussd', 'bank_transfer', 'card', 'bank', 'qr'],
  ])
})
