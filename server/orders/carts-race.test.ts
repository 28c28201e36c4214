import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { isRefusal } from '#domain/refusal.ts'
import { expireHolds } from '../clock/expire-holds.ts'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { testCodes } from '../testing/play-commands.ts'
import { orderCart } from './order-cart.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => {
  expect(await auditMarket(market.db.owner)).toEqual([])
  expect(market.faults).toEqual([])
})
afterAll(() => market.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => market.person()))

async function shelf(stock: number) {
  const { vendorId } = await market.shop()
  return { id: await market.product(vendorId, { available_quantity: stock, base_price: 1000 }), vendorId }
}

/** Goods of shops of their own, one unit of each. */
const cart = (ids: readonly string[]) => ({
  lines: ids.map((id) => ({ product_id: id, quantity: 1, unit_price_kobo: 100_000 })),
  expected_kobo: 102_500 * ids.length,
})
const order = (as: string, ids: readonly string[]) => market.call('order-cart', cart(ids), { as })

const atOnce = (as: string, ids: readonly string[]) =>
  market.db.database.as({ role: 'service_role', claims: { role: 'service_role', act: as } }, async (tx) =>
    orderCart.run({
      input: cart(ids),
      caller: { userId: as, role: 'authenticated', address: '', claims: {} },
      tx,
      shop: {
        siteUrl: '',
        supportMailbox: '',
        gateway: 'local',
        codes: testCodes,
        askBank: async () => ({ kind: 'silent' }),
      },
    }),
  )

const stockOf = async (id: string) =>
  (await market.row<{ n: number }>('select available_quantity as n from public.products where id = $1', [id])).n
const sold = async (id: string) =>
  (
    await market.row<{ n: number }>(
      `select coalesce(sum(l.quantity), 0)::integer as n from public.order_lines l join public.orders o on o.id = l.order_id where product_id = $1 and is_live`,
      [id],
    )
  ).n

test('200 buyers, many of them twice, take 50 bags: 50 are sold', async () => {
  const rice = await shelf(50)
  const buyers = await people(200)
  const answers = await Promise.all(
    buyers.flatMap((as, index) => [order(as, [rice.id]), ...(index % 4 === 0 ? [order(as, [rice.id])] : [])]),
  )
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'out_of_stock')).toBe(true)
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.checkout_id] : []))).size).toBe(50)
  expect([await stockOf(rice.id), await sold(rice.id)]).toEqual([0, 50])
})

test('carts over the same shelves in every order, beside cancels and expiry, neither oversell nor wait in a circle', async () => {
  const shelves = await Promise.all([12, 12, 12, 12].map((stock) => shelf(stock)))
  const ids = shelves.map(({ id }) => id)
  const buyers = await people(60)
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
  for (const id of ids) expect((await stockOf(id)) + (await sold(id))).toBe(12)
})

test('the last bag is one person’s, forty times', async () => {
  const buyers = await people(2)
  await market.db.owner.query(
    `insert into public.verified_accounts (profile_id) select unnest($1::uuid[]) on conflict do nothing`,
    [buyers],
  )
  for (let duel = 0; duel < 40; duel++) {
    const rice = await shelf(1)
    const answers = await Promise.all(buyers.map((as) => order(as, [rice.id])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stockOf(rice.id)).toBe(0)
    await market.db.owner.query(`update public.checkouts set hold_expires_at = clock_timestamp() where status = 'open'`)
    await expireHolds(market.db.database, 'https://market.test')
  }
})
