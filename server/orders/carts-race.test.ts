import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { expireHolds } from '../clock/expire-holds.ts'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { faultsOf } from '../testing/money-market.ts'
import { testCodes } from '../testing/play-commands.ts'
import { shelvesOf } from '../testing/shelves.ts'
import { orderCart } from './order-cart.ts'

let market: TestMarket
let shelves: ReturnType<typeof shelvesOf>
beforeAll(async () => {
  market = await openTestMarket()
  shelves = shelvesOf(market)
})
afterEach(async () => expect(await faultsOf(market)).toEqual([]))
afterAll(() => market.close())

const atOnce = (as: string, ids: readonly string[]) =>
  market.db.database.as({ role: 'service_role', claims: { role: 'service_role', act: as } }, async (tx) =>
    orderCart.run({
      input: shelves.cart(ids),
      caller: { userId: as, role: 'authenticated', address: '', claims: {} },
      tx,
      shop: {
        siteUrl: '',
        supportMailbox: '',
        gateway: 'local',
        codes: testCodes,
        askBank: async () => ({ kind: 'silent' }),
        cell: null,
      },
    }),
  )

test('200 buyers, many of them twice, take 50 bags: 50 are sold', async () => {
  const rice = await shelves.shelf(50)
  const buyers = await shelves.people(200)
  const answers = await Promise.all(
    buyers.flatMap((as, index) => [
      shelves.order(as, [rice.id]),
      ...(index % 4 === 0 ? [shelves.order(as, [rice.id])] : []),
    ]),
  )
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'out_of_stock')).toBe(true)
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.checkout_id] : []))).size).toBe(50)
  expect([await shelves.stockOf(rice.id), await shelves.sold(rice.id)]).toEqual([0, 50])
})

test('carts over the same shelves in every order, beside cancels and expiry, neither oversell nor wait in a circle', async () => {
  const full = await Promise.all([12, 12, 12, 12].map((stock) => shelves.shelf(stock)))
  const ids = full.map(({ id }) => id)
  const buyers = await shelves.people(60)
  let over = false
  const clock = (async () => {
    while (!over) await expireHolds(market.db.database, 'https://market.test')
  })()
  // Without the door, which tries again after a deadlock: here one would be seen.
  const answers = await Promise.all(
    buyers.map(async (as, index) => {
      const mine = ids.map((_, at) => ids[(at * (index % 2 === 0 ? 1 : 3) + index) % 4] ?? '')
      const answer = await atOnce(as, index % 3 === 0 ? mine : mine.slice(0, 3))
      if (isRefusal(answer)) return answer
      if (index % 2 === 0) {
        await market.db.owner.query(
          `update public.checkouts set hold_expires_at = clock_timestamp() where id = $1 and status = 'open'`,
          [answer.checkout_id],
        )
      }
      const [first] = answer.orders
      await market.call('cancel-order', { order_id: first?.id, return_to: null }, { as })
      return answer
    }),
  )
  over = true
  await clock
  await expireHolds(market.db.database, 'https://market.test')
  expect(answers.filter((answer) => isRefusal(answer) && answer.code !== 'out_of_stock')).toEqual([])
  expect(answers.filter((answer) => !isRefusal(answer)).length).toBeGreaterThanOrEqual(12)
  for (const id of ids) expect((await shelves.stockOf(id)) + (await shelves.sold(id))).toBe(12)
})

test('the last bag is one person’s, forty times', async () => {
  const buyers = await shelves.people(2)
  await market.db.owner.query(
    `insert into public.verified_accounts (profile_id) select unnest($1::uuid[]) on conflict do nothing`,
    [buyers],
  )
  for (let duel = 0; duel < 40; duel++) {
    const rice = await shelves.shelf(1)
    const answers = await Promise.all(buyers.map((as) => shelves.order(as, [rice.id])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await shelves.stockOf(rice.id)).toBe(0)
    await market.db.owner.query(`update public.checkouts set hold_expires_at = clock_timestamp() where status = 'open'`)
    await expireHolds(market.db.database, 'https://market.test')
  }
})
