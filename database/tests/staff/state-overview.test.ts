import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await withoutTriggers(db.owner, (tx) =>
    tx.query(`update public.vendors set status = 'pending' where owner_id = $1`, [cast.rival]),
  )
})
afterAll(() => db?.drop())

const read = async (person: string | null, where = 'true') =>
  asPerson(db, person, `select * from public.state_overview where ${where} order by state`)

test('coordinators and chiefs see every state once, others none', async () => {
  expect((await read(cast.coordinator)).rows).toHaveLength(37)
  expect((await read(cast.chief)).rows).toHaveLength(37)
  for (const person of [cast.manager, cast.vendor, cast.customer, cast.supervisor]) {
    expect((await read(person)).rows).toEqual([])
  }
  expect((await read(null)).errorCode).toBe('42501')
})

test('a state shows its managers, what runs there and what waits since when', async () => {
  const { rows } = await read(cast.chief, `state in ('Kano', 'Lagos', 'Ogun')`)
  expect(rows).toEqual([
    // The shop applies, so its buys do not run.
    {
      state: 'Kano',
      managers: [],
      shops_open: 0,
      shops_pending: 1,
      buys_open: 0,
      claims_disputed: 0,
      uncollected_open: 0,
      waiting_since: expect.any(Date),
    },
    {
      state: 'Lagos',
      managers: ['Person manager'],
      shops_open: 1,
      shops_pending: 0,
      buys_open: 1,
      claims_disputed: 0,
      uncollected_open: 0,
      waiting_since: null,
    },
    {
      state: 'Ogun',
      managers: [],
      shops_open: 0,
      shops_pending: 0,
      buys_open: 0,
      claims_disputed: 0,
      uncollected_open: 0,
      waiting_since: null,
    },
  ])
})

test('a manager who lost the role looks after no state', async () => {
  await db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [cast.manager])
  expect((await read(cast.chief, `state = 'Lagos'`)).rows).toMatchObject([{ managers: [] }])
})
