import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

// Stored sums of orders and accounts (docs/decisions/0054) always equal those of the rows.
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query('update public.products set available_quantity = 100000 where id = any ($1)', [
    [cast.ids.productId, cast.ids.spare],
  ])
  // Exempt from the limits on unpaid promises, which are not tested here.
  const people = [cast.customer, cast.other, cast.rival]
  await db.owner.query('insert into public.verified_accounts (profile_id) select unnest($1::uuid[])', [people])
})
afterAll(() => db.drop())

const storedSums = async (sql = 'select sum(orders)::integer as orders, sum(goods)::text as goods from sums.orders') =>
  (await db.owner.query(sql)).rows[0]

const faults = async () => (await auditMarket(db.owner)).filter(({ rule }) => rule.endsWith(' sums'))

const move = (id: string, cause: string, set: string) =>
  queryWithCause(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

/** An unpaid order from the cart with two products. */
async function fromTheCart(person = cast.customer): Promise<string> {
  const written = async (sql: string, values: unknown[]) =>
    (await queryWithCause(db.owner, 'buyer', sql, values)).rows[0].id
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

/** Ends of an order from the cart, by status. */
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

test('the sums equal those of the rows after any concurrent changes of orders', async () => {
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

test('the sums follow manual corrections of ended orders', async () => {
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

test('an order inserted with a final status is counted, and subtracted on delete', async () => {
  await fromTheCart()
  const before = await storedSums()
  // Disables the guard, because no cause may insert such an order.
  await db.owner.query('alter table public.orders disable trigger log_status_change_of_new')
  const { rows } = await db.owner.query(
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, status, ended_at)
     select checkout_id, user_id, vendor_id, 2, 300.50, 'expired', now() from public.orders where checkout_id is not null limit 1 returning id`,
  )
  await db.owner.query('alter table public.orders enable trigger log_status_change_of_new')
  expect((await storedSums()).orders).toBe(before.orders + 1)
  expect(await faults()).toEqual([])
  await db.owner.query('delete from public.orders where id = $1', [rows[0].id])
  expect(await storedSums()).toEqual(before)
  expect(await faults()).toEqual([])
})

test('promised and paid orders add no row and take no lock', async () => {
  const rows =
    'select (select count(*) from sums.orders)::integer + (select count(*) from sums.products)::integer as rows'
  const before = await storedSums(rows)
  await ENDS.paid?.(await fromTheCart())
  await fromTheCart()
  expect(await storedSums(rows)).toEqual(before)
})

test('concurrent changes of the same sum of a shop do not block each other', async () => {
  const [one, two] = [await fromTheCart(), await fromTheCart(cast.other)]
  for (const id of [one, two]) await ENDS.paid?.(id)
  const first = await db.owner.connect()
  try {
    await first.query(`begin; select public.caused_by('vendor')`)
    await first.query(`update public.orders set status = 'ready', ready_at = now() where id = $1`, [one])
    // With a lock this would wait for the first transaction forever.
    await move(two, 'vendor', `status = 'ready', ready_at = now()`)
    await first.query('commit')
  } finally {
    await first.query('rollback')
    first.release()
  }
  expect(await faults()).toEqual([])
})

test('folding leaves one row for each key and changes no sum, also while orders end', async () => {
  const before = await storedSums()
  const ending = Array.from({ length: 4 }, async () => ENDS.expired?.(await fromTheCart()))
  await Promise.all([...ending, ...Array.from({ length: 4 }, () => db.owner.query('select sums.fold()'))])
  await db.owner.query('select sums.fold()')
  expect(await faults()).toEqual([])
  expect((await storedSums()).orders).toBe(before.orders + 4)
  const { rows } = await db.owner.query(
    'select vendor_id, month, status from sums.orders group by 1, 2, 3 having count(*) > 1',
  )
  expect(rows).toEqual([])
})

test('a recount from the rows gives the same sums', async () => {
  const before = await storedSums()
  await db.owner.query('select sums.recount()')
  expect(await storedSums()).toEqual(before)
})

test('the platform’s accounts have daily sums of posted movements, without holds', async () => {
  const post = (key: string, lines: unknown) =>
    db.owner.query('select ledger.post($1, $2)', [key, JSON.stringify(lines)])
  await post('test:one', [{ kind: 'gateway_charged', amount_kobo: 700 }])
  await post('test:two', [{ kind: 'gateway_charged', amount_kobo: 50 }])
  expect(
    await storedSums(`select sum(s.credits_kobo)::integer as kobo from sums.account_days s
      join ledger.accounts a on a.id = s.account_id where a.kind = 'gateway'`),
  ).toEqual({ kobo: 750 })
  expect((await auditLedger(db.owner)).filter(({ rule }) => rule === 'account days')).toEqual([])
})

test('the audit finds a sum that differs from its rows', async () => {
  await db.owner.query('update sums.orders set orders = orders + 1 where ctid = (select min(ctid) from sums.orders)')
  await db.owner.query('update sums.products set goods = goods + 1 where ctid = (select min(ctid) from sums.products)')
  await db.owner.query(
    'update sums.sales_days set joins = joins + 1 where ctid = (select min(ctid) from sums.sales_days)',
  )
  await db.owner.query('update sums.account_days set debits_kobo = debits_kobo + 1')
  expect((await faults()).map(({ rule }) => rule).sort()).toEqual(['order sums', 'product sums', 'sales day sums'])
  expect((await auditLedger(db.owner)).map(({ rule }) => rule)).toContain('account days')
  await db.owner.query('select sums.recount()')
  expect(await faults()).toEqual([])
})

test('the shop and its overseers read its sums, and no user writes them', async () => {
  await ENDS.expired?.(await fromTheCart())
  for (const table of ['sums.orders', 'sums.products']) {
    const read = async (who: 'vendor' | 'rival' | 'chief' | 'other') =>
      (await asPerson(db, cast[who], `select * from ${table}`)).rows.length
    expect(await read('vendor'), table).toBeGreaterThan(0)
    expect(await read('chief'), table).toBeGreaterThan(0)
    expect(await read('rival'), table).toBe(0)
    expect(await read('other'), table).toBe(0)
    expect((await asPerson(db, cast.chief, `delete from ${table}`)).errorCode, table).toBe('42501')
    expect((await asPerson(db, null, `select * from ${table}`)).errorCode, table).toBe('42501')
  }
  expect((await asPerson(db, cast.chief, 'select * from sums.account_days')).errorCode).toBe('42501')
  expect((await asPerson(db, cast.chief, 'select sums.recount()')).errorCode).toBe('42501')
})
