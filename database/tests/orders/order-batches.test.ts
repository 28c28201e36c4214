import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { readAnnouncement } from '#platform/realtime/changes/announcement.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange } from '../setup/as-person.ts'

// Batches of orders in one statement (docs/decisions/0051): every guard of a new order applies to each of them.

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let people: string[] = []
let buyId = ''
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query('update public.products set max_quantity = 100, available_quantity = 10000 where id = $1', [
    cast.ids.productId,
  ])
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), 'together' || n || '@market.test', now() from generate_series(1, 8) n returning id`,
  )
  people = rows.map(({ id }) => id)
})
afterAll(() => db.drop())
beforeEach(async () => {
  buyId = await openBuy()
})

async function openBuy(mode = 'reserve'): Promise<string> {
  const { rows } = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date, price_tiers, payment_mode)
     select id, vendor_id, 'active', 20, now() + interval '9 days', '[{"participants":2,"price":45000},{"participants":4,"price":40000}]', $2
     from public.products where id = $1 returning id`,
    [cast.ids.productId, mode],
  )
  return rows[0].id
}

interface Order {
  person: string | undefined
  price: number
  quantity?: number
  terms?: number
  buy?: string
  hold?: string | null
  status?: string
  place?: string
  zone?: string
  fulfilment?: string
}

/** Inserts all orders with one statement, in this order. */
const write = (orders: Order[], cause = 'buyer') =>
  queryWithCause(
    db.owner,
    cause,
    `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, terms_version, hold_expires_at, status, pickup_point_id, delivery_zone_id, fulfilment)
     select coalesce(buy, $2), person, $3, coalesce(quantity, 1), price, price * coalesce(quantity, 1), 50000, coalesce(terms, 1), hold, coalesce(status, 'pending'), place, zone, coalesce(fulfilment, 'pickup')
     from rows from (json_to_recordset($1) as (person uuid, price numeric, quantity integer, terms integer, buy uuid, hold timestamptz, status text, place uuid, zone uuid, fulfilment text)) with ordinality
     order by ordinality`,
    [JSON.stringify(orders), buyId, cast.ids.vendorId],
  )

const counts = async () =>
  (await db.owner.query('select current_quantity, current_participants from public.group_buys where id = $1', [buyId]))
    .rows[0]

/** Audits everything except fees, which the commands write. */
const expectCountsThatAgree = async () =>
  expect((await auditMarket(db.owner)).filter(({ rule }) => !/^L1[06] /.test(rule))).toEqual([])

test('each has the price of its own count, and a buy with several of them is counted correctly', async () => {
  const [a, b, c, d] = people
  const other = await openBuy()
  await write([
    { person: a, price: 50000, quantity: 2 },
    { person: a, price: 50000, buy: other },
    { person: b, price: 45000 },
    { person: b, price: 45000, buy: other, quantity: 3 },
    { person: c, price: 45000 },
    { person: d, price: 40000 },
  ])
  expect(await counts()).toEqual({ current_quantity: 5, current_participants: 4 })
  const lines = await db.owner.query(
    'select l.quantity, l.unit_price, l.vat_class, l.kg_per_unit is not null as weighed from public.order_lines l join public.orders o on o.id = l.order_id where o.group_buy_id = $1 order by o.order_no',
    [buyId],
  )
  expect(lines.rows.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual([
    [2, '50000.00'],
    [1, '45000.00'],
    [1, '45000.00'],
    [1, '40000.00'],
  ])
  const filled = await db.owner.query(
    `select count(*)::integer as alike from public.order_lines l join public.orders o on o.id = l.order_id join public.products p on p.id = l.product_id join public.group_buys g on g.id = o.group_buy_id
     where o.group_buy_id = $1 and l.vat_class = p.vat_class and l.kg_per_unit is not distinct from coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(l.unit, l.product_name, p.category))`,
    [buyId],
  )
  expect(filled.rows[0].alike).toBe(4)
  await expectCountsThatAgree()
})

test.each([
  ['the price of the count before it', [50000, 50000]],
  ['the price of the count after it', [45000, 45000]],
  ['the price of the whole statement for its last', [50000, 45000, 40000]],
])('rejects %s', async (_, prices) => {
  await expect(write(prices.map((price, place) => ({ person: people[place], price })))).rejects.toThrow(
    'price and terms',
  )
  expect(await counts()).toMatchObject({ current_quantity: 0 })
})

test('rejects outdated terms of one order', async () => {
  const two = [
    { person: people[0], price: 50000 },
    { person: people[1], price: 45000, terms: 2 },
  ]
  await expect(write(two)).rejects.toThrow('price and terms')
})

test('rejects an order of an ended or closed buy with valid price and terms', async () => {
  const [ended, closed] = [await openBuy(), await openBuy()]
  await db.owner.query('update public.group_buys set end_date = now() where id = $1', [ended])
  await queryWithCause(db.owner, 'clock', `update public.group_buys set status = 'closed' where id = $1`, [closed])
  for (const late of [ended, closed]) {
    const two = [
      { person: people[0], price: 50000 },
      { person: people[1], price: 50000, buy: late },
    ]
    await expect(write(two)).rejects.toThrow('no longer active')
  }
  expect(await counts()).toMatchObject({ current_quantity: 0 })
})

test('a person with several orders counts once, in the same statement and after an earlier one', async () => {
  const [a, b, c] = people
  await write([{ person: a, price: 50000 }])
  // A person may have only one pending order; the others are paid.
  await queryWithCause(
    db.owner,
    'gateway',
    `update public.orders set status = 'paid', hold_expires_at = null, paid_at = now(), amount_due_kobo = 0 where group_buy_id = $1`,
    [buyId],
  )
  await write([
    { person: a, price: 50000 },
    { person: b, price: 45000 },
  ])
  expect(await counts()).toEqual({ current_quantity: 3, current_participants: 2 })
  await expect(
    write([
      { person: c, price: 45000 },
      { person: c, price: 45000 },
    ]),
  ).rejects.toThrow('one_pending_order')
  await expectCountsThatAgree()
})

test('rejects more units than the target', async () => {
  // Buyers who have paid are exempt from other limits.
  const elsewhere = await openBuy()
  await write(
    people.slice(0, 3).map((person, place) => ({ person, price: place === 0 ? 50000 : 45000, buy: elsewhere })),
  )
  await queryWithCause(
    db.owner,
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where group_buy_id = $1`,
    [elsewhere],
  )
  const all = people.slice(0, 3).map((person, place) => ({ person, price: place === 0 ? 50000 : 45000, quantity: 7 }))
  await expect(write(all)).rejects.toThrow('places_are_not_oversold')
})

test('limits the promises of each person, independent of the rest of the batch', async () => {
  const [a, b] = people
  const buys = await Promise.all(Array.from({ length: 6 }, () => openBuy()))
  const six = buys.map((buy) => ({ person: a, price: 50000, buy }))
  await expect(write([{ person: b, price: 50000 }, ...six])).rejects.toThrow('Too many orders are unpaid')
})

test('new accounts hold at most half of a buy, counting the whole batch', async () => {
  const two = (quantity: number) => [
    { person: people[3], price: 50000, quantity: 5 },
    { person: people[4], price: 45000, quantity },
  ]
  await expect(write(two(6))).rejects.toThrow('New accounts hold enough of this group buy unpaid')
  await write(two(5))
  await expect(write([{ person: people[7], price: 45000 }])).rejects.toThrow('New accounts hold enough')
})

test('rejects promises of too large a part of a buy, independent of the rest of the batch', async () => {
  const { rows } = await db.owner.query<{ terms: number }>(
    'update public.group_buys set min_quantity = 1, max_quantity = null where id = $1 returning terms_version as terms',
    [buyId],
  )
  const terms = rows[0]?.terms ?? 0
  const two = (quantity: number) => [
    { person: people[6], price: 50000, terms },
    { person: people[7], price: 45000, terms, quantity },
  ]
  await expect(write(two(6))).rejects.toThrow('Too large a part of this group buy is unpaid')
  await write(two(5))
})

test('an order that must be paid on joining has a hold of the exact length', async () => {
  const held = await openBuy('pay_to_join')
  const far = new Date(Date.now() + 86_400_000).toISOString()
  const order = { person: people[0], price: 50000, buy: held }
  await expect(write([{ ...order, hold: far }])).rejects.toThrow('paid on joining')
  await expect(write([order])).rejects.toThrow('paid on joining')
  const soon = new Date(Date.now() + 60_000).toISOString()
  await write([{ ...order, hold: soon }])
  const { rows } = await db.owner.query('select hold_expires_at from public.orders where group_buy_id = $1', [held])
  expect(rows).toEqual([{ hold_expires_at: new Date(soon) }])
  // Additions do not extend it.
  const longer = `update public.orders set quantity = 2, total_amount = 100000, hold_expires_at = now() + interval '20 minutes' where group_buy_id = $1`
  await expect(queryWithCause(db.owner, 'buyer', longer, [held])).rejects.toThrow('paid on joining')
})

test('rejects a place of another shop', async () => {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, closed_at, closed_reason) values ('Closed hall', 'Lagos', 'Kosofe', '12 Ikorodu Road', now(), 'Sold to a bank') returning id`,
  )
  const two = [
    { person: people[0], price: 50000 },
    { person: people[1], price: 45000, place: rows[0]?.id ?? '' },
  ]
  await expect(write(two)).rejects.toThrow('cannot be collected at that place')
})

test('limits stockpiles to the free room, also within one batch', async () => {
  await db.owner.query('update public.products set kg_per_unit = 50 where id = $1', [cast.ids.productId])
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, stockpile_capacity_kg) values ('Small hall', 'Lagos', 'Kosofe', '14 Ikorodu Road', 120) returning id`,
  )
  const stored = { place: rows[0]?.id ?? '', fulfilment: 'stockpile' }
  const three = [50000, 45000, 45000].map((price, place) => ({ ...stored, person: people[place + 5], price }))
  await expect(write(three)).rejects.toThrow('There is no room left at this place for so much.')
  await write(three.slice(0, 2))
})

test('rejects deliveries without an address', async () => {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into public.delivery_zones (name, state, fee_kobo) values ('Mainland', 'Lagos', 1000) returning id`,
  )
  const two = [
    { person: people[3], price: 50000 },
    { person: people[4], price: 45000, fulfilment: 'delivery', zone: rows[0]?.id ?? '' },
  ]
  await expect(write(two)).rejects.toThrow('cannot be delivered to that address')
})

test('rejects an initial status that is not allowed for the cause', async () => {
  const two = [
    { person: people[0], price: 50000 },
    { person: people[1], price: 45000, status: 'paid' },
  ]
  await expect(write(two)).rejects.toThrow('order cannot go from new to paid')
  await expect(write(two.slice(0, 1), 'vendor')).rejects.toThrow('order cannot go from new to pending by vendor')
})

test('each order and each buy that moved is announced once, and a buy that stayed as it was is not', async () => {
  const [a, b] = people.slice(6)
  const [other, idle] = [await openBuy(), await openBuy()]
  const heard: string[] = []
  const stop = await db.database.listen('realtime_changes', (text) => heard.push(text))
  await write([
    { person: a, price: 50000 },
    { person: b, price: 45000 },
    { person: a, price: 50000, buy: other },
  ])
  await db.owner.query('update public.group_buys set updated_at = updated_at where id = $1', [idle])
  await db.owner.query(`select pg_notify('realtime_changes', 'the end')`)
  await expect.poll(() => heard.at(-1)).toBe('the end')
  await stop()
  const said = heard.flatMap((text) => readAnnouncement(text) ?? [])
  const { rows } = await db.owner.query<{ id: string }>('select id from public.orders where group_buy_id in ($1, $2)', [
    buyId,
    other,
  ])
  const of = (table: string) => said.filter((one) => one.table === table)
  expect(of('orders')).toHaveLength(3)
  expect(new Set(of('orders').map(({ key }) => key?.id))).toEqual(new Set(rows.map(({ id }) => id)))
  expect(of('orders')[0]).toMatchObject({ schema: 'public', type: 'INSERT', oldKey: null })
  expect(of('group_buys')).toHaveLength(2)
  expect(of('group_buys')).toEqual(
    expect.arrayContaining(
      [buyId, other].map((id) => expect.objectContaining({ type: 'UPDATE', key: { id }, oldKey: { id } })),
    ),
  )
})

test('facts_of_joiners agrees with the rights functions for one person', async () => {
  const [plain = '', banned = '', deleted = '', unconfirmed = '', stepped = ''] = people
  await db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned])
  await db.owner.query('update auth.users set deleted_at = now() where id = $1', [deleted])
  await db.owner.query('update auth.users set email_confirmed_at = null where id = $1', [unconfirmed])
  await db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
    [stepped],
  )
  const requested = [plain, banned, deleted, unconfirmed, stepped, '11111111-1111-4111-8111-111111111111']
  const together = await db.owner.query(
    'select is_disabled, is_confirmed, has_second_factor, email from public.facts_of_joiners($1, $2)',
    [requested, requested.map(() => buyId)],
  )
  const one = await db.owner.query(
    `select rights.is_disabled(p) as is_disabled, rights.is_confirmed(p) as is_confirmed, rights.has_second_factor(p) as has_second_factor, rights.email_of(p) as email
     from unnest($1::uuid[]) with ordinality as w (p, n) order by n`,
    [requested],
  )
  expect(together.rows).toEqual(one.rows)
})
