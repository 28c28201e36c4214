import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const run = (owner: string, status: string, endedAgo: string | null) =>
    withoutTriggers(db.owner, (tx) =>
      tx.query(
        `insert into public.delivery_runs (vendor_id, rider_id, planned_by, window_from, window_until, status, started_at, ended_at)
         select id, owner_id, owner_id, now(), now() + interval '2 hours', $2, case when $2 <> 'planned' then now() - interval '3 days' end, now() - $3::interval
         from public.vendors where owner_id = $1`,
        [owner, status, endedAgo],
      ),
    )
  await run(cast.vendor, 'planned', null)
  await run(cast.vendor, 'ended', '1 hour')
  await run(cast.vendor, 'ended', '2 days')
  await run(cast.rival, 'out', null)
})
afterAll(() => db?.drop())

const read = async (person: string | null) =>
  asPerson(
    db,
    person,
    'select state, status, rider_serves, open, delivered, failed from public.overseen_runs order by state, status',
  )
const none = { open: 0, delivered: 0, failed: 0, rider_serves: true }

test('coordinators and chiefs see the open runs of all states and those that have just ended', async () => {
  for (const person of [cast.coordinator, cast.chief]) {
    expect((await read(person)).rows).toEqual([
      { state: 'Kano', status: 'out', ...none },
      { state: 'Lagos', status: 'ended', ...none },
      { state: 'Lagos', status: 'planned', ...none },
    ])
  }
})

test('a manager sees those of their states, others none', async () => {
  expect((await read(cast.manager)).rows.map(({ state }) => state)).toEqual(['Lagos', 'Lagos'])
  for (const person of [cast.vendor, cast.customer, cast.supervisor]) expect((await read(person)).rows).toEqual([])
  expect((await read(null)).errorCode).toBe('42501')
})
