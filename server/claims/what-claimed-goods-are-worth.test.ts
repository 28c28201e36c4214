import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { CLOCK } from '#server/identities.ts'
import { refundGoods } from '#server/refunds/refund-goods.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { completeHandOver, makeReady } from '#server/testing/goods/hand-over.ts'
import { fileClaim, passDeadline } from '#server/testing/goods/handed-over.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { carryOutAllShortfalls, setSharingDay, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { auditFaults, givePeps } from '#server/testing/money/money-market.ts'

const SITE = 'https://market.test'
let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(9)
})
afterEach(async () => expect(await auditFaults(shop.market)).toEqual([]))
afterAll(() => shop.market.close())

/** Bypasses the triggers. */
async function past(sql: string, values: unknown[]): Promise<void> {
  await withoutTriggers(shop.market.db.owner, (client) => client.query(sql, values))
}

/** An order of two bags that were due two days ago and are missing. */
async function overdue() {
  const { buyer, orderId } = shop.nextOrder()
  await past(
    `update public.group_buys set share_date = (now() at time zone 'Africa/Lagos')::date - 2 where id = (select group_buy_id from public.orders where id = $1)`,
    [orderId],
  )
  const line = await shop.market.row<{ id: string; kobo: number; buy: string }>(
    `select l.id, (l.unit_price * 100)::integer as kobo, o.group_buy_id as buy from public.order_lines l join public.orders o on o.id = l.order_id where o.id = $1`,
    [orderId],
  )
  return { buyer, orderId, lineId: line.id, handOverId: null, unitKobo: line.kobo, buyId: line.buy }
}

const claimBoth = async (goods: Awaited<ReturnType<typeof overdue>>) => {
  const { answer } = await fileClaim(shop.market, goods, { lines: [{ line_id: goods.lineId, quantity: 2 }] })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return String(answer.body.claim_id)
}

async function letSilenceUphold(id: string): Promise<void> {
  await passDeadline(shop.market, id, 'answer_by')
  await shop.clock()
  await passDeadline(shop.market, id, 'appeal_by')
  await Promise.all([shop.clock(), shop.clock()])
}

const carried = (id: string) =>
  shop.market.row<Record<string, unknown>>(
    `select c.returned_goods_kobo::integer as carried, ended_at is not null as ended, partial_refund_id is not null as paid,
       (select string_agg(kind, ' ' order by created_at) from public.claim_events e where e.claim_id = c.id) as said from public.claims c where id = $1`,
    [id],
  )
const noticesOf = async (person: string) =>
  (
    await shop.market.db.owner.query<{ body: string }>(
      `select body from public.notices where person_id = $1 and kind = 'claim-of-buyer' order by created_at desc, id`,
      [person],
    )
  ).rows.map(({ body }) => body)

test('goods collected meanwhile are not refunded as missing: a part', async () => {
  const goods = await overdue()
  const id = await claimBoth(goods)
  await makeReady(shop.market, goods.orderId)
  await completeHandOver(shop.market, goods.orderId, [{ line_id: goods.lineId, quantity: 1 }])
  await letSilenceUphold(id)
  expect(await shop.returned(goods.orderId)).toBe(goods.unitKobo)
  expect(await carried(id)).toMatchObject({ carried: goods.unitKobo, ended: true, paid: true })
  expect((await carried(id)).said).toBe('opened unanswered less_left')
})

test('all goods; the claim then states it, and the buyer is notified once', async () => {
  const goods = await overdue()
  const id = await claimBoth(goods)
  await makeReady(shop.market, goods.orderId)
  await completeHandOver(shop.market, goods.orderId)
  await letSilenceUphold(id)
  expect(await shop.returned(goods.orderId)).toBe(0)
  expect(await carried(id)).toEqual({ carried: 0, ended: true, paid: false, said: 'opened unanswered nothing_left' })
  expect(
    (await noticesOf(goods.buyer)).filter((body) => body.startsWith('There was nothing left to refund')),
  ).toHaveLength(1)
})

test('accepted and decided claims are refunded at most at that value too', async () => {
  const goods = await overdue()
  const id = await claimBoth(goods)
  await makeReady(shop.market, goods.orderId)
  await completeHandOver(shop.market, goods.orderId, [{ line_id: goods.lineId, quantity: 1 }])
  expect((await shop.accept(id)).status).toBe(200)
  await shop.clock()
  expect(await shop.returned(goods.orderId)).toBe(goods.unitKobo)
})

test('the database allows at most the remaining value, once, and with its refund', async () => {
  const goods = await overdue()
  const id = await claimBoth(goods)
  await makeReady(shop.market, goods.orderId)
  await completeHandOver(shop.market, goods.orderId, [{ line_id: goods.lineId, quantity: 1 }])
  await passDeadline(shop.market, id, 'answer_by')
  await shop.clock()
  const write = (sql: string, ...values: unknown[]) => shop.market.db.owner.query(sql, [id, ...values])
  const carry = 'update public.claims set returned_goods_kobo = $2 where id = $1'
  await expect(write(carry, goods.unitKobo + 1)).rejects.toThrow('No more comes back')
  await write(carry, goods.unitKobo)
  await expect(write(carry, 1)).rejects.toThrow('carried out once')
  const { partialRefundId } = (await shop.market.db.database.as(CLOCK, (tx) =>
    refundGoods(tx, {
      orderId: goods.orderId,
      goodsKobo: 1000n,
      payer: 'vendor',
      reason: 'Something else',
      by: null,
      siteUrl: SITE,
    }),
  )) as { partialRefundId: string }
  await expect(write('update public.claims set partial_refund_id = $2 where id = $1', partialRefundId)).rejects.toThrow(
    'what was carried out',
  )
})

const cut = async (buyId: string, missing: string, entered: number, placeId: string | null = null) => {
  await setSharingDay(shop.market, buyId)
  const answer = await shop.market.call(
    'enter-shortfall',
    {
      group_buy_id: buyId,
      line_id: null,
      pickup_point_id: placeId,
      kind: 'short',
      missing,
      entered_before: entered,
      reason: 'Bags came light from the mill.',
      photo: await uploadGoodsPhoto(shop.market, shop.ownerId),
    },
    { as: shop.ownerId },
  )
  await carryOutAllShortfalls(shop.market)
  return answer
}

test('after a refunded shortfall, goods are claimed and refunded at their remaining value', async () => {
  const [early, late] = [await overdue(), await overdue()]
  const id = await claimBoth(early)
  const before = await shop.returned(early.orderId)
  expect(before).toBe(0)
  // Equal shares would split units, so whole units are missing from the orders that were paid first.
  await past(`update public.orders set paid_at = paid_at - interval '1 day' where id in ($1, $2)`, [
    early.orderId,
    late.orderId,
  ])
  expect((await cut(early.buyId, '2', 0)).body.message).toBeUndefined()
  const [cutEarly, cutLate] = [await shop.returned(early.orderId), await shop.returned(late.orderId)]
  expect([cutEarly, cutLate].every((kobo) => kobo > 0 && kobo <= early.unitKobo)).toBe(true)
  const left = 2 * early.unitKobo - cutLate
  // Opened before, at the full price: at most the remaining value is refunded.
  await letSilenceUphold(id)
  expect(await shop.returned(early.orderId)).toBe(2 * early.unitKobo)
  expect(await carried(id)).toMatchObject({
    carried: 2 * early.unitKobo - cutEarly,
    said: 'opened unanswered less_left',
  })
  // Opened afterwards: the full price is refused.
  await makeReady(shop.market, late.orderId)
  await completeHandOver(shop.market, late.orderId)
  const { id: handOverId } = await shop.market.row<{ id: string }>(
    `select id from public.hand_overs where order_id = $1 and status = 'done'`,
    [late.orderId],
  )
  const claimed = (quantity: number, requested_kobo?: number) =>
    fileClaim(
      shop.market,
      { ...late, handOverId },
      { lines: [{ line_id: late.lineId, quantity }], ...(requested_kobo && { requested_kobo }) },
    )
  expect((await claimed(2)).answer.body.code).toBe('claim_exceeds_units')
  expect((await claimed(1, left + 1)).answer.body.code).toBe('claim_exceeds_value')
  const { answer } = await claimed(1)
  const claim = await shop.market.row<{ kobo: number }>(
    'select requested_kobo::integer as kobo from public.claims where id = $1',
    [answer.body.claim_id],
  )
  expect(claim.kobo).toBe(left)
})

/** Inserts a claim about missing goods without a command, and rolls back. */
async function written(goods: { orderId: string; lineId: string }, quantity: number, kobo: number): Promise<void> {
  const client = await shop.market.db.owner.connect()
  try {
    await client.query('begin')
    await client.query(`select public.caused_by('buyer')`)
    await client.query(
      `insert into public.claims (order_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo)
       select id, user_id, vendor_id, 'not_received', 'refund', $2 from public.orders where id = $1`,
      [goods.orderId, kobo],
    )
    await client.query(
      `insert into public.claim_lines (claim_id, line_id, quantity) select id, $2, $3 from public.claims where order_id = $1 and status = 'open'`,
      [goods.orderId, goods.lineId, quantity],
    )
    await client.query('set constraints all immediate')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the database refuses claims of more units than are missing, or above their value', async () => {
  const goods = await overdue()
  await makeReady(shop.market, goods.orderId)
  await completeHandOver(shop.market, goods.orderId, [{ line_id: goods.lineId, quantity: 1 }])
  await expect(written(goods, 2, 1)).rejects.toThrow('No more is claimed')
  await expect(written(goods, 1, goods.unitKobo + 1)).rejects.toThrow('at most what its goods are worth')
  const { kobo } = await shop.market.row<{ kobo: number }>(
    'select worth_kobo::integer as kobo from public.claimable_lines where order_id = $1 and hand_over_id is null',
    [goods.orderId],
  )
  await written(goods, 1, kobo)
})

/** An order from the cart: two bags of rice and one of beans, paid in PEPS and due two days ago. */
async function cartOf(prices: readonly number[]) {
  const { market } = shop
  const buyer = await market.person()
  const { vendorId, ownerId } = await market.shop()
  const lines: { product_id: string; quantity: number; unit_price_kobo: number }[] = []
  for (const price of prices) {
    const product_id = await market.product(vendorId, { base_price: price, available_quantity: 10 })
    lines.push({ product_id, quantity: 2, unit_price_kobo: price * 100 })
  }
  const goods = 2 * prices.reduce((all, price) => all + price, 0) * 100
  const due = goods + Math.floor(goods / 40)
  await givePeps(market, buyer, due)
  const { body } = await market.call('order-cart', { lines, expected_kobo: due }, { as: buyer })
  const orderId: string = body.orders[0].id
  const request = { order_ids: [orderId], peps_kobo: due, expected_kobo: due, return_to: null }
  expect((await market.call('pay-orders', request, { as: buyer })).body.status).toBe('succeeded')
  await past(
    `update public.order_lines set share_date = (now() at time zone 'Africa/Lagos')::date - 2 where order_id = $1`,
    [orderId],
  )
  const { rows } = await market.db.owner.query<{ id: string }>(
    'select id from public.order_lines where order_id = $1 order by unit_price',
    [orderId],
  )
  return { buyer, orderId, ownerId, lines: rows.map(({ id }) => id) }
}

test('each line of an order is limited by its own goods and their refunds', async () => {
  const { market } = shop
  const { buyer, orderId, ownerId, lines } = await cartOf([1_000, 5_000])
  const [cheap = '', dear = ''] = lines
  const never = { buyer, orderId, lineId: cheap, handOverId: null }
  const both = lines.map((line_id) => ({ line_id, quantity: 2 }))
  const id = String((await fileClaim(market, never, { lines: both })).answer.body.claim_id)
  await makeReady(market, orderId)
  // The expensive ones are collected; one of the cheap ones is refunded as a shortfall.
  await completeHandOver(market, orderId, [{ line_id: dear, quantity: 2 }])
  const short = { group_buy_id: null, line_id: cheap, pickup_point_id: null, kind: 'short', missing: '1' }
  await setSharingDay(market, cheap)
  const entered = {
    ...short,
    entered_before: 0,
    reason: 'One was torn.',
    photo: await uploadGoodsPhoto(market, ownerId),
  }
  expect((await market.call('enter-shortfall', entered, { as: ownerId })).status).toBe(200)
  await carryOutAllShortfalls(market)
  await letSilenceUphold(id)
  expect(await shop.returned(orderId)).toBe(200_000)
  expect(await carried(id)).toMatchObject({ carried: 100_000 })
})

test('goods weighed in at a hub cannot be claimed as missing; the refusal states where they are and until when', async () => {
  const { market } = shop
  const goods = await overdue()
  const placeId = await createHub(market)
  const keeper = await market.person()
  await market.row(
    `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over') returning id`,
    [keeper, placeId],
  )
  await market.db.owner.query('update public.orders set pickup_point_id = $2 where id = $1', [goods.orderId, placeId])
  const load = async (part: number, units: number) => {
    const { id } = await market.row<{ id: string }>('select product_id as id from public.order_lines where id = $1', [
      goods.lineId,
    ])
    const body = {
      pickup_point_id: placeId,
      group_buy_id: goods.buyId,
      order_id: null,
      product_id: id,
      part,
      units,
      kilograms: null,
      photo: null,
      shelf: 'A1',
      note: '',
    }
    expect((await market.call('weigh-in', body, { as: keeper })).body.message).toBeUndefined()
  }
  const both = { lines: [{ line_id: goods.lineId, quantity: 2 }] }
  // One of two is there. It is unknown whose is missing, so it may be claimed.
  await load(1, 1)
  const early = await fileClaim(market, goods, both)
  expect(early.answer.status).toBe(200)
  await market.call('withdraw-claim', { claim_id: early.answer.body.claim_id, text: '' }, { as: goods.buyer })
  await load(2, 1)
  const { name } = await market.row<{ name: string }>('select name from public.pickup_points where id = $1', [placeId])
  const refused = async () => (await fileClaim(market, goods, both)).answer.body
  expect(await refused()).toMatchObject({ code: 'goods_at_hub' })
  expect((await refused()).message).toContain(`are at ${name}`)
  await makeReady(market, goods.orderId)
  const { until } = await market.row<{ until: Date }>(
    `select due_until as until from public.hand_overs where order_id = $1 and status = 'open'`,
    [goods.orderId],
  )
  const day = new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short' }).format(
    until,
  )
  expect((await refused()).message).toContain(day.split(' ')[0])
  // The table says so too.
  await expect(written(goods, 1, 1)).rejects.toThrow('wait at a hub')
})
