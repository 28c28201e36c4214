import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  market = await openTestMarket()
  buys = paidBuys(market)
})
afterEach(async () => {
  expect(await auditLedger(market.db.owner)).toEqual([])
})
afterAll(() => market.close())

const rowsOf = async (who: string | null, view: string, buyId: string) =>
  (await asPerson(market.db, who, `select * from public.${view} where group_buy_id = $1`, [buyId])).rows
/** Bypasses the guards, to move dates into the past. */
async function rewrite(sql: string, values: unknown[]): Promise<void> {
  await withoutTriggers(market.db.owner, (client) => client.query(sql, values))
}
const sheet = async (buyId: string) => (await rowsOf(null, 'buy_sheets', buyId))[0]

test('the sheet of a settled buy adds up to the kobo, also after a partial refund', async () => {
  const { buyId, ownerId, orders } = await buys.settled(3, {
    buy: { min_participants: 3, price_tiers: '[{"participants":3,"price":76000}]' },
  })
  const before = { collected_kobo: 23_370_000n, held_kobo: 23_370_000n, returned_kobo: 0n, vendor_kobo: 0n }
  expect(await sheet(buyId)).toMatchObject({ ...before, has_sums: true, paid_orders: 3, unexplained_kobo: 0n })
  const chief = await market.person({ role: 'chief' })
  const part = { order_id: orders[0]?.orderId, goods_kobo: 760_000, payer: 'vendor', reason: 'It came short' }
  await market.call('refund-part', part, { as: chief })
  const after = await sheet(buyId)
  expect(after).toMatchObject({ held_kobo: 23_370_000n - 779_000n, returned_kobo: 779_000n, unexplained_kobo: 0n })
  // Only one person got it, so it is merged with the price difference.
  expect(after?.price_drop_kobo).toBeNull()
  const [own] = await rowsOf(ownerId, 'own_buy_sums', buyId)
  expect(own).toMatchObject({ price_drop_kobo: 0n, returned_kobo: 779_000n })
  expect(Object.keys(after ?? {}).filter((name) => /user|person|name|email|order_id/.test(name))).toEqual([
    'product_name',
  ])
})

test('a price difference is shown as returned', async () => {
  const tiers = '[{"participants":2,"price":76000},{"participants":3,"price":72000}]'
  const { buyId } = await buys.settled(3, { buy: { min_participants: 2, price_tiers: tiers } })
  expect(await sheet(buyId)).toMatchObject({
    price_drop_kobo: 3n * 410_000n,
    returned_kobo: 3n * 410_000n,
    final_price: '72000.00',
  })
})

test('with fewer than three payers only the shop and its managers see sums', async () => {
  const { buyId, ownerId } = await buys.settled(2, { buy: { min_participants: 2, price_tiers: '[]' } })
  const shown = await sheet(buyId)
  expect(shown).toMatchObject({
    has_sums: false,
    paid_orders: 2,
    collected_kobo: null,
    held_kobo: null,
    unexplained_kobo: null,
  })
  const sums = Object.entries(shown ?? {}).filter(([name, value]) => name.endsWith('_kobo') && value !== null)
  expect(sums).toEqual([])
  expect(await rowsOf(ownerId, 'own_buy_sums', buyId)).toMatchObject([{ collected_kobo: 16_400_000n }])
  expect(await rowsOf(await market.person(), 'own_buy_sums', buyId)).toEqual([])
  expect(await rowsOf(await market.person({ role: 'vendor' }), 'own_buy_sums', buyId)).toEqual([])
  expect(await rowsOf(await market.person({ role: 'chief' }), 'own_buy_sums', buyId)).toHaveLength(1)
})

test('a failed buy counts its refunds as they arrive', async () => {
  const { buyId } = await market.buy()
  await buys.paid(buyId, 2)
  expect(await sheet(buyId)).toBeUndefined()
  await buys.letTimePass(buyId, 13)
  await buys.clock()
  await buys.clock()
  expect(await sheet(buyId)).toMatchObject({ status: 'failed', refunds_due: 2, refunds_done: 0 })
  await buys.letRefundsArrive()
  expect(await sheet(buyId)).toMatchObject({ refunds_due: 2, refunds_done: 2 })
})

test('an order earns its goods less the fee, for its own shop to see', async () => {
  const { buyId, ownerId } = await buys.settled(2, { buy: { min_participants: 2, price_tiers: '[]' } })
  const [one] = await rowsOf(ownerId, 'order_earnings', buyId)
  expect(one).toMatchObject({ goods_kobo: 8_000_000n, vendor_fee_bps: 500, held_kobo: 8_200_000n, earned_kobo: 0n })
  expect(await rowsOf(await market.person(), 'order_earnings', buyId)).toEqual([])
})

test('a fully paid buy closes before its end, and settles once free leaving is over', async () => {
  const { buyId } = await market.buy({
    target_quantity: 4,
    min_participants: 2,
    price_tiers: '[]',
    max_quantity: 2,
  })
  const both = [await buys.join(buyId, { quantity: 2 }), await buys.join(buyId, { quantity: 2 })]
  const column = async (name: string) =>
    (await market.row<{ value: unknown }>(`select ${name} as value from public.group_buys where id = $1`, [buyId]))
      .value
  const status = () => column('status')
  const settledAt = () => column('settled_at')
  const endsLater = () => column('end_date > now()')
  if (both[0]) await buys.pay(both[0])
  await buys.clock()
  expect(await status()).toBe('active')
  if (both[1]) await buys.pay(both[1])
  await buys.clock()
  // Its price must not be final while a participant may still leave free.
  expect(await status()).toBe('closed')
  expect(await settledAt()).toBeNull()
  await rewrite(
    `update public.group_buys set end_date = now() + interval '71 hours', payment_due_at = now() + interval '5 days' where id = $1`,
    [buyId],
  )
  await buys.clock()
  expect(await status()).toBe('closed')
  await rewrite(`update public.orders set paid_at = now() - interval '61 minutes' where group_buy_id = $1`, [buyId])
  await buys.clock()
  expect(await status()).toBe('confirmed')
  expect(await endsLater()).toBe(true)
})

test('a buy settles when its window closes, before the due time, if all participants have paid', async () => {
  const { buyId } = await market.buy({ min_participants: 2, price_tiers: '[]' })
  await buys.paid(buyId, 2)
  await buys.letTimePass(buyId, 1)
  await rewrite(`update public.group_buys set payment_due_at = now() + interval '5 days' where id = $1`, [buyId])
  await buys.clock()
  expect(await market.row('select status from public.group_buys where id = $1', [buyId])).toEqual({
    status: 'confirmed',
  })
})

test('the destination of a price difference may change until the price is final, and settlement uses it', async () => {
  const tiers = '[{"participants":2,"price":76000},{"participants":3,"price":72000}]'
  const { buyId } = await market.buy({ min_participants: 2, price_tiers: tiers })
  const [one, two, three] = await buys.paid(buyId, 3)
  const choose = (order: typeof one, return_to: string | null) =>
    market.call('choose-return', { order_id: order?.orderId, return_to }, { as: order?.buyer ?? '' })
  expect((await choose(one, 'source')).status).toBe(200)
  expect((await choose(two, 'source')).status).toBe(200)
  expect((await choose(two, null)).status).toBe(200)
  expect(
    (await market.call('choose-return', { order_id: three?.orderId, return_to: 'source' }, { as: one?.buyer ?? '' }))
      .status,
  ).toBe(404)
  await buys.letTimePass(buyId, 1)
  await buys.clock()
  const { rows } = await market.db.owner.query(
    'select order_id from public.refunds where order_id = any ($1::uuid[])',
    [[one, two, three].map((order) => order?.orderId)],
  )
  expect(rows).toEqual([{ order_id: one?.orderId }])
  expect((await choose(one, 'peps')).body.code).toBe('move_not_allowed')
})
