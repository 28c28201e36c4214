import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db?.drop())

const ADD = 'insert into public.saved_views (list, name, query, is_default) values ($1, $2, $3, $4) returning id'
const add = (person: string, name: string, { list = '/manager/orders', query = 'status=paid', first = false } = {}) =>
  db.database
    .as(identityOf(person), (tx) => tx.query(ADD, [list, name, query, first]))
    .then(
      ({ rows }) => ({ id: rows[0].id as string, code: null }),
      ({ code }) => ({ id: null, code }),
    )

test('views are read and changed by their person only', async () => {
  const { id } = await add(cast.manager, 'Paid')
  const seen = async (person: string | null) => asPerson(db, person, 'select id from public.saved_views')
  expect((await seen(cast.manager)).rows).toEqual([{ id }])
  for (const person of [cast.chief, cast.coordinator, cast.vendor]) expect((await seen(person)).rows).toEqual([])
  expect((await seen(null)).errorCode).toBe('42501')
  expect((await asPerson(db, cast.chief, `update public.saved_views set name = 'Mine'`)).count).toBe(0)
  expect((await asPerson(db, cast.chief, 'delete from public.saved_views')).count).toBe(0)
  const forOther = 'insert into public.saved_views (person_id, list, name, query) values ($1, $2, $3, $4)'
  expect((await asPerson(db, cast.chief, forOther, [cast.manager, '/chief/orders', 'A', ''])).errorCode).toBe('42501')
})

test('a name is taken once, and an address that is none is refused', async () => {
  expect((await add(cast.chief, 'Late ', { list: '/chief/orders' })).code).toBeNull()
  expect((await add(cast.chief, 'late', { list: '/chief/orders' })).code).toBe('23505')
  expect((await add(cast.chief, '   ', { list: '/chief/orders' })).code).toBe('23514')
  for (const list of ['//evil.test/orders', '/chief', 'chief/orders', '/chief/orders?x=1']) {
    expect([list, (await add(cast.chief, 'Other', { list })).code]).toEqual([list, '23514'])
  }
  expect((await add(cast.chief, 'Other', { list: '/chief/orders', query: 'x="><script>' })).code).toBe('23514')
})

test('21 at once are 20, and of several first views the last one stays', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      add(cast.coordinator, `View ${n}`, { list: '/coordinator/orders', first: true }),
    ),
  )
  expect(answers.filter(({ code }) => code === null)).toHaveLength(20)
  expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['PT409']))
  const { rows } = await db.owner.query(
    `select count(*)::integer as views, (count(*) filter (where is_default))::integer as first from public.saved_views where person_id = $1`,
    [cast.coordinator],
  )
  expect(rows).toEqual([{ views: 20, first: 1 }])
})
