import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('a shop sees the phone number of a buyer while the order is paid and not handed over, and each look is recorded', async () => {
  const { orders, ownerId } = await paidBuys(market).settled(5)
  const [one] = orders
  if (!one) throw new Error('Five people bought')
  const look = (as: string) => market.call('show-buyer-phone', { order_id: one.orderId }, { as })
  expect(await look(ownerId)).toEqual({ status: 200, body: { phone: null } })
  await market.db.owner.query(`update auth.users set phone = '2348031234567' where id = $1`, [one.buyer])
  expect(await look(ownerId)).toEqual({ status: 200, body: { phone: '+2348031234567' } })

  const other = await paidBuys(market).settled(2, { buy: { min_participants: 1 } })
  for (const as of [other.ownerId, one.buyer, await market.person({ role: 'chief' })])
    expect((await look(as)).status).toBe(404)
  const looks = () =>
    market.row<{ n: number }>(
      `select count(*)::integer as n from public.audit_log where action = 'buyer.phone' and subject_id = $1 and actor_id = $2`,
      [one.orderId, ownerId],
    )
  expect((await looks()).n).toBe(2)

  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set status = 'collected' where id = $1`, [one.orderId]),
  )
  expect((await look(ownerId)).body.code).toBe('phone_of_ended_order')
  expect((await looks()).n).toBe(2)
})
