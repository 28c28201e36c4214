import { expect, it } from 'vitest'
import { renderNotice } from '#domain/all-messages.ts'

const order = { orderId: 'o1', product: 'Ofada rice', orderNo: 12 }
const buy = {
  buyId: 'b1',
  product: 'Ofada rice',
  unit: 'bag',
  people: 15,
  paidPeople: 12,
  paidQuantity: 20,
  leastPeople: 13,
  unitPriceKobo: 7_200_000n,
  shareDate: '2026-03-18',
  reason: 'The shop is closed',
  endDate: new Date('2026-03-14T16:00Z'),
  paymentDueAt: new Date('2026-03-16T22:59:59Z'),
  decideBy: new Date('2026-03-17T10:59:59Z'),
}

it('summarises the mail in a sentence, and links to the page with the details', () => {
  expect(renderNotice('buy-failed', { ...order, refundKobo: 7_790_000n })).toMatchObject({
    title: 'Too few paid: Ofada rice',
    body: 'It will not go ahead. Everything you paid comes back to you: ₦77,900.',
    link: '/account/orders/o1',
  })
  const settled = { ...order, unitPriceKobo: 7_200_000n, returnedKobo: 410_000n, backTo: 'peps' as const, unpaid: null }
  expect(renderNotice('buy-settled', { ...settled, isHonoured: false }).body).toBe(
    'You pay ₦72,000 each. ₦4,100 comes back to you.',
  )
  const higher = { ...settled, isHonoured: false, unpaid: { people: 5, of: 14 } }
  expect(renderNotice('buy-settled', higher).body).toContain(
    '5 of 14 people did not pay, so the price is higher than it was shown.',
  )
  expect(renderNotice('buy-settled', { ...settled, isHonoured: true }).body).toMatch(
    /^Too few people paid, but the vendor is going/,
  )
})

it('tells a vendor which decision is due and what to pack', () => {
  expect(renderNotice('shop-buy-short', buy)).toMatchObject({
    title: 'Your decision by Tue 17 Mar, 11:59 am: Ofada rice',
    body: '12 of 15 people have paid; you asked for at least 13. Go ahead with it, or it fails.',
    link: '/vendor/products/buys?show=settling',
  })
  expect(renderNotice('shop-buy-confirmed', buy).body).toBe('20 bags for 12 people by Wed 18 Mar.')
})

it('combines reminders of several orders, and links to the list of orders if there are many', () => {
  const orders = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      orderId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      orderNo: index,
      product: `Rice ${index}`,
      dueKobo: 100_000n,
    }))
  const few = orders(2)
  expect(renderNotice('payment-reminder', { dueAt: buy.paymentDueAt, hours: 24, orders: few })).toMatchObject({
    title: '1 day left to pay: Rice 0 and 1 more',
    body: '₦2,000 by Mon 16 Mar, 11:59 pm.',
    link: `/account/pay?order=${few[0]?.orderId}&order=${few[1]?.orderId}`,
  })
  const many = renderNotice('payment-reminder', { dueAt: buy.paymentDueAt, hours: 3, orders: orders(30) })
  expect([many.title, many.link]).toEqual(['3 hours left to pay: Rice 0 and 29 more', '/account/orders'])
})

it('truncates user input', () => {
  const { body } = renderNotice('vendor-decision', { decision: 'reject', shop: 'Mama Ope', note: 'x'.repeat(3000) })
  expect(body).toHaveLength(1000)
})
