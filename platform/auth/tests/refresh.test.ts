import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, claimsIn, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const refresh = (token: string): Promise<Answer> =>
  service.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
const tokenIn = (answer: Answer) => String(answer.body.refresh_token)

/** Simulates that all used tokens of the session were used that long ago. */
async function age(accessToken: string, seconds: number) {
  const { session_id: id } = claimsIn(accessToken)
  await service.db.owner.query(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where session_id = $1`,
    [id, seconds],
  )
}

describe('refresh', () => {
  test('gives a new token of the same session', async () => {
    const { client, session } = await signedIn(service)
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    const id = (token?: string) => claimsIn(token).session_id
    expect(id(data.session?.access_token)).toBe(id(session.access_token))
  })

  test('gives the parent of the live token that same token again, however late', async () => {
    const { session } = await signedIn(service)
    const child = tokenIn(await refresh(session.refresh_token))
    await age(session.access_token, 86_400)
    expect(tokenIn(await refresh(session.refresh_token))).toBe(child)
    expect((await refresh(child)).status).toBe(200)
  })

  test('lets an older token pass within the interval only', async () => {
    const { session } = await signedIn(service)
    const child = tokenIn(await refresh(session.refresh_token))
    await refresh(child)
    expect((await refresh(session.refresh_token)).status).toBe(200)
  })

  test('ends the whole family when an older token comes back', async () => {
    const { session, client } = await signedIn(service)
    const child = tokenIn(await refresh(session.refresh_token))
    const grandchild = tokenIn(await refresh(child))
    await age(session.access_token, 11)
    const replay = await refresh(session.refresh_token)
    expect(replay).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    // It is unknown which of the two holders is legitimate.
    const who = await service.ask('GET', '/user', { bearer: session.access_token })
    expect(who).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    await age(session.access_token, 11)
    for (const token of [child, grandchild]) expect((await refresh(token)).status).toBe(400)
    const { rows } = await service.db.owner.query(
      `select 1 from auth.audit_log_entries where action = 'token_replayed'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(client).toBeDefined()
  })

  test('of two tabs at once keeps one session', async () => {
    const { session } = await signedIn(service)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(tokenIn)).size).toBe(1)
    expect((await refresh(String(answers[0]?.body.refresh_token))).status).toBe(200)
  })

  test('ends with the session’s lifetime', async () => {
    const { session, user } = await signedIn(service)
    await service.db.owner.query(`update auth.sessions set not_after = now() where user_id = $1`, [user.id])
    expect((await refresh(session.refresh_token)).body).toMatchObject({ code: 'session_expired' })
  })

  test.each([
    ['', 400, undefined],
    ['short', 400, 'validation_failed'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 400, 'validation_failed'],
    [`${'a'.repeat(20)}' or 1=1`, 400, 'validation_failed'],
    ['abcdefghijklmnopqrstuvwxyz', 400, 'refresh_token_not_found'],
  ])('refuses %j', async (token, status, code) => {
    const answer = await refresh(token)
    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(code)
  })

  test('answers overload with 503 and never 429, which would sign people out', async () => {
    const narrow = await startService({ rateLimits: true, settings: { limits: { tokenPerAddress: [2, 300] } } })
    const { session } = await signedIn(narrow)
    const body = { refresh_token: session.refresh_token }
    for (let i = 0; i < 2; i++) await narrow.ask('POST', '/token?grant_type=refresh_token', { body })
    const answer = await narrow.ask('POST', '/token?grant_type=refresh_token', { body })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await narrow.stop()
  })
})
