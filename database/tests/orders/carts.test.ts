import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let product: string
const line = (more: Record<string, unknown> = {}) => ({
  product_id: product,
  name: 'Rice',
  unit: 'bag',
  quantity: 2,
  ...more,
})
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  product = (await db.owner.query('select id from public.products limit 1')).rows[0].id
  await db.owner.query(
    'insert into public.cart_items (profile_id, product_id, quantity, seen_kobo, changed_at) values ($1, $2, 2, 100, now())',
    [cast.customer, product],
  )
  await db.owner.query('insert into public.saved_lists (profile_id, name, lines) values ($1, $2, $3)', [
    cast.customer,
    'Monthly staples',
    JSON.stringify([line()]),
  ])
})
afterAll(() => db.drop())

const everyone = [
  'visitor',
  'customer',
  'other',
  'vendor',
  'rival',
  'manager',
  'coordinator',
  'chief',
  'administrator',
] as const
const as = (who: (typeof everyone)[number], sql: string, values: unknown[] = []) =>
  asPerson(db, who === 'visitor' ? null : cast[who], sql, values)

describe('rights', () => {
  test.each(['cart_items', 'saved_lists'])('%s are readable by their owner only', async (table) => {
    for (const who of everyone) {
      const { errorCode, count } = await as(who, `select from public.${table}`)
      expect([who, errorCode ?? count]).toEqual([who, who === 'visitor' ? '42501' : who === 'customer' ? 1 : 0])
    }
  })

  test('no user writes a cart directly', async () => {
    for (const sql of [
      'update public.cart_items set quantity = 9',
      'delete from public.cart_items',
      `insert into public.cart_items (profile_id, product_id, quantity, seen_kobo, changed_at) select profile_id, product_id, 1, 1, now() from public.cart_items`,
    ])
      for (const who of everyone) expect([who, sql, (await as(who, sql)).errorCode]).toEqual([who, sql, '42501'])
  })

  test('users write only their own lists', async () => {
    const insert = 'insert into public.saved_lists (name, lines) values ($1, $2) returning profile_id'
    const values = ['Market day', JSON.stringify([line()])]
    expect((await as('other', insert, values)).rows).toEqual([{ profile_id: cast.other }])
    expect((await as('visitor', insert, values)).errorCode).toBe('42501')
    expect((await as('other', `update public.saved_lists set name = 'Mine'`)).count).toBe(0)
    expect((await as('customer', `update public.saved_lists set name = 'Mine'`)).count).toBe(1)
    for (const sql of [
      `insert into public.saved_lists (profile_id, name, lines) select profile_id, 'x', lines from public.saved_lists`,
      `update public.saved_lists set lines = '[]'`,
      'update public.saved_lists set created_at = now()',
      'delete from public.saved_lists',
    ])
      expect([sql, (await as('customer', sql)).errorCode]).toEqual([sql, '42501'])
  })
})

describe('bounds', () => {
  test('a list contains only lines that are valid in a cart', async () => {
    const save = async (lines: unknown) =>
      (
        await as('other', 'insert into public.saved_lists (name, lines) values ($1, $2)', [
          'A list',
          JSON.stringify(lines),
        ])
      ).errorCode
    expect(await save([line()])).toBeNull()
    for (const wrong of [
      [],
      {},
      [line(), line()],
      [line({ quantity: 0 })],
      [line({ quantity: 1.5 })],
      [line({ quantity: '2' })],
      [line({ product_id: "'--" })],
      [line({ name: '' })],
      [line({ name: 'x'.repeat(201) })],
      [line({ html: '<b>' })],
      [{ product_id: product }],
      ['rice'],
      Array.from({ length: 101 }, () => line({ product_id: crypto.randomUUID() })),
    ])
      expect([wrong, await save(wrong)]).toEqual([wrong, '23514'])
  })

  test('a name is one line of text', async () => {
    for (const name of ['', ' ', ' Rice', 'a\nb', 'x'.repeat(61)])
      expect([name, (await as('customer', 'update public.saved_lists set name = $1', [name])).errorCode]).toEqual([
        name,
        '23514',
      ])
  })

  test('saves at most twenty lists, also concurrently', async () => {
    const person = identityOf(cast.rival)
    const save = (n: number) =>
      db.database.as(person, (tx) =>
        tx.query('insert into public.saved_lists (name, lines) values ($1, $2)', [
          `List ${n}`,
          JSON.stringify([line()]),
        ]),
      )
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => save(n)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    // A restored list counts again.
    await db.database.as(person, (tx) =>
      tx.query(
        `update public.saved_lists set deleted_at = now() where id in (select id from public.saved_lists order by id limit 1)`,
      ),
    )
    await save(31)
    const back = await as('rival', 'update public.saved_lists set deleted_at = null where deleted_at is not null')
    expect(back.errorCode).toBe('PT409')
  })

  test('the deletion time of a list is set by the database', async () => {
    const { rows } = await as(
      'customer',
      `update public.saved_lists set deleted_at = '2999-01-01' returning deleted_at < now() + interval '1 minute' as soon`,
    )
    expect(rows).toEqual([{ soon: true }])
  })

  test('a cart has at most a hundred lines, and none with a future time', async () => {
    await expect(
      db.owner.query(
        `with many as (insert into public.products (vendor_id, name, category, base_price, unit, available_quantity)
           select vendor_id, 'Food ' || n, category, 100, unit, 10 from public.products, generate_series(1, 101) n where id = $2 returning id)
         insert into public.cart_items (profile_id, product_id, quantity, seen_kobo, changed_at) select $1, id, 1, 1, now() from many`,
        [cast.other, product],
      ),
    ).rejects.toThrow('A cart has 100 lines at most')
    await expect(db.owner.query(`update public.cart_items set changed_at = now() + interval '1 day'`)).rejects.toThrow(
      'Nobody changes a cart tomorrow',
    )
  })
})
