import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftUncollected } from '../testing/holding.ts'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { paidBuys } from '../testing/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('who decides about goods that nobody collected sees how to reach their buyer, and each look is recorded', async () => {
  const { orders, ownerId } = await paidBuys(market).settled(5, { quantity: 4 })
  await market.db.owner.query(`update public.products set category = 'grains'`)
  const [one] = orders
  if (!one) throw new Error('Five people bought')
  await leftUncollected(market, one.orderId)
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
    `select count(*)::integer as n from public.audit_log where action = 'buyer.look' and subject_id = $1 and actor_id = $2`,
    [one.orderId, coordinator],
  )
  expect(n).toBe(2)
  expect(market.faults).toEqual([])
})
