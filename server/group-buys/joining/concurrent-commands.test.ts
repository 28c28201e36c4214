import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { countUnits } from '#database/tests/setup/count-units.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { moveGroupBuys } from '../move-group-buys.ts'

const SITE = 'https://market.test'
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Seed of the order of commands; override with FUZZ_SEED. */
const { seed } = fc.readConfigureGlobal()

test(`concurrent joins, leaves, retries, a cancel and scheduled jobs keep orders, counts and stock consistent (seed ${seed})`, async () => {
  const people = await Promise.all(Array.from({ length: 150 }, () => market.person()))
  for (const end of ['cancel', 'clock', 'both'] as const) {
    const delays = fc.sample(fc.integer({ min: 0, max: 400 }), people.length)
    const { buyId, ownerId, productId } = await market.buy({ target_quantity: 90, max_participants: 60 })
    const units = await countUnits(market.db.owner)
    let over = false
    const clock = (async () => {
      while (!over) {
        await moveGroupBuys(market.db.database, SITE)
        await pause(5)
      }
    })()
    const acts = people.map(async (as, index) => {
      await pause(delays[index] ?? 0)
      const key = `${buyId}-${as}`
      const body = { group_buy_id: buyId, quantity: (index % 3) + 1 }
      const [first, again] = await Promise.all([
        market.call('join-group-buy', body, { as, key }),
        market.call('join-group-buy', body, { as, key }),
      ])
      const joined = [first, again].find((answer) => answer.status === 200)
      const other = index % 5 === 0 ? [await market.call('join-group-buy', { ...body, quantity: 9 }, { as, key })] : []
      const left =
        joined && index % 2 === 0
          ? [await market.call('leave-group-buy', { order_id: joined.body.order.id }, { as })]
          : []
      return [first, again, ...other, ...left]
    })
    const ending = (async () => {
      await pause(200)
      if (end !== 'cancel')
        await market.db.owner.query(
          `update public.group_buys set end_date = clock_timestamp() + interval '50 milliseconds' where id = $1`,
          [buyId],
        )
      if (end === 'clock') return []
      const staff = await market.person({ role: 'chief' })
      const call = () =>
        market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The lorry broke down' }, { as: staff })
      return Promise.all([
        call(),
        call(),
        market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The lorry broke down' }, { as: ownerId }),
      ])
    })()
    const responses = [...(await Promise.all(acts)).flat(), ...(await ending)]
    await pause(100)
    over = true
    await clock
    await moveGroupBuys(market.db.database, SITE)
    expect(
      [...new Set(responses.map(({ status }) => status))].filter((status) => ![200, 404, 409, 422].includes(status)),
    ).toEqual([])
    expect(market.faults).toEqual([])
    expect(await auditMarket(market.db.owner)).toEqual([])
    expect(await countUnits(market.db.owner)).toEqual(units)
    const { current_quantity } = await market.row<{ current_quantity: number }>(
      'select current_quantity from public.group_buys where id = $1',
      [buyId],
    )
    expect(await market.stockOf(productId)).toBe(1000 - current_quantity)
  }
}, 120_000)
