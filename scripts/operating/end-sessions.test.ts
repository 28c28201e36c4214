import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, signedIn, startService, type TestService } from '#platform/auth/tests/auth-service.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { endSessions } from './granting/end-sessions.ts'

let market: TestDatabase
let service: TestService
beforeAll(async () => {
  market = await createTestDatabase()
  service = await startService({ dependencies: { database: market.database } })
})
afterAll(async () => {
  await service.stop()
  await market.drop()
})

async function end(email: string): Promise<string> {
  const client = await market.owner.connect()
  try {
    return await endSessions(client, { email })
  } finally {
    client.release()
  }
}

test('signs only this person out everywhere, and writes an audit log entry', async () => {
  const [ada, bola] = [await signedIn(service), await signedIn(service)]
  const second = service.client()
  await second.signInWithPassword({ email: ada.email, password: PASSWORD })
  expect(await end(` ${ada.email.toUpperCase()} `)).toBe(`${ada.email} is signed out everywhere (2 sessions).`)
  for (const client of [ada.client, second]) {
    expect((await client.refreshSession()).error).not.toBeNull()
  }
  expect((await bola.client.refreshSession()).error).toBeNull()
  const { rows } = await market.owner.query(
    `select action, after from public.audit_log where subject_id = $1 and action = 'sessions.end'`,
    [ada.user.id],
  )
  expect(rows).toEqual([{ action: 'sessions.end', after: { sessions: 2 } }])
  const ended = await market.owner.query('select 1 from auth.ended_sessions where session_id = $1', [
    JSON.parse(Buffer.from(ada.session.access_token.split('.')[1] ?? '', 'base64url').toString()).session_id,
  ])
  expect(ended.rowCount).toBe(1)
  expect(await end(ada.email)).toBe(`${ada.email} was signed in nowhere.`)
})

test('throws for an unknown address', async () => {
  await expect(end(newEmail())).rejects.toThrow('There is no account with')
  await expect(end('ada')).rejects.toThrow('not an e-mail address')
})
