import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test.each(['40P01', '40001'])(
  'a command that keeps failing with %s is rejected with `try_again`, not as a fault',
  async (state) => {
    const { buyId } = await market.buy()
    await market.db.owner.query(
      `create or replace function public.collide() returns trigger language plpgsql as $$ begin
       raise exception 'in the way' using errcode = '${state}'; end $$;
     create or replace trigger collide before insert on public.orders for each row execute function public.collide()`,
    )
    const as = await market.person()
    const { status, body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
    expect([status, body.code]).toEqual([409, 'try_again'])
    expect(market.faults).toEqual([])
  },
)
