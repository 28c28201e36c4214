import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
})
afterAll(() => db?.drop())

const SORTS = {
  newest: 'p.created_at desc',
  oldest: 'p.created_at',
  name: 'p.name',
  'price-up': 'p.base_price',
  'price-down': 'p.base_price desc',
}
type Sort = keyof typeof SORTS

interface Listed {
  sort?: Sort | 'unknown'
  category?: string
  vendor?: string
  place?: string
  share_date?: string
  near_state?: string
  skip?: number
  most?: number
}

interface Page {
  ids: string[]
  total: number
}

/** The page that a visitor gets. */
async function listed(q: string, given: Listed = {}): Promise<Page> {
  const names = Object.keys(given).map((name, at) => `, ${name} => $${at + 2}`)
  const sql = `select * from public.search_products($1${names.join('')})`
  const { rows, errorCode } = await asPerson(db, null, sql, [q, ...Object.values(given)])
  expect(errorCode).toBeNull()
  return { ids: rows.map(({ id }) => String(id)), total: Number(rows[0]?.total ?? 0) }
}

/** The same page computed from the products table, with all matches counted and sorted. */
async function exactly(q: string, { sort = 'newest', skip = 0, most = 12, ...narrowed }: Listed = {}): Promise<Page> {
  const { category = null, vendor = null, place = null, share_date = null, near_state = null } = narrowed
  const { rows } = await db.owner.query(
    `select p.id, (count(*) over ())::integer as total from public.products p join public.vendors v on v.id = p.vendor_id
     where p.archived_at is null and v.status = 'active'
       and p.id in (select e.product_id from public.search_entries e, public.search_query($1, 'product') m where not m.is_near and e.words @@ m.wanted::tsquery)
       and ($2::text is null or p.category = $2) and ($3::uuid is null or p.vendor_id = $3)
       and ($4::text is null or p.vendor_location = $4) and ($5::date is null or p.share_date = $5)
     order by coalesce(v.state = $6::text, false) desc, ${SORTS[sort as Sort] ?? SORTS.newest}, p.id`,
    [q, category, vendor, place, share_date, near_state],
  )
  return {
    ids: rows.slice(skip, skip + most).map(({ id }) => id),
    total: rows.slice(skip).length > 0 ? rows[0].total : 0,
  }
}

const oneWith = async (column: string) =>
  String(
    (await db.owner.query(`select ${column}::text as value from public.products where name = 'Ofada rice'`)).rows[0]
      .value,
  )

describe('a page of results equals the one computed from the products', () => {
  // "bag" is part of most units: as common as a word can be.
  test.each(['bag', 'rice', 'lagos', 'mama sade', 'palm oyl', 'moimoi', 'ponmo', 'zzzzqq', 'the of', ''])(
    '%s',
    async (q) => {
      for (const sort of [...(Object.keys(SORTS) as Sort[]), 'unknown' as const]) {
        expect(await listed(q, { sort }), sort).toEqual(await exactly(q, { sort }))
      }
      for (const skip of [5, 12, 1_000]) expect(await listed(q, { skip })).toEqual(await exactly(q, { skip }))
    },
  )

  test('narrowed to a category, a shop, a place or a sharing day, or to all of them', async () => {
    const one = {
      category: 'grains',
      vendor: await oneWith('vendor_id'),
      place: await oneWith('vendor_location'),
      share_date: await oneWith('share_date'),
    }
    const all = await listed('bag')
    for (const narrowed of [...Object.entries(one).map(([name, value]) => ({ [name]: value })), one]) {
      const found = await listed('bag', narrowed)
      expect(found).toEqual(await exactly('bag', narrowed))
      expect(found.total, JSON.stringify(narrowed)).toBeGreaterThan(0)
      expect(found.total).toBeLessThan(all.total)
    }
  })

  test('at most a hundred of them, and at least one', async () => {
    expect((await listed('bag', { most: 100_000, skip: -5 })).ids).toHaveLength(
      Math.min(100, (await listed('bag')).total),
    )
    expect((await listed('bag', { most: 0 })).ids).toHaveLength(1)
  })

  test('contains few of many products, so that these tests are meaningful', async () => {
    const { ids, total } = await listed('bag')
    expect(ids).toHaveLength(12)
    expect(total).toBeGreaterThan(12)
  })
})

describe('an approximate match', () => {
  test('is not listed', async () => {
    const { rows } = await db.owner.query(`select is_near, wanted from public.search_query('ponmo', 'product')`)
    expect(rows).toMatchObject([{ is_near: true, wanted: expect.stringContaining('pr') }])
    expect(await listed('ponmo')).toEqual({ ids: [], total: 0 })
  })
})

describe('the order follows a change of', () => {
  const run = (sql: string, cause = 'manager') => queryWithCause(db.owner, cause, sql, [])
  const first = async (q: string, given: Listed) => (await listed(q, given)).ids[0]

  test('price', async () => {
    const id = await oneWith('id')
    await run(`update public.products set base_price = 9999999 where name = 'Ofada rice'`)
    expect(await first('rice', { sort: 'price-down' })).toBe(id)
    await run(`update public.products set base_price = 100 where name = 'Ofada rice'`)
    expect(await first('rice', { sort: 'price-up' })).toBe(id)
  })

  test('name, place and day', async () => {
    const id = await oneWith('id')
    await run(
      `update public.products set name = 'Aaa rice', vendor_location = 'Ojota', share_date = current_date + 99 where name = 'Ofada rice'`,
    )
    expect(await first('rice', { sort: 'name' })).toBe(id)
    expect(await listed('rice', { place: 'Ojota' })).toEqual({ ids: [id], total: 1 })
    const { rows } = await db.owner.query(`select (current_date + 99)::text as day`)
    expect((await listed('rice', { share_date: rows[0].day })).ids).toEqual([id])
  })

  test('the status of a shop', async () => {
    const before = await listed('bag')
    await run(`update public.vendors set status = 'suspended' where business_name = 'Mama Sade Foodstuff'`)
    const after = await listed('bag')
    expect(after).toEqual(await exactly('bag'))
    expect(after.total).toBeLessThan(before.total)
  })
})

test.each(["'; drop table public.products; --", `newest' desc; select 1; --`, '%I %s $8', '!(gari) & | <-> :*'])(
  'hostile text %#, as a search and as a sort',
  async (text) => {
    expect(await listed(text)).toEqual(await exactly(text))
    const { rows, errorCode } = await asPerson(db, null, 'select * from public.search_products($1, $2)', ['bag', text])
    expect([errorCode, rows.length]).toEqual([null, 12])
  },
)

describe('products of shops in the buyer’s state come first', () => {
  test.each(['bag', 'rice', 'zzzzqq'])('%s, on every page', async (q) => {
    for (const near_state of ['Lagos', 'Rivers', 'Atlantis'])
      for (const skip of [0, 3]) {
        const query = { near_state, skip, most: 3, sort: 'price-up' as const }
        expect([near_state, await listed(q, query)]).toEqual([near_state, await exactly(q, query)])
      }
  })

  test('and in the search of all kinds, among equal matches', async () => {
    const sql = `select title, state from public.search('bag', 12, false, $1) where kind = 'product'`
    for (const near of ['Kano', 'Oyo']) {
      const { rows } = await asPerson(db, null, sql, [near])
      // A match in the title is better than one in the unit, wherever it is.
      const equal = rows.filter(({ title }) => !/bag/i.test(String(title)))
      const isNear = equal.map(({ state }) => state === near)
      expect(isNear).toEqual([...isNear].sort((one, other) => Number(other) - Number(one)))
      expect(isNear).toContain(true)
    }
  })
})
