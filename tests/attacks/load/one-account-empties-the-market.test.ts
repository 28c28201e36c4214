import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

test('one free account that joins forty buys at once by both calls reserves five orders at most', async () => {
  const buys = await Promise.all(Array.from({ length: 40 }, () => openBuy(target, { target_quantity: 100 })))
  const { id, token } = await target.signIn()
  const answers = await Promise.all(
    buys.flatMap((buy) => [
      target.request('/functions/v1/join-group-buy', {
        method: 'POST',
        token,
        body: JSON.stringify({ group_buy_id: buy.id, quantity: 30 }),
      }),
      target.request('/rest/v1/orders', {
        method: 'POST',
        token,
        body: JSON.stringify({ group_buy_id: buy.id, quantity: 20 }),
      }),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const { rows } = await target.owner.query(
    'select count(*)::integer as orders, sum(quantity)::integer as units, max(quantity) as most from public.orders where user_id = $1',
    [id],
  )
  expect(rows).toEqual([{ orders: 5, units: 100, most: 20 }])
  expect(await auditMarket(target.owner)).toEqual([])
})
