import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { identify } from '#platform/http/guards/keys.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { deleteEndedSessions, type EndedSessions, followEndedSessions } from '../sessions/ended-sessions.ts'

let db: TestDatabase
const followed: EndedSessions[] = []
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(followed.splice(0).map((sessions) => sessions.stop()))
})
afterAll(() => db.drop())

const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

function follow(options: { everyMs?: number; trustMs?: number } = {}): EndedSessions {
  const sessions = followEndedSessions({ database: db.database, onFault: () => undefined, ...options })
  followed.push(sessions)
  return sessions
}

async function openSession(): Promise<{ userId: string; id: string }> {
  const { rows } = await db.owner.query(
    `with u as (insert into auth.users (email) values (gen_random_uuid() || '@market.test') returning id)
     insert into auth.sessions (user_id) select id from u returning id, user_id as "userId"`,
  )
  return rows[0]
}

const claimsOf = ({ id }: { id: string }) => ({ role: 'authenticated', session_id: id })

test.each([
  ['deleted', 'delete from auth.sessions where id = $1'],
  ['made to expire', 'update auth.sessions set not_after = now() where id = $1'],
  ['of somebody deleted', 'delete from auth.users where id = (select user_id from auth.sessions where id = $1)'],
  [
    'of somebody who was forgotten',
    'update auth.users set deleted_at = now() where id = (select user_id from auth.sessions where id = $1)',
  ],
  [
    'of somebody banned',
    `update auth.users set banned_until = now() + interval '1 hour' where id = (select user_id from auth.sessions where id = $1)`,
  ],
])('a session that is %s has ended, for every process', async (_, statement) => {
  const [one, other] = [follow({ everyMs: 20 }), follow({ everyMs: 20 })]
  for (const sessions of [one, other]) sessions.start()
  const [session, bystander] = [await openSession(), await openSession()]
  expect(await one.stateOf(claimsOf(session))).toBe('live')
  await db.owner.query(statement, [session.id])
  for (const sessions of [one, other, follow()]) {
    await soon(async () => expect(await sessions.stateOf(claimsOf(session))).toBe('ended'))
    expect(await sessions.stateOf(claimsOf(bystander))).toBe('live')
  }
})

test('a session end that commits late is not missed', async () => {
  const sessions = follow({ everyMs: 20 })
  sessions.start()
  const [slow, quick] = [await openSession(), await openSession()]
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await client.query('delete from auth.sessions where id = $1', [slow.id])
    await db.owner.query('delete from auth.sessions where id = $1', [quick.id])
    await soon(async () => expect(await sessions.stateOf(claimsOf(quick))).toBe('ended'))
    expect(await sessions.stateOf(claimsOf(slow))).toBe('live')
    await client.query('commit')
  } finally {
    client.release()
  }
  await soon(async () => expect(await sessions.stateOf(claimsOf(slow))).toBe('ended'))
})

test('tokens without a session are live', async () => {
  expect(await follow().stateOf({ role: 'service_role' })).toBe('live')
})

test('while the list cannot be read no token is trusted, and open connections are notified', async () => {
  const sessions = follow({ everyMs: 20, trustMs: 100 })
  const lost = vi.fn()
  sessions.watch({ ended: () => undefined, lost })
  sessions.start()
  const session = await openSession()
  const ask = (token = 'good') =>
    identify(new Request('http://site.test/', { headers: { authorization: `Bearer ${token}` } }), {
      keys,
      verifyAccessToken: async () => claimsOf(session),
      sessionState: sessions.stateOf,
    })
  expect(await ask()).toMatchObject({ role: 'authenticated' })
  await db.owner.query('revoke execute on function auth.sessions_ended_since(text) from authenticator')
  try {
    await soon(async () => expect(await ask()).toMatchObject({ status: 503 }))
    await soon(() => expect(lost).toHaveBeenCalledTimes(1))
    // Keys have no session.
    expect(await ask(keys.publishable)).toMatchObject({ role: 'anon' })
  } finally {
    await db.owner.query('grant execute on function auth.sessions_ended_since(text) to authenticator')
  }
  await soon(async () => expect(await ask()).toMatchObject({ role: 'authenticated' }))
})

test('a read that is too old after a stall of the machine is followed by another', async () => {
  let reads = 0
  const aside = async <T>() => {
    reads += 1
    if (reads === 1) await new Promise((resolve) => setTimeout(resolve, 300))
    return [{ next: '1', ended: [] }] as T[]
  }
  const sessions = followEndedSessions({
    database: { queryReserved: aside },
    onFault: () => undefined,
    everyMs: 60_000,
    trustMs: 200,
  })
  followed.push(sessions)
  expect(await sessions.stateOf({ session_id: crypto.randomUUID() })).toBe('live')
  expect(reads).toBe(2)
})

test('the list drops sessions whose tokens have all expired', async () => {
  const [old, young] = [await openSession(), await openSession()]
  await db.owner.query('delete from auth.sessions where id = any ($1)', [[old.id, young.id]])
  await db.owner.query(`update auth.ended_sessions set ended_at = now() - interval '26 hours' where session_id = $1`, [
    old.id,
  ])
  await db.database.as({ role: 'auth_admin', claims: {} }, deleteEndedSessions)
  const { rows } = await db.owner.query('select session_id from auth.ended_sessions where session_id = any ($1)', [
    [old.id, young.id],
  ])
  expect(rows).toEqual([{ session_id: young.id }])
})
