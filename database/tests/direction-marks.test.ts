import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from './as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

/** As it comes out of a chat: overridden, embedded and isolated, with a bell in it. */
const PASTED = '\u202eOfada\u202c \u2066rice\u2069\u0007'

test('names lose the signs that would turn the words beside them', async () => {
  const written = async (person: string, sql: string, values: unknown[]) =>
    Object.values((await asPerson(db, person, sql, values)).rows[0] ?? {})[0]
  const { vendorId } = cast.ids
  expect(
    await written(cast.vendor, 'update public.products set name = $1 where vendor_id = $2 returning name', [
      PASTED,
      vendorId,
    ]),
  ).toBe('Ofada rice')
  expect(
    await written(cast.vendor, 'update public.products set unit = $1 where vendor_id = $2 returning unit', [
      PASTED,
      vendorId,
    ]),
  ).toBe('Ofada rice')
  expect(
    await written(cast.customer, 'update public.profiles set full_name = $1 where id = $2 returning full_name', [
      PASTED,
      cast.customer,
    ]),
  ).toBe('Ofada rice')
  expect(
    await written(
      cast.administrator,
      `insert into public.blog_posts (slug, title) values ('ofada', $1) returning title`,
      [PASTED],
    ),
  ).toBe('Ofada rice')
  const { rows } = await db.owner.query(
    'update public.vendors set business_name = $1, location = $1 where id = $2 returning business_name, location',
    [PASTED, vendorId],
  )
  expect(rows).toEqual([{ business_name: 'Ofada rice', location: 'Ofada rice' }])
})

test('marks, accents and joined signs of real writing stay', async () => {
  const name = 'Ẹ̀fọ́ rírò 👩🏾‍🍳 غاري'
  const { rows } = await db.owner.query('select public.without_direction_marks($1) as kept', [name])
  expect(rows).toEqual([{ kept: name }])
})

test('a name of nothing but such signs is no name', async () => {
  const sql = 'update public.products set name = $1 where vendor_id = $2'
  expect((await asPerson(db, cast.vendor, sql, ['\u202e\u202c\u2066', cast.ids.vendorId])).refused).toBe('23514')
})
