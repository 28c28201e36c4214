import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswordHashing, type PasswordHashing } from '../passwords/password-hashing.ts'
import { API, claimsIn, KEYS, newEmail, PASSWORD, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('sign-in by password', () => {
  test('opens a session whose token says who, how and for how long', async () => {
    const { email, user } = await signedIn(service)
    const { data, error } = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    const payload = claimsIn(data.session?.access_token ?? '')
    expect(payload).toEqual({
      iss: API,
      sub: user.id,
      aud: 'authenticated',
      exp: Number(payload.iat) + 3600,
      iat: expect.any(Number),
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: expect.objectContaining({ email_verified: true }),
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
    expect(data.session?.expires_at).toBe(payload.exp)
  })

  test('is checked by the client itself from our public keys', async () => {
    const { client } = await signedIn(service)
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
  })

  test('answers an unknown address and a wrong password alike', async () => {
    const { email } = await signedIn(service)
    const wrong = await service.ask('POST', '/token?grant_type=password', { body: { email, password: 'wrong one' } })
    const unknown = await service.ask('POST', '/token?grant_type=password', {
      body: { email: newEmail(), password: PASSWORD },
    })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.status).toBe(wrong.status)
  })

  test('compares a hash for an unknown address too, so that the response time reveals nothing', async () => {
    const hashing = createPasswordHashing()
    const compared: (string | null)[] = []
    const verify: PasswordHashing['verify'] = (stored, password) => {
      compared.push(stored)
      return hashing.verify(stored, password)
    }
    const watched = await startService({ dependencies: { hashing: { ...hashing, verify } } })
    await watched.ask('POST', '/token?grant_type=password', { body: { email: newEmail(), password: PASSWORD } })
    expect(compared).toEqual([null])
    await watched.stop()
  })

  test('reveals that the e-mail is not confirmed only with the right password', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD })
    const right = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
    const wrong = await service.client().signInWithPassword({ email, password: 'wrong one' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('is refused to banned people', async () => {
    const { email, client } = await signedIn(service)
    await service.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      email,
    ])
    const { error } = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(error).toMatchObject({ status: 400, code: 'user_banned' })
    expect((await client.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
    // The ban ended the session, and its refresh token with it.
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('renews a hash of older costs', async () => {
    const { email } = await signedIn(service)
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await service.db.owner.query('update auth.users set encrypted_password = $2 where email = $1', [email, old])
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    const { rows } = await service.db.owner.query('select encrypted_password from auth.users where email = $1', [email])
    expect(rows[0].encrypted_password).toMatch(/m=19456,t=2,p=1/)
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'a@b.co', phone: '2348012345678', password: 'x' }, 400, 'validation_failed'],
    [{ phone: '2348012345678', password: 'x' }, 422, 'phone_provider_disabled'],
    [{ email: 'a@b.co' }, 400, 'invalid_credentials'],
    [{ email: 'a@b.co', password: 'x'.repeat(60_000) }, 400, 'invalid_credentials'],
    [{ email: 'a@b.co', password: 'x'.repeat(900_000) }, 413, 'request_entity_too_large'],
    [{ email: { $ne: '' }, password: 'x' }, 400, 'bad_json'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await service.ask('POST', '/token?grant_type=password', { body })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test('rejects other grants', async () => {
    for (const grant of ['', 'toString', '__proto__']) {
      const answer = await service.ask('POST', `/token?grant_type=${grant}`, { body: {} })
      expect(answer).toMatchObject({ status: 400, body: { message: 'unsupported_grant_type' } })
    }
    const wallet = await service.client().signInWithWeb3({
      chain: 'ethereum',
      message: 'site.test wants you to sign in with your Ethereum account',
      signature: '0x00',
    })
    expect(wallet.error).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
  })
})

describe('sign-out', () => {
  test('of this session leaves the others', async () => {
    const { client, email } = await signedIn(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: PASSWORD })
    await client.signOut({ scope: 'local' })
    expect((await other.getUser()).error).toBeNull()
    expect((await other.refreshSession()).error).toBeNull()
  })

  test('of the others leaves this one', async () => {
    const { client, email } = await signedIn(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: PASSWORD })
    await client.signOut({ scope: 'others' })
    expect((await client.getUser()).error).toBeNull()
    expect((await other.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('everywhere is the default, and the access token no longer opens /user', async () => {
    const { client, session } = await signedIn(service)
    const { error } = await client.signOut()
    expect(error).toBeNull()
    const answer = await service.ask('GET', '/user', { bearer: session.access_token })
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })

  test('accepts three scopes', async () => {
    const { session } = await signedIn(service)
    const answer = await service.ask('POST', '/logout?scope=all', { bearer: session.access_token })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Unsupported logout scope' } })
    expect((await service.ask('POST', '/logout', { bearer: session.access_token })).status).toBe(204)
  })
})

describe('the front door', () => {
  test('requires a key except on the routes of links', async () => {
    const none = { apikey: '' }
    expect((await service.ask('GET', '/settings', { headers: none })).status).toBe(401)
    expect((await service.ask('GET', '/settings', { headers: { apikey: 'wrong' } })).status).toBe(401)
    expect((await service.ask('GET', '/settings')).status).toBe(200)
    expect((await service.ask('GET', '/.well-known/jwks.json', { headers: none })).status).toBe(200)
    expect((await service.ask('GET', '/verify?token=x&type=signup', { headers: none })).status).toBe(303)
    expect((await service.ask('GET', `/settings?apikey=${KEYS.publishable}`, { headers: none })).status).toBe(200)
  })

  test('refuses the secret key from a browser', async () => {
    const headers = { apikey: KEYS.secret, 'user-agent': 'Mozilla/5.0' }
    expect(await service.ask('GET', '/settings', { headers })).toMatchObject({ status: 401 })
    expect((await service.ask('GET', '/settings', { headers: { apikey: KEYS.secret } })).status).toBe(200)
  })

  test('answers errors in the form that the version asks for', async () => {
    const now = await service.ask('POST', '/recover', { body: {} })
    expect(now.body).toEqual({ code: 'validation_failed', message: 'Password recovery requires an email' })
    expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    const then = await service.ask('POST', '/recover', { body: {}, headers: { 'x-supabase-api-version': '' } })
    expect(then.body).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Password recovery requires an email',
    })
    expect(then.headers.get('x-supabase-api-version')).toBeNull()
    expect(then.headers.get('x-sb-error-code')).toBe('validation_failed')
  })

  test('distinguishes missing, forged, unknown and signed-out tokens', async () => {
    expect((await service.ask('GET', '/user')).body).toMatchObject({ code: 'no_authorization' })
    expect(await service.ask('GET', '/user', { bearer: 'a.b.c' })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    })
    const { session, user } = await signedIn(service)
    const [head, body, signature = ''] = session.access_token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...claimsIn(`.${body}`), sub: 'x' })).toString('base64url')
    expect((await service.ask('GET', '/user', { bearer: `${head}.${forged}.${signature}` })).status).toBe(403)
    await service.db.owner.query('delete from auth.users where id = $1', [user.id])
    const removed = await service.ask('GET', '/user', { bearer: session.access_token })
    expect(removed).toMatchObject({ status: 403, body: { code: 'user_not_found' } })
  })
})
