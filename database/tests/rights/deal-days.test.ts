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

const NAMES = 'select name from public.featured_deals order by name'

test('a deal is listed on its days alone, and content staff read it before and after', async () => {
  await queryWithCause(
    db.owner,
    'content',
    `insert into public.featured_deals (name, base_price, unit, starts_at, ends_at) values
       ('Always', 1, 'bag', null, null),
       ('Begun', 1, 'bag', now() - interval '1 day', null),
       ('Coming', 1, 'bag', now() + interval '1 day', null),
       ('Ending', 1, 'bag', null, now() + interval '1 day'),
       ('Over', 1, 'bag', null, now() - interval '1 minute')`,
  )
  const read = async (person: string | null) => (await asPerson(db, person, NAMES)).rows.map(({ name }) => name)
  expect(await read(null)).toEqual(['Always', 'Begun', 'Ending'])
  expect(await read(cast.customer)).toEqual(['Always', 'Begun', 'Ending'])
  expect(await read(cast.chief)).toEqual(['Always', 'Begun', 'Ending'])
  expect(await read(cast.supervisor)).toEqual(['Always', 'Begun', 'Coming', 'Ending', 'Over'])
})

test.each([
  ['infinity', null],
  [null, 'infinity'],
  ['1066-10-14', null],
  [null, '2100-01-02'],
  ['2026-03-02', '2026-03-01'],
])('no deal runs from %s to %s', async (start, end) => {
  const sql = `insert into public.featured_deals (name, base_price, unit, starts_at, ends_at) values ('Yam', 1, 'tuber', $1, $2)`
  expect((await asPerson(db, cast.administrator, sql, [start, end])).errorCode).toBe('23514')
})
