import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { createShelves } from '#server/testing/goods/shelves.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { testCodes } from '#server/testing/test-commands.ts'
import { expireHolds } from './expire-holds.ts'
import { orderCart } from './order-cart.ts'

let market: TestMarket
let shelves: ReturnType<typeof createShelves>
beforeAll(async () => {
  market = await openTestMarket()
  shelves = createShelves(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const atOnce = (as: string, ids: readonly string[]) =>
  market.db.database.as({ role: 'service_role', claims: { role: 'service_role', act: as } }, async (tx) =>
    orderCart.run({
      input: shelves.cart(ids),
      caller: { userId: as, role: 'authenticated', address: '', claims: {} },
      tx,
      context: {
        siteUrl: '',
        supportMailbox: '',
        gateway: 'local',
        codes: testCodes,
        textChannels: [],
        signsInByPhone: false,
        resolveAccount: async () => ({ kind: 'no_answer' }),
        cell: null,
      },
    }),
  )

/** Retries while the market is too busy, which a slow machine makes it, as its clients do. */
async function orderUntilAnswered(as: string, productId: string) {
  let response = await shelves.order(as, [productId])
  while (response.body.code === 'busy') {
    await setTimeout(500)
    response = await shelves.order(as, [productId])
  }
  return response
}

test('200 buyers, many of them twice, compete for 50 bags: 50 are sold', async () => {
  const rice = await shelves.shelf(50)
  const buyers = await shelves.people(200)
  const responses = await Promise.all(
    buyers.flatMap((as, index) => [
      orderUntilAnswered(as, rice.id),
      ...(index % 4 === 0 ? [orderUntilAnswered(as, rice.id)] : []),
    ]),
  )
  expect(responses.filter(({ status, body }) => status !== 200 && body.code !== 'out_of_stock')).toEqual([])
  expect(new Set(responses.flatMap(({ status, body }) => (status === 200 ? [body.checkout_id] : []))).size).toBe(50)
  expect([await shelves.stockOf(rice.id), await shelves.sold(rice.id)]).toEqual([0, 50])
})

test('carts of the same products in every order, concurrent with cancels and expiry, neither oversell nor deadlock', async () => {
  const full = await Promise.all([12, 12, 12, 12].map((stock) => shelves.shelf(stock)))
  const ids = full.map(({ id }) => id)
  const buyers = await shelves.people(60)
  let over = false
  const clock = (async () => {
    while (!over) await expireHolds(market.db.database, 'https://market.test')
  })()
  // Bypasses the command layer, whose retry would hide a deadlock.
  const responses = await Promise.all(
    buyers.map(async (as, index) => {
      const mine = ids.map((_, at) => ids[(at * (index % 2 === 0 ? 1 : 3) + index) % 4] ?? '')
      const response = await atOnce(as, index % 3 === 0 ? mine : mine.slice(0, 3))
      if (isRefusal(response)) return response
      if (index % 2 === 0) {
        await market.db.owner.query(
          `update public.checkouts set hold_expires_at = clock_timestamp() where id = $1 and status = 'open'`,
          [response.checkout_id],
        )
      }
      const [first] = response.orders
      await market.call('cancel-order', { order_id: first?.id, return_to: null }, { as })
      return response
    }),
  )
  over = true
  await clock
  await expireHolds(market.db.database, 'https://market.test')
  expect(responses.filter((response) => isRefusal(response) && response.code !== 'out_of_stock')).toEqual([])
  expect(responses.filter((response) => !isRefusal(response)).length).toBeGreaterThanOrEqual(12)
  for (const id of ids) expect((await shelves.stockOf(id)) + (await shelves.sold(id))).toBe(12)
})

test('the last bag is sold once, in forty rounds', async () => {
  const buyers = await shelves.people(2)
  await market.db.owner.query(
    `insert into public.verified_accounts (profile_id) select unnest($1::uuid[]) on conflict do nothing`,
    [buyers],
  )
  for (let duel = 0; duel < 40; duel++) {
    const rice = await shelves.shelf(1)
    const responses = await Promise.all(buyers.map((as) => shelves.order(as, [rice.id])))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await shelves.stockOf(rice.id)).toBe(0)
    await market.db.owner.query(`update public.checkouts set hold_expires_at = clock_timestamp() where status = 'open'`)
    await expireHolds(market.db.database, 'https://market.test')
  }
})
