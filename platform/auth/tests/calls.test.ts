import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateSigningKey, loadSigningKeys } from '../sessions/tokens.ts'
import { API, claimsIn, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('health is open to everybody', async () => {
  const answer = await service.ask('GET', '/health', { headers: { apikey: '' } })
  expect(answer).toMatchObject({ status: 200, body: { name: 'GoTrue' } })
})

test('settings tell a sign-in screen what it needs', async () => {
  expect((await service.ask('GET', '/settings')).body).toEqual({
    external: { anonymous_users: false, email: true, phone: false },
    captcha: null,
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    mfa_enabled: true,
    passkeys_enabled: true,
    saml_enabled: false,
  })
})

test('calls may do without an API key where the operator allows it; admin calls may not', async () => {
  const bare = { apikey: '' }
  const login = { email: 'nobody@example.com', password: 'tall palm tree' }
  expect(await service.ask('POST', '/token?grant_type=password', { body: login, headers: bare })).toMatchObject({
    status: 401,
    body: { code: 'no_authorization', message: 'No API key found in request' },
  })
  const open = await startService({ settings: { apiKeyRequired: false } })
  try {
    const signIn = (headers: Record<string, string>) =>
      open.ask('POST', '/token?grant_type=password', { body: login, headers })
    expect(await signIn(bare)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
    expect(await signIn({ apikey: 'sb_publishable_other' })).toMatchObject({ status: 401 })
    expect((await open.ask('GET', '/admin/users', { headers: bare })).status).toBe(401)
  } finally {
    await open.stop()
  }
})

describe('signing keys', () => {
  test('show only their public halves, and may be cached for ten minutes', async () => {
    const answer = await service.ask('GET', '/.well-known/jwks.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    const [key] = answer.body.keys as Record<string, unknown>[]
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
    expect(key).not.toHaveProperty('d')
  })

  test('may be two during a rotation: tokens of both are accepted', async () => {
    const [old, next] = [await generateSigningKey(), await generateSigningKey()]
    const before = await loadSigningKeys({ keys: [old] }, { issuer: API })
    const during = await loadSigningKeys({ keys: [next, old] }, { issuer: API })
    const rotating = await startService({ dependencies: { signingKeys: during } })
    const { user, session } = await signedIn(rotating)
    const claims = claimsIn(session.access_token)
    const older = await before.sign(claims)
    for (const bearer of [session.access_token, older]) {
      expect((await rotating.ask('GET', '/user', { bearer })).body.id).toBe(user.id)
    }
    const { body } = await rotating.ask('GET', '/.well-known/jwks.json')
    expect((body.keys as { kid: string }[]).map((key) => key.kid)).toEqual([next.kid, old.kid])
    await rotating.stop()
  })
})

test('a token without a person or a session is refused', async () => {
  const key = await generateSigningKey()
  const keys = await loadSigningKeys({ keys: [key] }, { issuer: API })
  const own = await startService({ dependencies: { signingKeys: keys } })
  const exp = Math.floor(Date.now() / 1000) + 60
  const base = { aud: 'authenticated', role: 'authenticated', exp }
  for (const claims of [
    base,
    { ...base, sub: 'not-a-uuid', session_id: 'x' },
    { ...base, sub: '00000000-0000-4000-8000-000000000000' },
  ]) {
    const answer = await own.ask('GET', '/user', { bearer: await keys.sign(claims) })
    expect(answer.status).toBe(403)
  }
  await own.stop()
})

describe('a call that the database rolled back for another one', () => {
  test.each(['40001', '40P01'])('because of %s may be sent again', async (state) => {
    const own = await startService()
    const { session } = await signedIn(own)
    await own.db.owner.query(
      `create function auth.collide() returns trigger language plpgsql as $$ begin
         raise exception 'in the way' using errcode = '${state}'; end $$;
       create trigger collide before update on auth.users for each row execute function auth.collide()`,
    )
    const answer = await own.ask('PUT', '/user', { bearer: session.access_token, body: { data: { name: 'Ada' } } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    await own.stop()
  })
})
