import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const rows = async (sql: string, values: unknown[] = [], who: string | null = null) => {
  const answer = await asPerson(db, who, sql, values)
  return answer.errorCode ?? answer.rows
}

test('for products that are not on sale a visitor reads only what a link to them needs', async () => {
  const { rivalProductId, spare, rivalId, vendorId } = cast.ids
  const removed = 'select id, is_archived, vendor_id, business_name from public.products_off_sale where id = $1'
  expect(await rows(removed, [spare])).toEqual([])
  await db.owner.query('update public.products set archived_at = now() where id = $1', [spare])
  const archived = [{ id: spare, is_archived: true, vendor_id: vendorId, business_name: 'Own shop' }]
  for (const who of [null, cast.customer, cast.rival]) expect(await rows(removed, [spare], who)).toEqual(archived)
  await queryWithCause(db.owner, 'manager', `update public.vendors set status = 'suspended' where id = $1`, [rivalId])
  expect(await rows(removed, [rivalProductId])).toEqual([
    { id: rivalProductId, is_archived: false, vendor_id: null, business_name: null },
  ])
  // Products that were never on sale are hidden.
  await db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [cast.other])
  const { rows: shop } = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'New shop', 'Kano', 'Kano') returning id`,
    [cast.other],
  )
  const { rows: draft } = await db.owner.query(
    `insert into public.products (vendor_id, name, category, base_price, unit) values ($1, 'Secret beans', 'grains', 1, 'bag') returning id`,
    [shop[0].id],
  )
  expect(await rows(removed, [draft[0].id])).toEqual([])
  expect(await rows('select base_price from public.products_off_sale')).toBe('42703')
})
