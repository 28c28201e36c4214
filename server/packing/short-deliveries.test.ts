import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { faultsOf } from '../testing/money-market.ts'
import { paidBuys } from '../testing/paid-buys.ts'
import { paidFromCart } from '../testing/paid-from-cart.ts'
import { goodsPhoto, sendShortMoney, sharingDayComes } from '../testing/short-delivery.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
beforeAll(async () => {
  market = await openTestMarket()
  buys = paidBuys(market)
})
afterEach(async () => {
  expect(await faultsOf(market)).toEqual([])
  // Where a place is open, nobody pays before choosing one: the next test's buyers find none.
  await market.db.owner.query(
    `update public.pickup_points set closed_at = now(), closed_reason = 'The test is over' where closed_at is null`,
  )
})
afterAll(() => market.close())

const call = (name: Parameters<TestMarket['call']>[0], body: Record<string, unknown>, as: string, key?: string) =>
  market.call(name, body, { as, ...(key && { key }) })

let hubs = 0
async function hub(): Promise<{ placeId: string; keeper: string }> {
  const keeper = await market.person({ name: 'Hub Keeper' })
  const { id: placeId } = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, instructions, opening_hours) values ($1, 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way', 'Ring the bell.',
       '[{"day": 6, "opens": "08:00", "closes": "14:00"}]') returning id`,
    [`Yaba hub ${++hubs}`],
  )
  await market.row(
    `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over') returning id`,
    [keeper, placeId],
  )
  return { placeId, keeper }
}

async function helperOf(vendorId: string): Promise<string> {
  const helper = await market.person({ name: 'Shop Helper' })
  await market.row(
    `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over') returning id`,
    [helper, vendorId],
  )
  return helper
}

/** A buy of three people with two bags each at ₦80,000, to be collected at a hub of the market. */
async function confirmed(people = 3, quantity = 2) {
  const made = await buys.settled(people, { quantity, buy: { min_participants: 1 } })
  const place = await hub()
  await market.db.owner.query('update public.orders set pickup_point_id = $2 where group_buy_id = $1', [
    made.buyId,
    place.placeId,
  ])
  await sharingDayComes(market, made.buyId)
  return { ...made, ...place, helper: await helperOf(made.vendorId) }
}

const statusOf = async (table: 'orders' | 'group_buys', id: string) =>
  (await market.row<{ status: string }>(`select status from public.${table} where id = $1`, [id])).status
const told = async (person: string, kind: string) =>
  Number(
    (
      await market.row<{ n: bigint }>('select count(*) as n from public.notices where person_id = $1 and kind = $2', [
        person,
        kind,
      ])
    ).n,
  )

const load = (made: { buyId: string; placeId: string; productId: string }, wish: Record<string, unknown> = {}) => ({
  pickup_point_id: made.placeId,
  group_buy_id: made.buyId,
  order_id: null,
  product_id: made.productId,
  part: 1,
  units: 6,
  kilograms: null,
  photo: null,
  shelf: 'A1',
  note: '',
  ...wish,
})
const shortfall = (buyId: string, wish: Record<string, unknown> = {}) => ({
  group_buy_id: buyId,
  line_id: null,
  pickup_point_id: null,
  kind: 'short',
  missing: '1',
  entered_before: 0,
  reason: 'One bag did not come',
  photo: null,
  ...wish,
})
const photoOf = (person: string) => goodsPhoto(market, person)

describe('a short delivery', () => {
  test('is given back in proportion, told once to each, and not doubled by a retry or a second person', async () => {
    const { buyId, orders, ownerId, helper } = await confirmed()
    const photo = await photoOf(helper)
    const body = shortfall(buyId, { missing: '3', kind: 'damaged', reason: 'Torn bags', photo })
    const key = crypto.randomUUID()
    const [first, again] = [
      await call('enter-shortfall', body, helper, key),
      await call('enter-shortfall', body, helper, key),
    ]
    expect([first.status, again.body.shortfall_id]).toEqual([200, first.body.shortfall_id])
    const others = await Promise.all([helper, ownerId, ownerId].map((as) => call('enter-shortfall', body, as)))
    expect(others.map(({ body: { code } }) => code)).toEqual(Array(3).fill('shortfall_entered'))
    await sendShortMoney(market)
    // 3 of 6 bags at ₦80,000: one of two each, and half of the fee of ₦4,000.
    const { rows } = await market.db.owner.query(
      `select status, goods_back_kobo::integer as goods, returned_kobo::integer as back from public.orders where group_buy_id = $1`,
      [buyId],
    )
    expect(rows).toEqual(Array(3).fill({ status: 'confirmed', goods: 8_000_000, back: 8_200_000 }))
    for (const { buyer } of orders) expect(await told(buyer, 'part-back')).toBe(1)
    expect(await told(ownerId, 'short-delivery-shop')).toBe(1)
    const rest = { ...body, entered_before: 1, photo: await photoOf(ownerId) }
    const more = await call('enter-shortfall', { ...rest, missing: '4' }, ownerId)
    expect(more.body).toMatchObject({ code: 'more_than_is_coming' })
    // The rest never comes: the orders end, and everything that was paid is back.
    expect((await call('enter-shortfall', { ...rest, missing: '3' }, ownerId)).status).toBe(200)
    await sendShortMoney(market)
    for (const { orderId } of orders) expect(await statusOf('orders', orderId)).toBe('refunding')
    const { left } = await market.row<{ left: bigint }>(
      'select sum(charged_kobo - returned_kobo) as left from public.orders where group_buy_id = $1',
      [buyId],
    )
    expect(Number(left)).toBe(0)
  })

  test('what was missing at the weigh-in is the vendor’s, what is lost afterwards the hub’s; then only the hub enters it', async () => {
    const made = await confirmed()
    expect((await call('weigh-in', load(made, { units: 5 }), made.keeper)).status).toBe(200)
    const at = { pickup_point_id: made.placeId }
    for (const wish of [at, {}])
      expect((await call('enter-shortfall', shortfall(made.buyId, wish), made.ownerId)).body.code).toBe('hub_has_goods')
    const photo = await photoOf(made.keeper)
    const two = shortfall(made.buyId, { ...at, missing: '2', photo })
    expect((await call('enter-shortfall', two, made.keeper)).status).toBe(200)
    await sendShortMoney(market)
    expect(
      await market.row(
        'select by_vendor_thousandths::integer as vendor, by_hub_thousandths::integer as hub from public.shortfalls where group_buy_id = $1',
        [made.buyId],
      ),
    ).toEqual({ vendor: 1000, hub: 1000 })
    const mail = await market.row<{ text: string }>(
      `select text from mail.messages where kind = 'short-delivery-shop' and recipient = rights.email_of($1)`,
      [made.ownerId],
    )
    expect(mail.text).toContain('lost after our hub had weighed it in')
  })

  test('only orders of the named place bear it, and a hub finds nothing at all of what was to come', async () => {
    const made = await confirmed(2)
    const [near, far] = made.orders
    const other = await hub()
    await market.row('update public.orders set pickup_point_id = $2 where id = $1 returning id', [
      far?.orderId,
      other.placeId,
    ])
    const nothing = shortfall(made.buyId, { pickup_point_id: other.placeId, missing: '2' })
    expect((await call('enter-shortfall', nothing, made.keeper)).status).toBe(404)
    const shown = { ...nothing, photo: await photoOf(other.keeper) }
    expect((await call('enter-shortfall', shown, other.keeper)).status).toBe(200)
    await sendShortMoney(market)
    expect([await statusOf('orders', near?.orderId ?? ''), await statusOf('orders', far?.orderId ?? '')]).toEqual([
      'confirmed',
      'refunding',
    ])
  })

  test('a line from the cart is cut by itself; strangers cut nothing, and amounts are above nothing', async () => {
    const { ownerId, buyer, lineId, orderId } = await paidFromCart(market)
    const body = { ...shortfall(''), group_buy_id: null, line_id: lineId }
    const rival = (await market.shop()).ownerId
    expect((await call('enter-shortfall', body, buyer)).body.code).toBe('own_case')
    for (const as of [rival, await market.person({ role: 'chief' })])
      expect((await call('enter-shortfall', body, as)).status).toBe(404)
    await sharingDayComes(market, lineId)
    for (const missing of ['0', '-1', '', '0.0001', 'all', '0.5'])
      expect((await call('enter-shortfall', { ...body, missing }, ownerId)).status).toBe(400)
    expect((await call('enter-shortfall', { ...body, photo: await photoOf(ownerId) }, ownerId)).status).toBe(200)
    await sendShortMoney(market)
    expect(
      await market.row(
        'select goods_back_kobo::integer as goods, returned_kobo::integer as back from public.orders where id = $1',
        [orderId],
      ),
    ).toEqual({ goods: 80_000, back: 82_000 })
  })

  test('many who enter different amounts at once add up to what is in the books', async () => {
    const { buyId, ownerId, helper } = await confirmed(4, 6)
    let entered = 0
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const as = index % 2 ? ownerId : helper
          const photo = await photoOf(as)
          return call(
            'enter-shortfall',
            shortfall(buyId, { missing: `${index + 1}`, entered_before: round, photo }),
            as,
          )
        }),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      entered += 1
    }
    await sendShortMoney(market)
    const sums = await market.row<{ entries: bigint; missing: bigint; shared: bigint; goods: bigint; back: bigint }>(
      `select count(*) as entries, sum(missing_thousandths) as missing, (select sum(s.missing_thousandths) from public.shortfall_shares s
         join public.shortfalls f on f.id = s.shortfall_id where f.group_buy_id = $1) as shared, sum(goods_kobo) as goods,
         (select sum(goods_back_kobo) from public.orders where group_buy_id = $1) as back from public.shortfalls where group_buy_id = $1`,
      [buyId],
    )
    expect(Number(sums.entries)).toBe(entered)
    expect([sums.shared, sums.back].map(Number)).toEqual([sums.missing, sums.goods].map(Number))
  })
})
