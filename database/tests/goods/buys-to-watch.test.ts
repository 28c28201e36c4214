import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db?.drop())

const read = async (person: string | null) =>
  asPerson(db, person, 'select state, status, has_packed from public.buys_to_watch')
const change = (sets: string) =>
  withoutTriggers(db.owner, (tx) => tx.query(`update public.group_buys set ${sets} where status <> 'draft'`))

test('a buy is watched before it closes, falls due or is shared out', async () => {
  const cases: [sets: string, watched: number][] = [
    [`status = 'active', end_date = now() + interval '4 days'`, 0],
    [`status = 'active', end_date = now() + interval '2 days'`, 1],
    [`status = 'closed', end_date = now() - interval '1 day', payment_due_at = now() + interval '5 days'`, 0],
    [`status = 'closed', payment_due_at = now() + interval '1 day'`, 1],
    [`status = 'confirmed', share_date = (now() at time zone 'Africa/Lagos')::date + 2`, 0],
    [`status = 'confirmed', share_date = (now() at time zone 'Africa/Lagos')::date + 1`, 1],
    [`status = 'confirmed', share_date = (now() at time zone 'Africa/Lagos')::date - 9`, 1],
    [`status = 'ready'`, 0],
  ]
  for (const [sets, watched] of cases) {
    await change(sets)
    expect([sets, (await read(cast.manager)).rows.length]).toEqual([sets, watched])
  }
})

test('packed goods are seen, and only overseers see any of it', async () => {
  await change(`status = 'confirmed', share_date = (now() at time zone 'Africa/Lagos')::date`)
  expect((await read(cast.chief)).rows).toEqual([{ state: 'Lagos', status: 'confirmed', has_packed: false }])
  await withoutTriggers(db.owner, (tx) => tx.query('update public.order_lines set packed_at = now()'))
  expect((await read(cast.coordinator)).rows).toEqual([{ state: 'Lagos', status: 'confirmed', has_packed: true }])
  for (const person of [cast.vendor, cast.customer, cast.supervisor]) expect((await read(person)).rows).toEqual([])
  expect((await read(null)).errorCode).toBe('42501')
})
