import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { auditLedger } from '../audit/ledger.ts'
import { auditMarket } from '../audit/market.ts'
import { arrange, asPerson } from './as-person.ts'
import { movedBy } from './moved-by.ts'

// What orders and accounts add up to is kept beside them (docs/decisions/0054): always what their rows make.
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query('update public.products set available_quantity = 100000 where id = any ($1)', [
    [cast.ids.productId, cast.ids.spare],
  ])
  // The limits on what people owe are not what this is about.
  const people = [cast.customer, cast.other, cast.rival]
  await db.owner.query('insert into public.verified_accounts (profile_id) select unnest($1::uuid[])', [people])
})
afterAll(() => db.drop())

const kept = async (sql = 'select sum(orders)::integer as orders, sum(goods)::text as goods from sums.orders') =>
  (await db.owner.query(sql)).rows[0]

const faults = async () => (await auditMarket(db.owner)).filter(({ rule }) => rule.startsWith('kept'))

const move = (id: string, cause: string, set: string) =>
  movedBy(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

/** An order from the cart with two products, still to be paid. */
async function fromTheCart(person = cast.customer): Promise<string> {
  const written = async (sql: string, values: unknown[]) => (await movedBy(db.owner, 'buyer', sql, values)).rows[0].id
  const checkout = await written('insert into public.checkouts (user_id) values ($1) returning id', [person])
  const order = await written(
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount) values ($1, $2, $3, 3, 81000.55) returning id`,
    [checkout, person, cast.ids.vendorId],
  )
  await db.owner.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
     values ($1, $2, 'Brown beans', 'bag', 2, 50000, 40000), ($1, $3, 'White beans', 'bag', 1, 50000, 1000.55)`,
    [order, cast.ids.productId, cast.ids.spare],
  )
  return order
}

/** What may happen to an order from the cart, by how far it got. */
const ENDS: Record<string, (id: string) => Promise<unknown>> = {
  pending: async () => undefined,
  expired: (id) => move(id, 'clock', `status = 'expired'`),
  cancelled: (id) => move(id, 'buyer', `status = 'cancelled'`),
  paid: (id) => move(id, 'gateway', `status = 'paid', paid_at = now()`),
  ready: async (id) => {
    await ENDS.paid?.(id)
    await move(id, 'vendor', `status = 'ready', ready_at = now()`)
  },
}

test('whatever becomes of orders, at once and in any order, the sums are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(ENDS)), { minLength: 4, maxLength: 8 }), async (ends) => {
      const people = [cast.customer, cast.other, cast.rival]
      await Promise.all(
        ends.map(async (end, at) => ENDS[end]?.(await fromTheCart(people[at % people.length] ?? cast.customer))),
      )
      expect(await faults()).toEqual([])
    }),
    { numRuns: 4 },
  )
})

test('whatever of an order that has ended is put right by hand, the sums follow', async () => {
  const id = await fromTheCart()
  await ENDS.ready?.(id)
  const changes = [
    `vendor_id = (select v.id from public.vendors v where v.id <> o.vendor_id limit 1)`,
    `vendor_id = '${cast.ids.vendorId}'`,
    `created_at = created_at - interval '40 days'`,
    'total_amount = total_amount + 0.45',
    'buyer_fee_bps = buyer_fee_bps + 30',
    'vendor_fee_bps = vendor_fee_bps - 30',
  ]
  for (const change of changes) {
    await db.owner.query(`update public.orders o set ${change} where id = $1`, [id])
    expect(await faults(), change).toEqual([])
  }
})

test('an order that is written with its end is counted, and no longer when it is removed', async () => {
  await fromTheCart()
  const before = await kept()
  // No cause may begin an order so, which is a guard's to say and nothing that the sums rely on.
  await db.owner.query('alter table public.orders disable trigger log_status_change_of_new')
  const { rows } = await db.owner.query(
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, status, ended_at)
     select checkout_id, user_id, vendor_id, 2, 300.50, 'expired', now() from public.orders where checkout_id is not null limit 1 returning id`,
  )
  await db.owner.query('alter table public.orders enable trigger log_status_change_of_new')
  expect((await kept()).orders).toBe(before.orders + 1)
  expect(await faults()).toEqual([])
  await db.owner.query('delete from public.orders where id = $1', [rows[0].id])
  expect(await kept()).toEqual(before)
  expect(await faults()).toEqual([])
})

test('what is only promised or paid adds no row, and waits for nobody', async () => {
  const rows =
    'select (select count(*) from sums.orders)::integer + (select count(*) from sums.products)::integer as rows'
  const before = await kept(rows)
  await ENDS.paid?.(await fromTheCart())
  await fromTheCart()
  expect(await kept(rows)).toEqual(before)
})

test('two that move orders of one shop into the same sum do not wait for each other', async () => {
  const [one, two] = [await fromTheCart(), await fromTheCart(cast.other)]
  for (const id of [one, two]) await ENDS.paid?.(id)
  const first = await db.owner.connect()
  try {
    await first.query(`begin; select public.caused_by('vendor')`)
    await first.query(`update public.orders set status = 'ready', ready_at = now() where id = $1`, [one])
    // Would wait for the end of the first, and so for ever.
    await move(two, 'vendor', `status = 'ready', ready_at = now()`)
    await first.query('commit')
  } finally {
    await first.query('rollback')
    first.release()
  }
  expect(await faults()).toEqual([])
})

test('folding leaves one row for each key and changes no sum, also while orders end', async () => {
  const before = await kept()
  const ending = Array.from({ length: 4 }, async () => ENDS.expired?.(await fromTheCart()))
  await Promise.all([...ending, ...Array.from({ length: 4 }, () => db.owner.query('select sums.fold()'))])
  await db.owner.query('select sums.fold()')
  expect(await faults()).toEqual([])
  expect((await kept()).orders).toBe(before.orders + 4)
  const { rows } = await db.owner.query(
    'select vendor_id, month, status from sums.orders group by 1, 2, 3 having count(*) > 1',
  )
  expect(rows).toEqual([])
})

test('counting anew from the rows makes the same', async () => {
  const before = await kept()
  await db.owner.query('select sums.recount()')
  expect(await kept()).toEqual(before)
})

test('the platform’s accounts have their days, of what was posted and not of what is held', async () => {
  const post = (key: string, lines: unknown) =>
    db.owner.query('select ledger.post($1, $2)', [key, JSON.stringify(lines)])
  await post('test:one', [{ kind: 'gateway_charged', amount_kobo: 700 }])
  await post('test:two', [{ kind: 'gateway_charged', amount_kobo: 50 }])
  expect(
    await kept(`select sum(s.credits_kobo)::integer as kobo from sums.account_days s
      join ledger.accounts a on a.id = s.account_id where a.kind = 'gateway'`),
  ).toEqual({ kobo: 750 })
  expect((await auditLedger(db.owner)).filter(({ rule }) => rule === 'kept days')).toEqual([])
})

test('the audit finds a sum that is not that of its rows', async () => {
  await db.owner.query('update sums.orders set orders = orders + 1 where ctid = (select min(ctid) from sums.orders)')
  await db.owner.query('update sums.products set goods = goods + 1 where ctid = (select min(ctid) from sums.products)')
  await db.owner.query('update sums.account_days set debits_kobo = debits_kobo + 1')
  expect((await faults()).map(({ rule }) => rule).sort()).toEqual(['kept orders', 'kept products'])
  expect((await auditLedger(db.owner)).map(({ rule }) => rule)).toContain('kept days')
  await db.owner.query('select sums.recount()')
  expect(await faults()).toEqual([])
})

test('a shop’s sums are seen by the shop and by those who look after it, and written by nobody', async () => {
  await ENDS.expired?.(await fromTheCart())
  for (const table of ['sums.orders', 'sums.products']) {
    const read = async (who: 'vendor' | 'rival' | 'chief' | 'other') =>
      (await asPerson(db, cast[who], `select * from ${table}`)).rows.length
    expect(await read('vendor'), table).toBeGreaterThan(0)
    expect(await read('chief'), table).toBeGreaterThan(0)
    expect(await read('rival'), table).toBe(0)
    expect(await read('other'), table).toBe(0)
    expect((await asPerson(db, cast.chief, `delete from ${table}`)).refused, table).toBe('42501')
    expect((await asPerson(db, null, `select * from ${table}`)).refused, table).toBe('42501')
  }
  expect((await asPerson(db, cast.chief, 'select * from sums.account_days')).refused).toBe('42501')
  expect((await asPerson(db, cast.chief, 'select sums.recount()')).refused).toBe('42501')
})
