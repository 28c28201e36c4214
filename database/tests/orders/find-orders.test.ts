import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

/** Enough to detect a plan that scans all orders. */
const COPIES = 4000

let db: TestDatabase
let cast: Cast & { ids: Record<string, string> }
let orderNo: number
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  orderNo = Number(
    (await db.owner.query('select order_no from public.orders where id = $1', [cast.ids.orderId])).rows[0].order_no,
  )
  await withoutTriggers(db.owner, async (client) => {
    for (const statement of COPIED) await client.query(statement.replaceAll('$copies', String(COPIES)))
  })
  await db.owner.query('analyze public.orders, public.order_lines, public.profiles, public.products')
})
afterAll(() => db.drop())

/** Expired orders of other people in both shops, a minute apart, older than the fixture's order. */
const COPIED = [
  `insert into public.profiles (id, full_name) select md5('p' || c)::uuid, 'Buyer ' || chr(65 + c % 26) || 'kechi ' || c from generate_series(1, $copies) c`,
  `insert into public.orders (id, group_buy_id, user_id, vendor_id, buyer_name, quantity, unit_price, total_amount, ceiling_unit_price, status, created_at)
   select md5('o' || c)::uuid, o.group_buy_id, md5('p' || c)::uuid, o.vendor_id, 'Buyer', 1, 50000, 50000, 50000, 'expired', o.created_at - c * interval '1 minute'
   from public.orders o cross join generate_series(1, $copies) c where o.status = 'pending'`,
  `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
   select o.id, l.product_id, l.product_name, l.unit, 1, 50000, 50000 from public.orders o cross join public.order_lines l where o.status = 'expired'`,
]

interface Found {
  ids: string[]
  created: string[]
  /** The key at which the search stopped. */
  edge: { after_at: unknown; after_id: unknown } | null
}

const findOrdersSql = (filter: Record<string, unknown>) =>
  `select id, created_at::text as created_at, is_edge from public.find_orders(${Object.entries(filter)
    .map(([name, value]) => `${name} => '${value}'`)
    .join(', ')})`

async function find(person: string | null, filter: Record<string, unknown>): Promise<Found> {
  const { rows, errorCode } = await asPerson(db, person, findOrdersSql(filter))
  expect(errorCode).toBeNull()
  const found = rows.filter(({ is_edge }) => !is_edge)
  const edge = rows.find(({ is_edge }) => is_edge)
  return {
    ids: found.map(({ id }) => String(id)),
    created: found.map(({ created_at }) => String(created_at)),
    edge: edge ? { after_at: edge.created_at, after_id: edge.id } : null,
  }
}

describe('staff find an order', () => {
  test('by its number, the buyer, the address and the shop', async () => {
    const own = cast.ids.orderId
    expect((await find(cast.chief, { search: orderNo })).ids).toEqual([own])
    expect((await find(cast.chief, { search: 'person customer' })).ids).toEqual([own])
    expect((await find(cast.chief, { search: 'customer@rights.test' })).ids).toEqual([own])
    expect((await find(cast.chief, { search: 'Own shóp' })).ids[0]).toBe(own)
    expect((await find(cast.chief, { search: 'brown beans' })).ids[0]).toBe(own)
    expect((await find(cast.chief, { search: 'nobody at all' })).ids).toEqual([])
    await db.owner.query(`update auth.users set phone = '2348035550199' where id = $1`, [cast.customer])
    expect((await find(cast.chief, { search: '0803 555 0199' })).ids).toEqual([own])
  })

  test('only within their area; a shop finds its own orders, and none by an address', async () => {
    expect((await find(cast.manager, { search: orderNo })).ids).toEqual([cast.ids.orderId])
    await db.owner.query(`update public.manager_regions set state = 'Kano' where manager_id = $1`, [cast.manager])
    expect((await find(cast.manager, { search: orderNo })).ids).toEqual([])
    expect((await find(cast.manager, { shop: cast.ids.vendorId })).ids).toEqual([])
    expect((await find(cast.vendor, { shop: cast.ids.vendorId, search: orderNo })).ids).toEqual([cast.ids.orderId])
    expect((await find(cast.vendor, { shop: cast.ids.vendorId, search: 'customer@rights.test' })).ids).toEqual([])
    expect((await find(cast.vendor, { shop: cast.ids.vendorId, search: '08035550199' })).ids).toEqual([])
    expect((await find(cast.rival, { shop: cast.ids.vendorId })).ids).toEqual([])
    expect((await find(cast.customer, {})).ids).toEqual([])
    expect((await asPerson(db, null, findOrdersSql({}))).errorCode).toBe('42501')
  })

  test('page by page, forwards and backwards, each once', async () => {
    const seen: string[] = []
    let key: Record<string, unknown> = {}
    for (let page = 0; page < 4; page += 1) {
      const { ids, created } = await find(cast.chief, key)
      seen.push(...ids)
      key = { after_at: created.at(-1), after_id: ids.at(-1) }
    }
    expect(new Set(seen).size).toBe(100)
    const back = await find(cast.chief, {
      before_at: (await find(cast.chief, { ...key, most: 1 })).created[0],
      before_id: (await find(cast.chief, { ...key, most: 1 })).ids[0],
    })
    expect(back.ids).toEqual(seen.slice(75))
  })

  test('by a very common name, page by page to the last one', async () => {
    const { ids, edge } = await find(cast.chief, { search: 'kechi' })
    expect(ids).toHaveLength(25)
    expect(edge).toBeNull()
    // The oldest orders belong to 400 people with the same name, beyond the window of one scan.
    await db.owner.query(
      `update public.profiles set full_name = 'Zubairu ' || full_name where id in (select md5('p' || c)::uuid from generate_series(3601, $1) c)`,
      [COPIES],
    )
    const first = await find(cast.chief, { search: 'zubairu' })
    expect(first.ids).toEqual([])
    expect(first.edge).not.toBeNull()
    const seen: string[] = []
    for (let key: Record<string, unknown> | null = {}; key; ) {
      const page: Found = await find(cast.chief, { search: 'zubairu', most: 101, ...key })
      seen.push(...page.ids)
      const last = page.ids.length === 101 ? { after_at: page.created.at(-1), after_id: page.ids.at(-1) } : null
      key = page.edge ?? last
    }
    const expected = await db.owner.query(
      `select o.id from public.orders o join public.profiles p on p.id = o.user_id where p.full_name like 'Zubairu%' order by o.created_at desc, o.id`,
    )
    expect(expected.rows.length).toBeGreaterThanOrEqual(400)
    expect(seen).toEqual(expected.rows.map(({ id }) => id))
  })

  test('by a product that sells every day, behind thousands of newer orders of other shops', async () => {
    const old = await db.owner.query(
      `with moved as (update public.orders set created_at = created_at - interval '1 year' where vendor_id = $1 and status = 'expired' returning id)
       select count(*)::integer as n from moved`,
      [cast.ids.vendorId],
    )
    expect(old.rows[0].n).toBeGreaterThan(3000)
    const { ids } = await find(cast.chief, { search: 'brown beans' })
    expect(ids).toHaveLength(25)
  })

  test('by a phone number however it is written, also one of a saved address', async () => {
    const { orderId } = cast.ids
    for (const written of ['+234 (0)803 555 0199', '0803.555.0199', '8035550199', '2348035550199'])
      expect((await find(cast.chief, { search: written })).ids).toEqual([orderId])
    for (const written of [`#${orderNo}`, `Order ${orderNo}`, `order no. ${orderNo}`])
      expect((await find(cast.chief, { search: written })).ids).toEqual([orderId])
    await db.owner.query(
      `insert into public.addresses (user_id, label, recipient, phone, state, lga, street) values ($1, 'Home', 'Person', '+2348091112222', 'Lagos', 'Ikeja', '1 Allen Avenue')`,
      [cast.customer],
    )
    expect((await find(cast.chief, { search: '0809 111 2222' })).ids).toEqual([orderId])
  })
})

describe('the plans', () => {
  const READ = `select coalesce(sum(seq_scan), 0)::integer as scans, coalesce(sum(idx_tup_fetch), 0)::integer as fetched from pg_stat_xact_user_tables
    where relname in ('orders', 'order_lines', 'profiles', 'products', 'payments', 'order_addresses')`

  /**
   * Rows of large tables that one statement reads. Earlier reads that the connection has not reported yet are
   * subtracted.
   */
  async function readBy(person: string, filter: Record<string, unknown>) {
    return db.database.as(identityOf(person), async (tx) => {
      const read = async () => (await tx.query<{ scans: number; fetched: number }>(READ)).rows[0]
      const before = await read()
      await tx.query(findOrdersSql(filter))
      const after = await read()
      return {
        scans: (after?.scans ?? 0) - (before?.scans ?? 0),
        fetched: (after?.fetched ?? 0) - (before?.fetched ?? 0),
      }
    })
  }
  const middle = { after_at: '2020-01-01', after_id: '00000000-0000-0000-0000-000000000000' }

  test.each<[string, 'chief' | 'manager' | 'vendor', Record<string, unknown>]>([
    ['the newest', 'chief', {}],
    ['the newest of a region', 'manager', {}],
    ['a state', 'chief', { status: 'pending' }],
    ['a state of a region', 'manager', { status: 'pending' }],
    ['a month', 'chief', { month: '2021-03-01' }],
    ['bulk orders', 'chief', { kind: 'bulk' }],
    ['a far page', 'chief', middle],
    ['a far page of a region', 'manager', middle],
    ['bulk orders of a region', 'manager', { kind: 'bulk' }],
    ['what is paid in a region', 'manager', { status: 'all-paid', ...middle }],
    ['a number', 'chief', { search: '123456' }],
    ['a person', 'chief', { search: 'Bkechi 27' }],
    ['an address', 'chief', { search: 'customer@rights.test' }],
    ['a telephone number', 'chief', { search: '08035550199' }],
    ['a payment reference', 'chief', { search: 'AJ-00000000-0000' }],
    ['a state of a shop', 'vendor', { status: 'pending' }],
  ])('%s reads no table from end to end', async (_, who, filter) => {
    await db.owner.query(`update public.manager_regions set state = 'Lagos' where manager_id = $1`, [cast.manager])
    const whole = who === 'vendor' ? { ...filter, shop: cast.ids.vendorId } : filter
    const read = await readBy(cast[who], whole)
    expect(read.scans).toBe(0)
    expect(read.fetched).toBeLessThan(COPIES / 8)
  })
})
