import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeReady, openHandOverId } from '#server/testing/goods/hand-over.ts'
import { packingMarket, shortfall } from '#server/testing/goods/packing-market.ts'
import { carryOutAllShortfalls, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidFromCart } from '#server/testing/money/paid-from-cart.ts'

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterEach(async () => {
  expect(await auditFaults(market)).toEqual([])
  await packing.closePlaces()
})
afterAll(() => market.close())

const BY_WEIGHT = { least_kg_per_unit: 3, most_kg_per_unit: 5 }

async function weigh(lineId: string, kg: string, as: string, input: Record<string, unknown> = {}, key?: string) {
  const photo = await uploadGoodsPhoto(market, as)
  return packing.call('weigh-order', { line_id: lineId, kilograms: kg, photo, weighed_before: 0, ...input }, as, key)
}

/** A confirmed buy of one person with tubers at ₦80,000 of 3 to 5 kg. */
async function tubers({ people = 1, quantity = 2 } = {}) {
  const made = await packing.confirmed(people, quantity, BY_WEIGHT)
  const lines: string[] = []
  for (const { orderId } of made.orders) lines.push(await lineOf(orderId))
  const [first, lineId] = [made.orders[0]!, lines[0]!]
  return { ...made, lines, lineId, orderId: first.orderId, buyer: first.buyer }
}

const lineOf = async (orderId: string) =>
  (await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])).id

const moneyOf = (orderId: string) =>
  market.row<{ goods: number; back: number; status: string }>(
    'select returned_goods_kobo::integer as goods, returned_kobo::integer as back, status from public.orders where id = $1',
    [orderId],
  )

/** Hands over without a code, as the keeper of the place. */
async function handOver(orderId: string, as: string, lines: unknown = null) {
  const photo = `${as}/${crypto.randomUUID()}`
  await market.db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
    [photo, as],
  )
  const hand_over_id = await openHandOverId(market, orderId)
  const body = { hand_over_id, identity: 'known', reason: 'A neighbour', photo, lines }
  return packing.call('override-hand-over', body, as)
}

describe('goods by final weight', () => {
  test('are handed over once weighed, and what they weigh less comes back at once with its fee', async () => {
    const { orderId, lineId, keeper, buyer, ownerId } = await tubers()
    await makeReady(market, orderId)
    expect((await handOver(orderId, keeper)).body.code).toBe('weigh_first')
    const answer = await weigh(lineId, '8', keeper)
    expect([answer.status, answer.body]).toEqual([
      200,
      { line_id: lineId, grams: 8000, goods_kobo: 3_200_000, waits: false },
    ])
    expect(await moneyOf(orderId)).toEqual({ goods: 3_200_000, back: 3_280_000, status: 'ready' })
    expect(await packing.readNotices(buyer, 'partial-refund')).toBe(1)
    expect(await packing.readNotices(ownerId, 'short-delivery-shop')).toBe(0)
    expect((await handOver(orderId, keeper)).body).toMatchObject({ outcome: 'done', is_all: true })
    const { goods } = await market.row(
      'select goods_kobo::integer as goods from public.hand_overs where order_id = $1',
      [orderId],
    )
    expect(goods).toBe(12_800_000)
    expect((await weigh(lineId, '7', keeper, { weighed_before: 1 })).body.code).toBe('not_by_weight')
  })

  test('cost the charged price and no more if they are as heavy as stated or heavier', async () => {
    const { lines, orders, helper } = await tubers({ people: 2 })
    expect((await weigh(lines[0]!, '10', helper)).body).toMatchObject({ goods_kobo: 0, waits: false })
    expect((await weigh(lines[1]!, '12.5', helper)).body).toMatchObject({ goods_kobo: 0, waits: false })
    for (const { orderId } of orders) expect((await moneyOf(orderId)).back).toBe(0)
  })

  test('stay whole units however light they are, in parts too', async () => {
    const { orderId, lineId, keeper } = await tubers({ quantity: 3 })
    await makeReady(market, orderId)
    expect((await weigh(lineId, '12.001', keeper)).status).toBe(200)
    expect((await handOver(orderId, keeper, [{ line_id: lineId, quantity: 1 }])).body).toMatchObject({ is_all: false })
    expect((await handOver(orderId, keeper, [{ line_id: lineId, quantity: 3 }])).body.code).toBe('not_left')
    expect((await handOver(orderId, keeper, [{ line_id: lineId, quantity: 2 }])).body).toMatchObject({ is_all: true })
    const { rows } = await market.db.owner.query<{ goods: number }>(
      `select goods_kobo::integer as goods from public.hand_overs where order_id = $1 order by created_at`,
      [orderId],
    )
    const { goods: back } = await moneyOf(orderId)
    expect(rows.reduce((sum, { goods }) => sum + goods, back)).toBe(24_000_000)
    expect(Math.abs(rows[1]!.goods - 2 * rows[0]!.goods)).toBeLessThan(3)
  })

  test('are weighed by the place or the shop alone, not by their buyer, a stranger, another hub or its staff', async () => {
    const { lineId, keeper, helper, ownerId, buyer, placeId } = await tubers()
    const elsewhere = await packing.hub()
    const rider = await market.person()
    await market.db.owner.query(
      `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'delivery')`,
      [rider, placeId],
    )
    for (const as of [elsewhere.keeper, rider, await market.person(), (await market.shop()).ownerId]) {
      expect((await weigh(lineId, '8', as)).status).toBe(404)
    }
    expect((await weigh(lineId, '8', buyer)).body.code).toBe('own_case')
    expect(
      (await packing.call('weigh-order', { line_id: lineId, kilograms: '8', photo: '', weighed_before: 0 }, keeper))
        .status,
    ).toBe(400)
    const foreign = await uploadGoodsPhoto(market, helper)
    expect((await weigh(lineId, '8', keeper, { photo: foreign })).body.code).toBe('picture_not_found')
    for (const kg of ['0', '-1', '1.49', '20.001', '0.0001', 'heavy'])
      expect((await weigh(lineId, kg, keeper)).status, kg).toBe(400)
    expect((await weigh(lineId, '9.9', ownerId)).status).toBe(200)
  })

  test('two scales at once count once; a retried call gives nothing twice; a correction only lowers', async () => {
    const { orderId, lineId, keeper, helper } = await tubers()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => weigh(lineId, `${7 + index / 10}`, index % 2 ? keeper : helper)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['weight_entered']),
    )
    const key = crypto.randomUUID()
    const input = { weighed_before: 1, photo: await uploadGoodsPhoto(market, keeper) }
    const twice = [await weigh(lineId, '6.5', keeper, input, key), await weigh(lineId, '6.5', keeper, input, key)]
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await moneyOf(orderId)).goods).toBe(5_600_000)
    expect((await weigh(lineId, '6.6', keeper, { weighed_before: 2 })).body.code).toBe('weight_not_lower')
  })
})

describe('a weight that needs an answer', () => {
  test('waits if it is below the stated least, and keeps the goods here until it is answered', async () => {
    const { orderId, lineId, keeper, ownerId, buyer } = await tubers()
    await makeReady(market, orderId)
    expect((await weigh(lineId, '5', keeper)).body).toMatchObject({ goods_kobo: 8_000_000, waits: true })
    expect((await moneyOf(orderId)).back).toBe(0)
    expect((await handOver(orderId, keeper)).body.code).toBe('weight_waits')
    expect((await weigh(lineId, '4.9', keeper, { weighed_before: 1 })).body.code).toBe('weight_entered')
    expect(await packing.readNotices(ownerId, 'short-delivery-shop')).toBe(1)
    const { id } = await market.row<{ id: string }>('select id from public.shortfalls where line_id = $1', [lineId])
    for (const as of [keeper, buyer])
      expect((await packing.call('answer-shortfall', { shortfall_id: id, answer: 'accept' }, as)).status).not.toBe(200)
    expect((await packing.call('answer-shortfall', { shortfall_id: id, answer: 'accept' }, ownerId)).status).toBe(200)
    await carryOutAllShortfalls(market)
    expect(await moneyOf(orderId)).toEqual({ goods: 8_000_000, back: 8_200_000, status: 'ready' })
    expect((await handOver(orderId, keeper)).body).toMatchObject({ is_all: true })
  })

  test('counts for nothing once it is taken back; the goods are weighed again', async () => {
    const { orderId, lineId, keeper } = await tubers()
    await weigh(lineId, '5', keeper)
    const { id } = await market.row<{ id: string }>('select id from public.shortfalls where line_id = $1', [lineId])
    expect((await packing.call('withdraw-shortfall', { shortfall_id: id }, keeper)).status).toBe(200)
    await makeReady(market, orderId)
    expect((await handOver(orderId, keeper)).body.code).toBe('weigh_first')
    expect((await weigh(lineId, '9.5', keeper, { weighed_before: 1 })).body).toMatchObject({ goods_kobo: 800_000 })
  })

  test('waits if it gives more back than one person may alone', async () => {
    const { lineId, helper } = await tubers()
    await market.db.owner.query(
      `insert into public.settings (key, value, effective_from, note) values ('shortfall_alone_naira', '100', now(), 'A test')`,
    )
    expect((await weigh(lineId, '9.9', helper)).body).toMatchObject({ waits: true })
    await market.db.owner.query(`delete from public.settings where key = 'shortfall_alone_naira' and note = 'A test'`)
  })
})

test('goods from the cart are weighed too, and units that are short are not', async () => {
  const { ownerId, lineId, orderId } = await paidFromCart(market, BY_WEIGHT)
  await market.db.owner.query(`update public.order_lines set share_date = current_date where id = $1`, [lineId])
  const short = { group_buy_id: null, line_id: lineId, photo: await uploadGoodsPhoto(market, ownerId) }
  expect((await packing.call('enter-shortfall', shortfall('', short), ownerId)).status).toBe(200)
  await carryOutAllShortfalls(market)
  expect((await weigh(lineId, '4', ownerId)).body).toMatchObject({ goods_kobo: 16_000, waits: false })
  expect(await moneyOf(orderId)).toMatchObject({ goods: 96_000 })
  await makeReady(market, orderId)
  expect((await handOver(orderId, ownerId)).body).toMatchObject({ is_all: true })
})
