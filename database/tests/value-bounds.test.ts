import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from './setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const NEVER = ['infinity', '-infinity', '5874897-12-31', '0044-03-15 BC', '1066-10-14', '2100-01-02']
const MOMENTS = NEVER.map((day) => (day.startsWith('5874897') ? '294276-12-31' : day))
const CHECK = '23514'

test.each(NEVER)('rejects %s as the sharing day of a product', async (day) => {
  const sql = 'update public.products set share_date = $1 where vendor_id = $2'
  expect((await asPerson(db, cast.vendor, sql, [day, cast.ids.vendorId])).errorCode).toBe(CHECK)
})

test.each(MOMENTS)('no draft, advert or post has the time %s', async (time) => {
  const refused = async (person: string, sql: string) => (await asPerson(db, person, sql, [time])).errorCode
  const advert = (start: string, end: string) =>
    `insert into public.advertisements (page, position, title, start_date, end_date) values ('home', 'top', 'Rice week', ${start}, ${end})`
  expect(
    await refused(
      cast.vendor,
      `insert into public.group_buys (product_id, target_quantity, end_date) select id, 1, $1 from public.products where vendor_id = '${cast.ids.vendorId}' limit 1`,
    ),
  ).toBe(CHECK)
  expect([
    await refused(cast.administrator, advert('$1::timestamptz', `'2026-11-01'`)),
    await refused(cast.administrator, advert(`'2026-11-01'`, '$1::timestamptz')),
  ]).toEqual([CHECK, CHECK])
  expect(
    await refused(
      cast.administrator,
      `insert into public.blog_posts (slug, title, content, status, published_at) values ('a-time', 'A time', 'Text', 'published', $1)`,
    ),
  ).toBe(CHECK)
})

test('rejects NaN as the price of a deal', async () => {
  const sql = `insert into public.featured_deals (name, base_price, unit) values ('Yam', 'NaN', 'tuber')`
  expect((await asPerson(db, cast.administrator, sql)).errorCode).toBe(CHECK)
})

test.each([
  ['market_opened_at', '"never"'],
  ['market_opened_at', '5'],
  ['market_opened_at', '"infinity"'],
  ['market_opened_at', '{}'],
])('the setting %s cannot be %s, which the leaderboard could not read', async (key, value) => {
  const sql = 'insert into public.settings (key, value) values ($1, $2::jsonb)'
  expect((await asPerson(db, cast.chief, sql, [key, value])).errorCode).toBe('PT400')
})

test('the market’s opening is a date or null; no setting has an infinite date', async () => {
  const sql = 'insert into public.settings (key, value, effective_from) values ($1, $2::jsonb, $3)'
  const set = async (key: string, value: string, from: string | Date) =>
    (await asPerson(db, cast.chief, sql, [key, value, from])).errorCode
  const soon = new Date(Date.now() + 1_000)
  expect(await set('market_opened_at', '"2026-01-05"', soon)).toBeNull()
  expect(await set('market_opened_at', 'null', soon)).toBeNull()
  expect(await set('buyer_fee_bps', '300', 'infinity')).toBe('PT400')
})

test('one person stores at most 500 files', async () => {
  const add = `insert into storage.objects (bucket_id, name, owner, blob, metadata)
    select 'pictures', $1 || '/' || n || '.png', $1::uuid, md5($1 || n || clock_timestamp()), '{}' from generate_series(1, $2) n`
  expect((await asPerson(db, cast.vendor, add, [cast.vendor, 500])).count).toBe(500)
  expect(await asPerson(db, cast.vendor, add, [cast.vendor, 501])).toMatchObject({ errorCode: 'PT409' })
})
