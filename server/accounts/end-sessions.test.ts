import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

async function signedIn(devices: number) {
  const person = await market.person()
  await market.db.owner.query('insert into auth.sessions (user_id) select $1 from generate_series(1, $2)', [
    person,
    devices,
  ])
  return person
}
const end = (user_id: string, as: string) => market.call('end-sessions', { user_id }, { as })
const readSessions = (person: string) =>
  market.row<{ open: number; ended: number }>(
    `select count(*)::integer as open, (select count(*)::integer from auth.ended_sessions e where e.session_id = any ($2::uuid[])) as ended
     from auth.sessions where user_id = $1`,
    [person, sessionsBefore],
  )
let sessionsBefore: string[] = []

test('a chief signs one user out everywhere, and the audit log names the chief', async () => {
  const [person, other] = [await signedIn(2), await signedIn(1)]
  const { rows } = await market.db.owner.query('select id from auth.sessions where user_id = $1', [person])
  sessionsBefore = rows.map(({ id }) => id)
  expect(await end(person, chief)).toMatchObject({ status: 200, body: { user_id: person, sessions: 2 } })
  // The list of ended sessions is what every process reads for its open access tokens.
  expect(await readSessions(person)).toEqual({ open: 0, ended: 2 })
  expect((await readSessions(other)).open).toBe(1)
  expect(
    await market.row('select actor_id, action, after from public.audit_log where subject_id = $1', [person]),
  ).toEqual({ actor_id: chief, action: 'sessions.end', after: { sessions: 2 } })
  expect((await end(person, chief)).body.sessions).toBe(0)
})

test('refuses other roles, the chief’s own sessions, and unknown users', async () => {
  const person = await signedIn(1)
  for (const role of ['customer', 'manager', 'coordinator', 'administrator', 'supervisor'])
    expect((await end(person, await market.person({ role }))).body.code, role).toBe('not_allowed')
  expect((await end(chief, chief)).body.code).toBe('not_allowed')
  expect((await end(crypto.randomUUID(), chief)).body.code).toBe('user_not_found')
  expect((await readSessions(person)).open).toBe(1)
})
