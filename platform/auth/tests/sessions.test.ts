import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAuth } from '../sweep.ts'
import { PASSWORD, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function list(bearer: string) {
  const { body } = await service.ask('GET', '/sessions', { bearer })
  return body.sessions as { id: string; is_current: boolean; ip: string; user_agent: string }[]
}

describe('sessions', () => {
  test('are listed for their person, with the place and the program', async () => {
    const { session, email } = await signedIn(service)
    service.setAddress('203.0.113.77')
    const headers = { 'user-agent': `Telephone ${'x'.repeat(1000)}` }
    await service.ask('POST', '/token?grant_type=password', { body: { email, password: PASSWORD }, headers })
    const sessions = await list(session.access_token)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ ip: '203.0.113.77', is_current: false, aal: 'aal1' })
    expect(sessions[0]?.user_agent).toHaveLength(255)
    expect(sessions[1]?.is_current).toBe(true)
  })

  test('are ended one by one, one’s own only', async () => {
    const { session, email } = await signedIn(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: PASSWORD })
    const stranger = await signedIn(service)
    const bearer = session.access_token
    const target = (await list(bearer)).find((one) => !one.is_current)?.id ?? ''
    const theirs = await service.ask('DELETE', `/sessions/${target}`, { bearer: stranger.session.access_token })
    expect(theirs.status).toBe(404)
    expect((await service.ask('DELETE', `/sessions/${target}`, { bearer })).status).toBe(204)
    expect((await other.refreshSession()).error).not.toBeNull()
    for (const id of [target, randomUUID(), 'x']) {
      expect((await service.ask('DELETE', `/sessions/${id}`, { bearer })).status).toBe(404)
    }
    expect((await service.ask('GET', '/sessions')).status).toBe(401)
  })
})

describe('claims in the database', () => {
  const ask = (claims: Record<string, unknown>) =>
    service.db.database.as({ role: 'authenticated', claims }, async (tx) => {
      const { rows } = await tx.query(
        'select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt',
      )
      return rows[0]
    })

  test('identify the caller', async () => {
    const sub = randomUUID()
    const claims = { sub, role: 'authenticated', email: 'a@b.co', aal: 'aal2' }
    expect(await ask(claims)).toEqual({ uid: sub, role: 'authenticated', email: 'a@b.co', jwt: claims })
    expect(await ask({})).toEqual({ uid: null, role: null, email: null, jwt: {} })
  })

  test('give no client access to the tables of the auth service', async () => {
    const { rows } = await service.db.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'limits')`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const { name } of rows) {
        const attempt = service.db.database.as({ role, claims: {} }, (tx) => tx.query(`select * from ${name}`))
        await expect(attempt, `${role} ${name}`).rejects.toThrow('permission denied')
      }
    }
  })
})

test('the sweep deletes expired rows only', async () => {
  const { session, client } = await signedIn(service)
  const removed = await signedIn(service)
  const waiting = 'waiting@example.com'
  await service.client().signUp({ email: waiting, password: PASSWORD })
  await service.db.owner.query(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
    removed.user.id,
  ])
  await service.db.owner.query(`insert into auth.flow_state (authentication_method, provider_type, created_at)
    values ('oauth', 'google', now() - interval '2 days')`)
  await client.refreshSession()
  await service.db.database.as({ role: 'auth_admin', claims: {} }, sweepAuth)
  const count = async (sql: string) => Number((await service.db.owner.query(sql)).rows[0].count)
  expect(await count('select count(*) from auth.flow_state')).toBe(0)
  expect(await count(`select count(*) from auth.sessions where user_id = '${removed.user.id}'`)).toBe(0)
  expect(await count('select count(*) from auth.one_time_tokens')).toBe(1)
  expect((await client.refreshSession()).error).toBeNull()
  expect(session.access_token).toBeTypeOf('string')
})

test('no access token outlives its session', async () => {
  const { client, user } = await signedIn(service)
  await service.db.owner.query(
    `update auth.sessions set created_at = now() - interval '180 days' + interval '1 minute', not_after = now() + interval '1 minute'
     where user_id = $1`,
    [user.id],
  )
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.expires_in).toBeGreaterThan(0)
  expect(data.session?.expires_in).toBeLessThanOrEqual(60)
})
