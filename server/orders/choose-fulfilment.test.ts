import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAddress, createHub, createZone } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
let place: string
let zoneId: string
beforeAll(async () => {
  market = await openTestMarket()
  buys = paidBuys(market)
  place = await createHub(market)
  zoneId = await createZone(market)
  await createZone(market, { lgas: ['Epe'], fee_kobo: 600_000 })
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface ChoiceOptions {
  orderId: string
  buyer: string
}

const choose = (order: ChoiceOptions, input: Record<string, unknown>) =>
  market.call(
    'choose-fulfilment',
    { order_id: order.orderId, pickup_point_id: null, address_id: null, expected_fee_kobo: 0, ...input },
    { as: order.buyer },
  )
const toPlace = (order: ChoiceOptions, id = place) => choose(order, { kind: 'pickup', pickup_point_id: id })
const toDoor = (order: ChoiceOptions, address_id: string, expected_fee_kobo = 150_000) =>
  choose(order, { kind: 'delivery', address_id, expected_fee_kobo })

async function joined(input: Record<string, unknown> = {}) {
  const { buyId, vendorId, productId } = await market.buy(input)
  const one = await buys.join(buyId)
  return { ...one, buyId, vendorId, productId }
}
async function paid() {
  const one = await joined()
  await buys.pay(one)
  return one
}
const payMore = (order: ChoiceOptions, address_id: string, input: Record<string, unknown> = {}) =>
  market.call(
    'pay-difference',
    { order_id: order.orderId, address_id, peps_kobo: 150_000, expected_kobo: 150_000, ...input },
    { as: order.buyer },
  )

const readOrder = (id: string) =>
  market.row<Record<string, unknown>>(
    `select fulfilment, pickup_point_id, delivery_zone_id, delivery_fee_kobo::integer as fee, amount_due_kobo::integer as due,
       charged_kobo::integer as charged, returned_kobo::integer as returned, peps_kobo::integer as peps from public.orders where id = $1`,
    [id],
  )
const readPeps = async (person: string) =>
  Number(
    (await market.row<{ kobo: bigint | null }>(`select ledger.balance_kobo('peps', $1) as kobo`, [person])).kobo ?? 0n,
  )
/** Credits rewards that are final. */
const give = (person: string, kobo: number) =>
  market.db.owner.query('select ledger.post($1, $2)', [
    crypto.randomUUID(),
    JSON.stringify([{ kind: 'referral_reward', credit: person, amount_kobo: kobo }]),
  ])

describe('before paying', () => {
  test('the state’s only hub is the default place; delivery adds its zone’s fee, and pickup removes it', async () => {
    const one = await joined()
    expect(await readOrder(one.orderId)).toMatchObject({ fulfilment: 'pickup', pickup_point_id: place })
    const address = await createAddress(market, one.buyer)
    expect((await toDoor(one, address)).body.order).toMatchObject({
      fulfilment: 'delivery',
      delivery_zone_id: zoneId,
      pickup_point_id: null,
      delivery_fee_kobo: 150_000,
      amount_due_kobo: one.dueKobo + 150_000,
    })
    // Orders have their own copy.
    await market.call('remove-address', { address_id: address }, { as: one.buyer })
    expect(
      await market.row('select recipient, lga from public.order_addresses where order_id = $1', [one.orderId]),
    ).toEqual({ recipient: 'Ngozi Bello', lga: 'Surulere' })
    // Adding to the order keeps the fee.
    const more = await market.call('join-group-buy', { group_buy_id: one.buyId, quantity: 1 }, { as: one.buyer })
    expect(more.body.order.amount_due_kobo).toBe(one.dueKobo * 2 + 150_000)
    await toPlace(one)
    expect(await readOrder(one.orderId)).toMatchObject({ fee: 0, due: one.dueKobo * 2, delivery_zone_id: null })
    expect(await market.row('select 1 as one from public.order_addresses where order_id = $1', [one.orderId])).toBe(
      undefined,
    )
  })

  test('refuses a different fee than expected, with the current one', async () => {
    const one = await joined()
    const { status, body } = await toDoor(one, await createAddress(market, one.buyer), 100_000)
    expect([status, body.code, body.details.delivery_fee_kobo]).toEqual([409, 'total_mismatch', '150000'])
    expect(await readOrder(one.orderId)).toMatchObject({ fulfilment: 'pickup', fee: 0 })
  })

  test('refuses other users’ orders and addresses, places of another state, and areas without delivery', async () => {
    const one = await joined()
    const otherUser = await market.person()
    const code = async (answer: ReturnType<typeof choose>) => (await answer).body.code
    expect(await code(toPlace({ ...one, buyer: otherUser }))).toBe('order_not_found')
    expect(await code(toDoor(one, await createAddress(market, otherUser)))).toBe('address_not_found')
    expect(await code(toDoor(one, await createAddress(market, one.buyer, { lga: 'Badagry' })))).toBe(
      'not_delivered_there',
    )
    expect(await code(toPlace(one, await createHub(market, { state: 'Kano', lga: 'Dala' })))).toBe('place_not_found')
    expect(await code(toPlace(one, crypto.randomUUID()))).toBe('place_not_found')
    const { vendorId } = await market.shop()
    const foreign = await createHub(market, { vendor_id: vendorId })
    expect(await code(toPlace(one, foreign))).toBe('place_not_found')
    expect(await code(choose(one, { kind: 'pickup' }))).toBe('place_not_found')
    expect((await choose(one, { kind: 'drone' })).status).toBe(400)
  })

  test('an order that is being paid cannot change, by the table either', async () => {
    const one = await joined()
    const address = await createAddress(market, one.buyer)
    const input = { order_ids: [one.orderId], peps_kobo: 0, expected_kobo: one.dueKobo, return_to: null }
    expect((await market.call('pay-orders', input, { as: one.buyer })).status).toBe(200)
    expect((await toDoor(one, address)).body.code).toBe('being_paid')
    await expect(
      market.moved(
        'buyer',
        `update public.orders set delivery_fee_kobo = 5, amount_due_kobo = amount_due_kobo + 5 where id = $1`,
        [one.orderId],
      ),
    ).rejects.toThrow('You are paying for this order')
  })

  test('with several places and none chosen, payment is refused', async () => {
    const { vendorId } = await market.shop({ state: 'Oyo' })
    const productId = await market.product(vendorId)
    const buyer = await market.person()
    const line = { product_id: productId, quantity: 1, unit_price_kobo: 8_000_000 }
    const placed = await market.call('order-cart', { lines: [line], expected_kobo: 8_200_000 }, { as: buyer })
    const order = { orderId: String(placed.body.orders[0].id), buyer }
    const input = { order_ids: [order.orderId], peps_kobo: 0, expected_kobo: 8_200_000, return_to: null }
    const [first] = [
      await createHub(market, { state: 'Oyo', lga: 'Ibadan North' }),
      await createHub(market, { state: 'Oyo', lga: 'Egbeda' }),
    ]
    expect((await market.call('pay-orders', input, { as: buyer })).body.code).toBe('place_needed')
    expect((await toPlace(order, first)).status).toBe(200)
    // The place closes before the payment.
    const chief = await market.person({ role: 'chief' })
    await market.call('close-place', { pickup_point_id: first, reason: 'The roof leaks' }, { as: chief })
    expect((await market.call('pay-orders', input, { as: buyer })).body.code).toBe('place_closed')
    expect(
      await market.row(`select link from public.notices where person_id = $1 and kind = 'place-closed'`, [buyer]),
    ).toEqual({ link: `/account/orders/${order.orderId}/where` })
    expect((await toPlace(order, first)).body.code).toBe('place_closed')
    // The same cart is the same checkout, whatever its delivery.
    const other = await market.row<{ id: string }>(
      `select id from public.pickup_points where state = 'Oyo' and closed_at is null`,
    )
    expect((await toPlace(order, other.id)).status).toBe(200)
    expect((await market.call('pay-orders', input, { as: buyer })).status).toBe(200)
  })
})

describe('once it is paid', () => {
  test('a lower fee is refunded as PEPS below ₦5,000, and a higher one may be paid in PEPS', async () => {
    const one = await joined()
    const address = await createAddress(market, one.buyer)
    await toDoor(one, address)
    const due = one.dueKobo + 150_000
    await buys.pay({ ...one, dueKobo: due })
    await toPlace(one)
    expect(await readPeps(one.buyer)).toBe(150_000)
    expect(await readOrder(one.orderId)).toMatchObject({ fee: 0, charged: due, returned: 150_000 })
    // A higher fee is paid first.
    const { status, body } = await toDoor(one, address)
    expect([status, body.code, body.details]).toEqual([409, 'difference_due', { more_kobo: '150000' }])
    expect((await payMore(one, address)).body.status).toBe('succeeded')
    expect(await readPeps(one.buyer)).toBe(0)
    expect(await readOrder(one.orderId)).toMatchObject({ fee: 150_000, charged: due + 150_000, peps: 150_000 })
    // After any number of changes, leaving refunds exactly what was paid.
    await toPlace(one)
    await payMore(one, address)
    expect((await market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })).status).toBe(200)
    await buys.letRefundsArrive()
    const back = await market.row<{ kobo: bigint }>(
      `select coalesce(sum(amount_kobo), 0)::bigint as kobo from public.refunds where order_id = $1`,
      [one.orderId],
    )
    expect(Number(back.kobo) + (await readPeps(one.buyer))).toBe(due)
  })

  test('changes nothing without enough PEPS, with a wrong difference, or if the fee is not higher', async () => {
    const one = await paid()
    await give(one.buyer, 149_999)
    const address = await createAddress(market, one.buyer)
    const code = async (input: Record<string, unknown> = {}) => (await payMore(one, address, input)).body.code
    expect(await code()).toBe('peps_not_enough')
    expect(await code({ expected_kobo: 149_999, peps_kobo: 149_999 })).toBe('total_mismatch')
    expect(await code({ peps_kobo: 150_001 })).toBe('peps_exceed_total')
    expect(await code({ address_id: crypto.randomUUID() })).toBe('address_not_found')
    expect((await payMore({ ...one, buyer: await market.person() }, address)).body.code).toBe('order_not_found')
    expect((await payMore(await joined(), address)).status).toBe(409)
    expect(await readOrder(one.orderId)).toMatchObject({ fulfilment: 'pickup', fee: 0 })
  })

  test('refunds to the source on request; then a higher fee cannot be paid in PEPS, which would be refunded twice', async () => {
    const one = await joined()
    const address = await createAddress(market, one.buyer)
    await toDoor(one, address)
    await buys.pay({ ...one, dueKobo: one.dueKobo + 150_000 })
    await market.call('choose-return', { order_id: one.orderId, return_to: 'source' }, { as: one.buyer })
    await toPlace(one)
    expect(
      await market.row('select reason, amount_kobo::integer as kobo from public.refunds where order_id = $1', [
        one.orderId,
      ]),
    ).toEqual({ reason: 'delivery_changed', kobo: 150_000 })
    await give(one.buyer, 150_000)
    expect((await payMore(one, address)).body.code).toBe('peps_after_refund')
    await buys.letRefundsArrive()
  })

  test('the same PEPS cannot pay two orders concurrently', async () => {
    const [a, b] = [await paid(), await joined()]
    const second = await buys.join(b.buyId, { buyer: a.buyer })
    await buys.pay(second)
    await give(a.buyer, 200_000)
    const address = await createAddress(market, a.buyer)
    const responses = await Promise.all([payMore(a, address), payMore(second, address)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await readPeps(a.buyer)).toBe(50_000)
  })

  test('an order from the cart gets a credit note or an invoice, and can change until it is packed', async () => {
    const { vendorId } = await market.shop()
    const productId = await market.product(vendorId, { share_date: null })
    const buyer = await market.person()
    await give(buyer, 9_000_000)
    const line = { product_id: productId, quantity: 1, unit_price_kobo: 8_000_000 }
    const placed = await market.call('order-cart', { lines: [line], expected_kobo: 8_200_000 }, { as: buyer })
    const order = { orderId: String(placed.body.orders[0].id), buyer }
    const input = { order_ids: [order.orderId], peps_kobo: 8_200_000, expected_kobo: 8_200_000, return_to: null }
    expect((await market.call('pay-orders', input, { as: buyer })).body.status).toBe('succeeded')
    const address = await createAddress(market, buyer)
    expect((await payMore(order, address)).status).toBe(200)
    expect((await toPlace(order)).status).toBe(200)
    const { rows } = await market.db.owner.query(
      'select kind, amount_kobo::integer as kobo from public.documents where order_id = $1 order by issued_at, kind, amount_kobo',
      [order.orderId],
    )
    expect(
      rows
        .filter(({ kind }) => kind === 'invoice')
        .map(({ kobo }) => kobo)
        .sort(),
    ).toEqual([150_000, 8_200_000])
    expect(rows.filter(({ kind }) => kind === 'credit_note').reduce((sum, { kobo }) => sum + kobo, 0)).toBe(150_000)
    await market.db.owner.query('update public.order_lines set packed_at = now() where order_id = $1', [order.orderId])
    expect((await payMore(order, address)).body.code).toBe('choice_closed')
  })

  test('cannot change after settlement, unless its place has closed, and then only at the same fee', async () => {
    const [own, second] = [
      await createHub(market, { state: 'Edo', lga: 'Oredo' }),
      await createHub(market, { state: 'Edo', lga: 'Egor' }),
    ]
    const made = await market.buy({ min_participants: 1, price_tiers: '[]' })
    await market.db.owner.query(`update public.vendors set state = 'Edo' where id = $1`, [made.vendorId])
    const one = await buys.join(made.buyId)
    expect((await toPlace(one, own)).status).toBe(200)
    await buys.pay(one)
    await buys.letTimePass(made.buyId, 1)
    await buys.clock()
    expect((await toPlace(one, second)).body.code).toBe('choice_closed')
    const chief = await market.person({ role: 'chief' })
    expect(
      (await market.call('close-place', { pickup_point_id: own, reason: 'Sold the building' }, { as: chief })).status,
    ).toBe(200)
    await createZone(market, { state: 'Edo', lgas: [] })
    await give(one.buyer, 150_000)
    const door = await createAddress(market, one.buyer, { state: 'Edo', lga: 'Egor' })
    expect((await toDoor(one, door)).body.code).toBe('choice_closed')
    expect((await payMore(one, door)).body.code).toBe('choice_closed')
    expect((await toPlace(one, second)).status).toBe(200)
  })
})

describe('stockpiles', () => {
  const keep = (order: ChoiceOptions, id: string) => choose(order, { kind: 'stockpile', pickup_point_id: id })
  const confirm = async (productId: string) => {
    await market.db.owner.query('update public.products set stockpile_allowed = true where id = $1', [productId])
    await market.db.owner.query('update public.products set stockpile_confirmed_at = now() where id = $1', [productId])
  }

  test('are only for storable goods of known weight', async () => {
    const one = await joined()
    expect((await keep(one, place)).body.code).toBe('not_stockpiled')
    await confirm(one.productId)
    await market.db.owner.query('update public.order_lines set kg_per_unit = null where order_id = $1', [one.orderId])
    expect((await keep(one, place)).body.code).toBe('weight_unknown')
    await market.db.owner.query('update public.order_lines set kg_per_unit = 50 where order_id = $1', [one.orderId])
    expect((await keep(one, place)).status).toBe(200)
    // The database refuses more than the capacity.
    const small = await createHub(market, { stockpile_capacity_kg: 60 })
    expect((await keep(one, small)).status).toBe(200)
    const more = await market.call('join-group-buy', { group_buy_id: one.buyId, quantity: 1 }, { as: one.buyer })
    expect([more.status, more.body.message]).toEqual([409, 'There is no room left at this place for so much.'])
  })

  test('forty concurrent choices never exceed the capacity', async () => {
    const room = await createHub(market, { stockpile_capacity_kg: 620 })
    // From many buys, because a shared row would serialise them.
    const orders: Awaited<ReturnType<typeof buys.join>>[] = []
    for (let which = 0; which < 10; which += 1) {
      const { buyId, productId } = await market.buy()
      await confirm(productId)
      for (let person = 0; person < 4; person += 1) orders.push(await buys.join(buyId))
    }
    const responses = await Promise.all(orders.map((one) => keep(one, room)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['no_room']),
    )
    const { kg } = await market.row<{ kg: string }>('select public.stockpiled_kg($1) as kg', [room])
    expect(Number(kg)).toBe(600)
    // The capacity cannot drop below what is stored; leaving frees some.
    const coordinator = await market.person({ role: 'coordinator' })
    const seen = await market.row<Record<string, string>>(
      `select to_jsonb(p) #>> '{updated_at}' as seen, name, state, lga, street from public.pickup_points p where id = $1`,
      [room],
    )
    const less = await market.call(
      'save-place',
      {
        ...seen,
        id: room,
        shop: null,
        instructions: '',
        latitude: null,
        longitude: null,
        phone: null,
        opening_hours: [{ day: 1, opens: '08:00', closes: '18:00' }],
        stockpile_capacity_kg: 599,
      },
      { as: coordinator },
    )
    expect(less.body.errors.stockpile_capacity_kg).toContain('600 kg')
    const [won, lost] = [0, 1].map((which) => responses.findIndex(({ status }) => (status === 200) === (which === 0)))
    const [first, next] = [orders[won ?? 0], orders[lost ?? 0]]
    if (!first || !next) throw new Error('both kinds are there')
    await market.call('leave-group-buy', { order_id: first.orderId }, { as: first.buyer })
    expect((await keep(next, room)).status).toBe(200)
  })
})
