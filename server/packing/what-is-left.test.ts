import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#database/seed/chance.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { carryOutAllShortfalls, setSharingDay, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

// All queries agree on the remaining units of an order after any sequence of short deliveries, partial hand-overs and
// corrections.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const SEED = 20_261

test(`hand-over, codes, labels, weigh-in, order rows and held money agree (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const draw = (below: number) => Math.floor(random() * below)
  const made = await paidBuys(market).settled(4, { quantity: 4, buy: { min_participants: 1 } })
  await setSharingDay(market, made.buyId)
  const { id: placeId } = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, opening_hours, vendor_id) values ('Own place', 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way', '[]', $1) returning id`,
    [made.vendorId],
  )
  await market.db.owner.query('update public.orders set pickup_point_id = $2 where group_buy_id = $1', [
    made.buyId,
    placeId,
  ])
  for (const { orderId } of made.orders)
    await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [orderId])
  const taken = new Map<string, number>()
  const lost = new Map<string, number>()
  let entries = 0
  const open: string[] = []
  const readShares = async (id: string) =>
    (
      await market.db.owner.query<{ order_id: string; units: number }>(
        `select l.order_id, (s.missing_thousandths / 1000)::integer as units from public.shortfall_shares s join public.order_lines l on l.id = s.line_id where s.shortfall_id = $1`,
        [id],
      )
    ).rows
  const add = (to: Map<string, number>, id: string, units: number) => to.set(id, (to.get(id) ?? 0) + units)

  for (let step = 0; step < 14; step += 1) {
    const what = draw(4)
    if (what <= 1) {
      const body = {
        group_buy_id: made.buyId,
        line_id: null,
        pickup_point_id: null,
        kind: 'damaged',
        missing: String(1 + draw(2)),
        entered_before: entries,
        reason: 'The rain came in',
        photo: await uploadGoodsPhoto(market, made.ownerId),
      }
      const response = await market.call('enter-shortfall', body, { as: made.ownerId })
      if (response.status === 200) {
        entries += 1
        open.push(response.body.shortfall_id)
        for (const { order_id, units } of await readShares(response.body.shortfall_id)) add(lost, order_id, units)
      }
    } else if (what === 2 && open.length > 0) {
      const id = open.pop() ?? ''
      expect((await market.call('withdraw-shortfall', { shortfall_id: id }, { as: made.ownerId })).status).toBe(200)
      for (const { order_id, units } of await readShares(id)) add(lost, order_id, -units)
    } else if (what === 2) {
      await carryOutAllShortfalls(market)
    } else {
      const one = made.orders[draw(made.orders.length)]
      const { codes } = (await market.call('read-codes', {}, { as: one?.buyer ?? '' })).body
      const mine = codes.find(({ order_id }: { order_id: string }) => order_id === one?.orderId)
      const { rows } = await market.db.owner.query<{ id: string }>(
        'select id from public.order_lines where order_id = $1',
        [one?.orderId],
      )
      if (mine) {
        const lines = [{ line_id: rows[0]?.id, quantity: 1 }]
        const partialRefund = await market.call(
          'hand-over',
          { hand_over_id: mine.hand_over_id, code: mine.code, lines },
          { as: made.ownerId },
        )
        if (partialRefund.body.outcome === 'done') add(taken, one?.orderId ?? '', 1)
      }
    }
    if (draw(3) === 0) {
      await carryOutAllShortfalls(market)
      open.length = 0
    }
    await agree(step)
  }
  await carryOutAllShortfalls(market)
  await agree(99)
  expect(entries).toBeGreaterThan(2)
  expect(await auditFaults(market)).toEqual([])

  async function agree(step: number) {
    for (const { orderId, buyer } of made.orders) {
      const about = 4 - (lost.get(orderId) ?? 0)
      const toTake = about - (taken.get(orderId) ?? 0)
      const left = await market.row<{ left: number }>('select quantity as left from public.units_left($1)', [orderId])
      const seen = async (sql: string, who = made.ownerId) => (await asPerson(market.db, who, sql, [orderId])).rows[0]
      const label = await seen('select quantity from public.packing_lines where order_id = $1')
      const row = await seen('select quantity_left, goods_left, fee_left_kobo from public.all_orders where id = $1')
      const earned = await seen('select quantity from public.order_earnings where order_id = $1')
      const counter = await seen(`select lines from public.expected_hand_overs where order_id = $1 and status = 'open'`)
      const own = await seen('select quantity from public.own_goods_left where order_id = $1', buyer)
      const listed = await seen('select quantity_left, goods_left from public.all_orders where id = $1', buyer)
      const line = await seen('select quantity_left from public.order_lines_left where order_id = $1', buyer)
      const file = await seen('select kg, quantity_left from public.all_orders where id = $1')
      const { codes } = (await market.call('read-codes', {}, { as: buyer })).body
      const code = codes.find((each: { order_id: string }) => each.order_id === orderId)
      const unit = Number((await seen('select unit_price from public.orders where id = $1'))?.unit_price)
      expect(
        [
          left.left,
          (counter?.lines as { quantity: number }[] | undefined)?.[0]?.quantity ?? 0,
          code?.lines?.[0]?.quantity ?? 0,
          own ? Number(own.quantity) : toTake,
        ],
        `to take after step ${step}`,
      ).toEqual(Array(4).fill(toTake))
      expect(
        [
          ...[row, listed, line, file].map((one) => Number(one?.quantity_left)),
          Number(earned?.quantity),
          label ? Number(label.quantity) : about,
        ],
        `of the order after step ${step}`,
      ).toEqual(Array(6).fill(about))
      for (const one of [row, listed])
        expect(Number(one?.goods_left), `goods after step ${step}`).toBeCloseTo(about * unit, 2)
    }
    const balance = await asPerson(market.db, made.ownerId, 'select held_kobo from public.shop_balances')
    const owed = await market.row<{ kobo: bigint }>(
      `select coalesce(sum(k.goods - floor(k.goods * o.vendor_fee_bps / 10000)), 0)::bigint as kobo from public.orders o cross join lateral
         (select (o.total_amount * 100)::bigint - o.returned_goods_kobo - public.reserved_kobo(o.id) as goods) k
       where o.vendor_id = $1 and o.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered')`,
      [made.vendorId],
    )
    expect(Number(balance.rows[0]?.held_kobo), `held after step ${step}`).toBe(Number(owed.kobo))
    const weighed = await asPerson(
      market.db,
      made.ownerId,
      'select units, missing_thousandths, units_ready, units_taken from public.expected_deliveries where group_buy_id = $1',
      [made.buyId],
    )
    const [delivery] = weighed.rows
    if (delivery) {
      const total = (of: Map<string, number>) => [...of.values()].reduce((all, one) => all + one, 0)
      expect(Number(delivery.units_taken), `taken after step ${step}`).toBe(total(taken))
    }
  }
})
