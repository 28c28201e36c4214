import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let [active, draft] = ['', '']
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  active = cast.ids.activeId ?? ''
  draft = cast.ids.draftId ?? ''
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query('delete from public.buy_templates'))

const ADD = 'insert into public.buy_templates (group_buy_id, name) values ($1, $2)'
const add = (person: string, buy: string, name: string) =>
  db.database.as(identityOf(person), (tx) => tx.query<{ id: string }>(`${ADD} returning id`, [buy, name]))
const all = async () => (await db.owner.query('select vendor_id, name from public.buy_templates order by name')).rows

test('the vendor adds, renames, reads and deletes a template of a published buy', async () => {
  const { rows } = await add(cast.vendor, active, 'Friday rice')
  const id = rows[0]?.id
  await db.database.as(identityOf(cast.vendor), (tx) =>
    tx.query(`update public.buy_templates set name = 'Saturday rice' where id = $1`, [id]),
  )
  expect((await all()).map(({ name }) => name)).toEqual(['Saturday rice'])
  const own = await asPerson(db, cast.vendor, 'select name from public.buy_templates')
  expect(own.rows).toHaveLength(1)
  for (const person of [cast.customer, cast.rival])
    expect((await asPerson(db, person, 'select name from public.buy_templates')).rows).toEqual([])
  await db.database.as(identityOf(cast.vendor), (tx) =>
    tx.query('delete from public.buy_templates where id = $1', [id]),
  )
  expect(await all()).toEqual([])
})

test('nobody names the buy of another shop, and no draft becomes a template', async () => {
  for (const person of [cast.customer, cast.rival])
    expect((await asPerson(db, person, ADD, [active, 'Mine'])).errorCode).toBe('42501')
  expect((await asPerson(db, cast.vendor, ADD, [draft, 'Draft'])).errorCode).toBe('PT409')
  expect(await all()).toEqual([])
})

test('a name is used once in a shop, whatever its letters', async () => {
  await add(cast.vendor, active, 'Friday rice')
  await expect(add(cast.vendor, active, 'FRIDAY rice')).rejects.toThrow('You already have a template with this name')
})

test('thirty at most, also when several are added at once', async () => {
  for (let number = 0; number < 28; number++) await add(cast.vendor, active, `Template ${number}`)
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, number) => add(cast.vendor, active, `At once ${number}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await all()).toHaveLength(30)
})
