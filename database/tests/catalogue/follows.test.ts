import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast & { ids: Record<string, string> }
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query(
    `insert into public.follows (follower_id, product_id, vendor_id) values ($1, $2, null), ($1, null, $3), ($4, null, $3)`,
    [cast.customer, cast.ids.productId, cast.ids.vendorId, cast.other],
  )
})
afterAll(() => db.drop())

const addShop = 'insert into public.follows (follower_id, vendor_id) values ($1, $2)'
const addProduct = 'insert into public.follows (follower_id, product_id) values ($1, $2)'

test('users see only their own follows: the followed vendor and staff see none', async () => {
  const seen = async (person: string | null) => {
    const { rows, errorCode } = await asPerson(db, person, 'select follower_id, kind from public.follows order by kind')
    return errorCode ?? rows.map(({ follower_id, kind }) => [follower_id === person, kind])
  }
  expect(await seen(cast.customer)).toEqual([
    [true, 'product'],
    [true, 'shop'],
  ])
  expect(await seen(cast.other)).toEqual([[true, 'shop']])
  for (const reader of [cast.vendor, cast.manager, cast.coordinator, cast.chief, cast.administrator]) {
    expect(await seen(reader)).toEqual([])
  }
  expect(await seen(null)).toBe('42501')
})

test('users cannot insert or delete follows of other people, nor update a row', async () => {
  const { ids } = cast
  expect((await asPerson(db, cast.other, addProduct, [cast.other, ids.productId])).errorCode).toBeNull()
  expect((await asPerson(db, cast.other, addProduct, [cast.customer, ids.rivalProductId])).errorCode).toBe('42501')
  expect((await asPerson(db, null, addProduct, [cast.customer, ids.rivalProductId])).errorCode).toBe('42501')
  const end = 'delete from public.follows where follower_id = $1'
  expect((await asPerson(db, cast.other, end, [cast.customer])).count).toBe(0)
  expect((await asPerson(db, cast.customer, end, [cast.customer])).count).toBe(2)
  expect((await asPerson(db, cast.customer, 'update public.follows set created_at = now()')).errorCode).toBe('42501')
})

test('a follow has exactly one target and is unique', async () => {
  const { ids, customer } = cast
  const both = 'insert into public.follows (follower_id, product_id, vendor_id) values ($1, $2, $3)'
  expect((await asPerson(db, customer, both, [customer, ids.rivalProductId, ids.rivalId])).errorCode).toBe('23514')
  expect((await asPerson(db, customer, both, [customer, null, null])).errorCode).toBe('23514')
  expect((await asPerson(db, customer, addShop, [customer, ids.vendorId])).errorCode).toBe('23505')
  expect((await asPerson(db, customer, addProduct, [customer, ids.productId])).errorCode).toBe('23505')
})

test('users cannot follow what they cannot see', async () => {
  await db.owner.query('update public.products set archived_at = now() where id = $1', [cast.ids.spare])
  expect((await asPerson(db, cast.customer, addProduct, [cast.customer, cast.ids.spare])).errorCode).toBe('42501')
  expect((await asPerson(db, cast.customer, addShop, [cast.customer, crypto.randomUUID()])).errorCode).toBe('42501')
})

test('a person has at most 300 follows', async () => {
  const { chief } = cast
  await db.owner.query(
    `with more as (insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
       select $2, 'Beans ' || n, 'grains', 50000, 'bag', 5, current_date + 20 from generate_series(1, 300) n returning id)
     insert into public.follows (follower_id, product_id) select $1, id from more`,
    [chief, cast.ids.vendorId],
  )
  const more = await asPerson(db, chief, addShop, [chief, cast.ids.vendorId])
  expect([more.errorCode, more.message]).toEqual(['PT409', expect.stringContaining('You follow 300')])
})
