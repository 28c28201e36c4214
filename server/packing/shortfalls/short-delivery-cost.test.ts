import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#database/seed/chance.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { completeHandOver, makeReady } from '#server/testing/goods/hand-over.ts'
import { packingMarket, shortfall, weighIn } from '#server/testing/goods/packing-market.ts'
import { carryOutAllShortfalls, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterAll(() => market.close())

const SEED = 41

/** Reads what the orders of a buy have got back, the units they lost, and what the shop has to come. */
async function readBooks(buyId: string, ownerId: string) {
  const orders = await market.row<{ back: bigint; goods: bigint }>(
    `select sum(returned_kobo) as back, sum(returned_goods_kobo) as goods from public.orders where group_buy_id = $1`,
    [buyId],
  )
  const { fee } = await market.row<{ fee: bigint }>(
    `select coalesce(sum(p.fee_kobo), 0) as fee from public.partial_refunds p join public.orders o on o.id = p.order_id where o.group_buy_id = $1`,
    [buyId],
  )
  const { rows } = await asPerson(market.db, ownerId, 'select held_kobo from public.shop_balances')
  return [orders.back, orders.goods, fee, rows[0]?.held_kobo].map(Number) as [number, number, number, number]
}

test(`what is shown before it is entered is what is booked, to the kobo (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const draw = (below: number) => Math.floor(random() * below)
  const made = await packing.confirmed(5, 4)
  const { buyId, ownerId } = made
  await makeReady(market, made.orders[0]?.orderId ?? '')
  const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [
    made.orders[0]?.orderId,
  ])
  await completeHandOver(market, made.orders[0]?.orderId ?? '', [{ line_id: line.id, quantity: 1 }])
  for (let entry = 0; entry < 5; entry += 1) {
    const photo = await uploadGoodsPhoto(market, ownerId)
    const body = shortfall(buyId, { missing: String(1 + draw(4)), kind: 'damaged', entered_before: entry, photo })
    const before = await readBooks(buyId, ownerId)
    const shown = await packing.call('preview-shortfall', body, ownerId)
    expect(shown.status, JSON.stringify(shown.body)).toBe(200)
    expect(await readBooks(buyId, ownerId)).toEqual(before)
    const entered = await packing.call('enter-shortfall', body, ownerId)
    expect([entered.status, entered.body.orders, entered.body.waits]).toEqual([
      200,
      shown.body.orders,
      shown.body.waits,
    ])
    const { rows } = await market.db.owner.query<{ units: number; orders: number }>(
      `select units, count(*)::integer as orders from (select sum(s.missing_thousandths / 1000)::integer as units from public.shortfall_shares s
         join public.order_lines l on l.id = s.line_id where s.shortfall_id = $1 group by l.order_id) u group by units order by units`,
      [entered.body.shortfall_id],
    )
    expect(shown.body.shares).toEqual(rows)
    await carryOutAllShortfalls(market)
    const after = await readBooks(buyId, ownerId)
    expect([
      shown.body.returned_kobo,
      shown.body.goods_kobo,
      shown.body.fee_kobo,
      -(shown.body.shop_loses_kobo ?? Number.NaN),
    ]).toEqual(after.map((sum, index) => sum - (before[index] ?? 0)))
  }
  expect(await auditFaults(market)).toEqual([])
  await packing.closePlaces()
})

test('who bears it is shown as it is booked; a hub’s staff do not see what the shop earns', async () => {
  const made = await packing.confirmed()
  await packing.call('weigh-in', weighIn(made, { units: 5 }), made.keeper)
  const photo = await uploadGoodsPhoto(market, made.keeper)
  const body = shortfall(made.buyId, { pickup_point_id: made.placeId, missing: '2', photo })
  const { body: shown } = await packing.call('preview-shortfall', body, made.keeper)
  expect(shown).toMatchObject({ people: 2, by_vendor: 1, by_hub: 1, shop_loses_kobo: null, goods_kobo: 16_000_000 })
  expect(shown.shares).toEqual([{ units: 1, orders: 2 }])
  await packing.closePlaces()
})

test('the preview refuses what the entry refuses, and strangers', async () => {
  const { buyId, ownerId, orders } = await packing.confirmed()
  const ask = (input: Record<string, unknown>, as = ownerId) =>
    packing.call('preview-shortfall', shortfall(buyId, input), as).then(({ status, body }) => body.code ?? status)
  expect(await ask({})).toBe('shortfall_needs_photo')
  expect(await ask({ missing: '7' })).toBe('more_than_is_coming')
  expect(await ask({ missing: '0.5' })).toBe('shares_are_whole')
  expect(await ask({ entered_before: 3 })).toBe('shortfall_entered')
  expect(await ask({ missing: '-1' })).toBe('invalid_input')
  expect(await ask({ photo: 'somebody/else' })).toBe('picture_not_found')
  expect(await ask({}, await market.person())).toBe('not_found')
  expect(await ask({}, orders[0]?.buyer)).toBe('own_case')
  expect(await ask({}, (await market.shop()).ownerId)).toBe('not_found')
  await packing.closePlaces()
})
