import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { makeUncollected } from '#server/testing/goods/holding.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('staff who decide about uncollected goods can look up the buyer, and each look-up is recorded', async () => {
  const { orders, ownerId } = await paidBuys(market).settled(5, { quantity: 4 })
  await market.db.owner.query(`update public.products set category = 'grains'`)
  const [one] = orders
  if (!one) throw new Error('Five people bought')
  await makeUncollected(market, one.orderId)
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [one.buyer])
  const coordinator = await market.person({ role: 'coordinator' })
  const look = (as: string) => market.call('look-up-buyer', { order_id: one.orderId }, { as })
  expect(await look(coordinator)).toEqual({ status: 200, body: { phone: null, email } })
  await market.db.owner.query(`update auth.users set phone = '2348031234567' where id = $1`, [one.buyer])
  expect(await look(coordinator)).toEqual({ status: 200, body: { phone: '+2348031234567', email } })
  for (const as of [await market.person(), await market.person({ role: 'manager' })])
    expect((await look(as)).status).toBe(404)
  for (const as of [ownerId, one.buyer]) expect((await look(as)).body.code).toBe('own_case')
  const { n } = await market.row<{ n: number }>(
    `select count(*)::integer as n from public.audit_log where action = 'buyer.look-up' and subject_id = $1 and actor_id = $2`,
    [one.orderId, coordinator],
  )
  expect(n).toBe(2)
  expect(market.faults).toEqual([])
})

test('so can staff for an order with a stuck refund or a hand-over without a code, until that is resolved', async () => {
  const { orders } = await paidBuys(market).settled(2, { buy: { min_participants: 1 } })
  const [stuck, overridden] = orders
  if (!stuck || !overridden) throw new Error('Two people bought')
  const coordinator = await market.person({ role: 'coordinator' })
  const look = (orderId: string) => market.call('look-up-buyer', { order_id: orderId }, { as: coordinator })
  for (const { orderId } of [stuck, overridden]) expect((await look(orderId)).status).toBe(404)

  await replica(
    `insert into public.refunds (payment_id, order_id, amount_kobo, reason, status) select payment_id, id, 100, 'left', 'needs_attention' from public.orders where id = $1`,
    [stuck.orderId],
  )
  expect((await look(stuck.orderId)).status).toBe(200)

  await replica(`update public.orders set status = 'ready' where id = $1`, [overridden.orderId])
  await replica(
    `insert into public.hand_overs (id, order_id, kind, due_from, due_until) values ($1, $1, 'pickup', now(), now())`,
    [overridden.orderId],
  )
  await replica(
    `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo, by_shop) values ($1, $2::uuid, 'known', 'I know them', $2::text || '/a', true)`,
    [overridden.orderId, coordinator],
  )
  expect((await look(overridden.orderId)).status).toBe(200)
  await replica('update public.hand_over_overrides set confirmed_at = now() where hand_over_id = $1', [
    overridden.orderId,
  ])
  expect((await look(overridden.orderId)).status).toBe(404)
})

/** Bypasses the triggers: how the order gets there is tested elsewhere. */
async function replica(sql: string, values: unknown[]): Promise<void> {
  await withoutTriggers(market.db.owner, (client) => client.query(sql, values))
}
