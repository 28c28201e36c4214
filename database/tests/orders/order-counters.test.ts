import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange } from '../setup/as-person.ts'

// Counters, stock and lines (docs/decisions/0012): commands change orders, and triggers update the sums.

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  // A high maximum, so that one person may take everything.
  await db.owner.query('update public.products set max_quantity = 100 where id = $1', [cast.ids.productId])
})
afterAll(() => db.drop())

interface Counts {
  current_quantity: number
  current_participants: number
  paid_quantity: number
  paid_participants: number
}

let buyId = ''
beforeEach(async () => {
  const { rows } = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date, price_tiers)
     select id, vendor_id, 'active', 20, now() + interval '9 days', '[{"participants":2,"price":45000}]'
     from public.products where id = $1 returning id`,
    [cast.ids.productId],
  )
  buyId = rows[0].id
})

const counts = async () =>
  (
    await db.owner.query<Counts>(
      'select current_quantity, current_participants, paid_quantity, paid_participants from public.group_buys where id = $1',
      [buyId],
    )
  ).rows[0]

const join = async (person: string, quantity: number, unitPrice: number, terms = 1): Promise<string> =>
  (
    await queryWithCause(
      db.owner,
      'buyer',
      `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, terms_version)
       values ($1, $2, $3, $4::integer, $5::numeric, $5::numeric * $4::integer, 50000, $6) returning id`,
      [buyId, person, cast.ids.vendorId, quantity, unitPrice, terms],
    )
  ).rows[0].id

const to = (cause: string, id: string, set: string) =>
  queryWithCause(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

const stock = async () =>
  (await db.owner.query('select available_quantity from public.products where id = $1', [cast.ids.productId])).rows[0]
    .available_quantity

test('each status change of an order is counted once, and a person once however many orders they have', async () => {
  const first = await join(cast.customer, 2, 50000)
  expect(await counts()).toEqual({
    current_quantity: 2,
    current_participants: 1,
    paid_quantity: 0,
    paid_participants: 0,
  })
  await to('gateway', first, `status = 'paid', paid_at = now()`)
  const sibling = await join(cast.customer, 1, 50000)
  await join(cast.other, 4, 45000)
  expect(await counts()).toEqual({
    current_quantity: 7,
    current_participants: 2,
    paid_quantity: 2,
    paid_participants: 1,
  })
  await to('buyer', sibling, `status = 'cancelled'`)
  expect(await counts()).toEqual({
    current_quantity: 6,
    current_participants: 2,
    paid_quantity: 2,
    paid_participants: 1,
  })
  await to('buyer', first, `status = 'refunding'`)
  expect(await counts()).toEqual({
    current_quantity: 4,
    current_participants: 1,
    paid_quantity: 0,
    paid_participants: 0,
  })
})

test('rejects an order with a price or terms other than the current ones', async () => {
  await expect(join(cast.customer, 1, 45000)).rejects.toThrow('at the price and terms of its buy')
  await expect(join(cast.customer, 1, 50000, 2)).rejects.toThrow('at the price and terms of its buy')
  await db.owner.query(`update public.group_buys set end_date = end_date - interval '1 day' where id = $1`, [buyId])
  await expect(join(cast.customer, 1, 50000)).rejects.toThrow('at the price and terms of its buy')
  await join(cast.customer, 1, 50000, 2)
})

test('rejects joins of an ended buy and overselling without the checks of commands', async () => {
  // A buyer who has paid is exempt from the limit for new accounts.
  await to('gateway', await join(cast.customer, 1, 50000), `status = 'paid', paid_at = now()`)
  await expect(join(cast.customer, 20, 50000)).rejects.toThrow('places_are_not_oversold')
  const early = await join(cast.other, 1, 45000)
  await db.owner.query('update public.group_buys set end_date = clock_timestamp() where id = $1', [buyId])
  await expect(join(cast.customer, 1, 45000, 2)).rejects.toThrow('This group buy is no longer active')
  await expect(
    queryWithCause(db.owner, 'buyer', `update public.orders set quantity = 2, total_amount = 90000 where id = $1`, [
      early,
    ]),
  ).rejects.toThrow('This group buy is no longer active')
})

test('the service itself cannot write a counter', async () => {
  const identity = { role: 'service_role', claims: { role: 'service_role' } }
  for (const column of [
    'current_quantity',
    'current_participants',
    'paid_quantity',
    'paid_participants',
    'terms_version',
  ]) {
    const write = db.database.as(identity, (tx) =>
      tx.query(`update public.group_buys set ${column} = 1 where id = $1`, [buyId]),
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  }
})

test('the line of an order from a buy is updated with the order', async () => {
  const id = await join(cast.customer, 1, 50000)
  await to('buyer', id, `quantity = 3, total_amount = 150000`)
  const { rows } = await db.owner.query(
    'select product_name, quantity, unit_price, base_price from public.order_lines where order_id = $1',
    [id],
  )
  expect(rows).toEqual([{ product_name: 'Brown beans', quantity: 3, unit_price: '50000.00', base_price: '50000.00' }])
})

test('an open buy reserves stock for its target, a closed one for its orders, and an upsert without effect reserves nothing', async () => {
  const before = await stock()
  const again = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.group_buys (id, product_id, vendor_id, status, target_quantity, end_date)
     select $2, id, vendor_id, 'active', 20, now() + interval '9 days' from public.products where id = $1 on conflict (id) do nothing`,
    [cast.ids.productId, buyId],
  )
  expect([again.rowCount, await stock()]).toEqual([0, before])
  await join(cast.customer, 3, 50000)
  await queryWithCause(db.owner, 'clock', `update public.group_buys set status = 'closed' where id = $1`, [buyId])
  expect(await stock()).toBe(before + 17)
})

test('a cart takes its units out of stock and returns them if it is not paid', async () => {
  const before = await stock()
  const { rows } = await queryWithCause(
    db.owner,
    'buyer',
    `with opened as (insert into public.checkouts (user_id) values ($1) returning id)
     insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, fee_kobo, amount_due_kobo)
     select id, $1, $2, 5, 250000, 625000, 25625000 from opened returning id`,
    [cast.customer, cast.ids.vendorId],
  )
  const line = (quantity: number) =>
    db.owner.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       values ($1, $2, 'Brown beans', 'bag', $3, 50000, 50000)`,
      [rows[0].id, cast.ids.productId, quantity],
    )
  await expect(line(before + 1)).rejects.toThrow('There is not enough in stock.')
  await line(5)
  expect(await stock()).toBe(before - 5)
  await to('clock', rows[0].id, `status = 'expired', amount_due_kobo = 0`)
  expect(await stock()).toBe(before)
  expect((await auditMarket(db.owner)).map(({ rule }) => rule)).toEqual(expect.not.arrayContaining(['L16 lines']))
})

test('an order from a buy is never handed over before settlement, and one from the cart has no settlement', async () => {
  const id = await join(cast.customer, 1, 50000)
  await to('gateway', id, `status = 'paid', paid_at = now()`)
  await expect(to('vendor', id, `status = 'ready'`)).rejects.toThrow('settled_before_ready')
})
