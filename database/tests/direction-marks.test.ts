import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '#domain/forms/addresses.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from './setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

/** Text as pasted from a chat: with overrides, embeddings, isolates and a bell character. */
const PASTED = '\u202eOfada\u202c \u2066rice\u2069\u0007'

test('removes direction marks from names', async () => {
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

test('keeps accents, combining marks and joiners', async () => {
  const name = 'Ẹ̀fọ́ rírò 👩🏾‍🍳 غاري'
  const { rows } = await db.owner.query('select public.without_direction_marks($1) as kept', [name])
  expect(rows).toEqual([{ kept: name }])
})

test('rejects a name that consists of such marks only', async () => {
  const sql = 'update public.products set name = $1 where vendor_id = $2'
  expect((await asPerson(db, cast.vendor, sql, ['\u202e\u202c\u2066', cast.ids.vendorId])).errorCode).toBe('23514')
})

test('removes them from other user input too: a nominee, a place, a message, an answer', async () => {
  const { rows } = await db.owner.query(
    `select event_object_schema || '.' || event_object_table as name from information_schema.triggers where trigger_name = 'a_clean_texts' group by 1`,
  )
  expect(rows.length).toBeGreaterThan(30)
  const { rows: saved } = await db.owner.query(
    'insert into public.contact_messages (name, email, subject, message) values ($1, $2, $1, $1) returning name, subject, message',
    [PASTED, 'a@b.test'],
  )
  expect(saved).toEqual([{ name: 'Ofada rice', subject: 'Ofada rice', message: 'Ofada rice' }])
  const { rows: columns } = await db.owner.query(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'a_clean_texts' and tgrelid = 'codes.codes'::regclass`,
  )
  expect(columns).toEqual([{ name: 'codes.codes' }])
})

test('SQL and TypeScript accept the same addresses as local to this site', async () => {
  for (const address of ADDRESSES) {
    const { rows } = await db.owner.query('select public.is_own_path($1) as own', [address])
    expect([address, rows[0].own]).toEqual([address, 'value' in picture({ label: 'Picture' })(address)])
  }
})

const ADDRESSES = [
  '/pictures/../../x',
  '/pictures/./x',
  '/..',
  '/pictures/%2e%2e/x',
  '/pictures/.%2E/x',
  '/pictures/..%2fx',
  '/a%5c..%5cb',
  '/pictures//x',
  '/pictures/%5cevil.example',
  '/a%00b',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/pictures/rice.webp',
  '/products?sort=a..b',
  '/a/..b',
  '/a/.well-known/x',
  '/x#../y',
  '/x?to=/../y',
]
