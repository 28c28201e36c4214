import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Target } from '../open-target.ts'

// The contact form mailed an anonymous sender's subject and link to any address in our name; anonymous clients read
// every limit; requesting a code revealed who is registered; twelve new accounts held a buy without paying.

let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target?.close())

const post = (path: string, body: unknown, token?: string) =>
  target.request(path, { method: 'POST', body: JSON.stringify(body), ...(token && { token }) })

it('the text of the contact form is mailed only to us', async () => {
  const email = 'victim@market.test'
  const bait = { name: 'Prize Desk', email, subject: 'You won https://evil.example', message: 'Claim at evil.example' }
  expect((await post('/functions/v1/send-contact-message', bait)).status).toBe(200)
  const { rows } = await target.owner.query('select subject, text, html from mail.messages where recipient = $1', [
    email,
  ])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/evil|Prize|won|Claim/)
})

it('visitors read rates and no limits', async () => {
  const read = async (key: string) => (await target.request(`/rest/v1/rpc/setting?setting_key=${key}`)).json()
  expect(await read('buyer_fee_bps')).toEqual(expect.any(Number))
  for (const key of ['unpaid_new_orders', 'unpaid_lapses', 'lot_claims_least']) expect(await read(key)).toBeNull()
  expect((await post('/rest/v1/rpc/unpaid_limits', {})).status).toBeGreaterThanOrEqual(400)
})

it('requesting a code does not reveal who is registered', async () => {
  const { email } = await target.signIn()
  const ask = async (address: string) => {
    const answer = await post('/auth/v1/otp', { email: address, create_user: false })
    return [answer.status, await answer.json()]
  }
  expect(await ask(email)).toEqual(await ask('nobody-here@market.test'))
})

it('twelve new accounts reserve half of a buy at most', async () => {
  const { id } = await openBuy(target, { target_quantity: 50, max_quantity: 4, min_participants: 2 })
  const statuses: number[] = []
  for (let number = 0; number < 12; number++) {
    const { token } = await target.signIn()
    statuses.push((await post('/functions/v1/join-group-buy', { group_buy_id: id, quantity: 4 }, token)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
})
