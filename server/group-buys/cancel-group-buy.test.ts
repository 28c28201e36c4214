import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('stores a multi-line reason unchanged', async () => {
  const { buyId, ownerId } = await market.buy()
  const reason = 'The lorry broke down.\r\nThe new date is not known.'
  const response = await market.call('cancel-group-buy', { group_buy_id: buyId, reason }, { as: ownerId })
  expect(response.status).toBe(200)
  const { end_reason: stored } = await market.row('select end_reason from public.group_buys where id = $1', [buyId])
  expect(stored).toBe('The lorry broke down.\nThe new date is not known.')
})
