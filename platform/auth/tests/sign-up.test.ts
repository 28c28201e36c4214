import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimAddress } from '../users/registration.ts'
import {
  claimsIn,
  newEmail,
  PASSWORD,
  SITE,
  signedIn,
  startService,
  type TestService,
  tokenOf,
} from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('sign-up by e-mail', () => {
  test('makes an unconfirmed account and mails a link to our own page', async () => {
    const email = newEmail()
    const { data, error } = await service.client().signUp({
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      options: { data: { full_name: 'Ada Obi', role: 'editor' }, emailRedirectTo: `${SITE}/things/1` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada Obi', role: 'editor', email, email_verified: false, sub: data.user?.id },
      is_anonymous: false,
    })
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', id: data.user?.id, email })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    const mail = service.lastMail(email)
    expect(mail).toMatchObject({ kind: 'confirmation', code: expect.stringMatching(/^\d{6}$/) })
    const link = new URL(mail.link ?? '')
    expect(link.origin + link.pathname).toBe(`${SITE}/auth/confirm`)
    expect(link.searchParams.get('type')).toBe('signup')
    expect(link.searchParams.get('redirect_to')).toBe(`${SITE}/things/1`)
  })

  test('is completed by the link, once', async () => {
    const { session, user, client, email } = await signedIn(service)
    expect(user).toMatchObject({ email_confirmed_at: expect.any(String), confirmed_at: expect.any(String) })
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, refresh_token: expect.any(String) })
    expect((await client.getUser()).data.user?.user_metadata).toMatchObject({ email_verified: true })
    const again = await service.client().verifyOtp({ type: 'signup', token_hash: tokenOf(service.lastMail(email)) })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('is completed by the code too', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD })
    const { code } = service.lastMail(email)
    const { data, error } = await service.client().verifyOtp({ type: 'signup', email, token: code })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('says so when the address is registered and confirmed', async () => {
    const { email } = await signedIn(service)
    const { error } = await service.client().signUp({ email, password: PASSWORD })
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
  })

  test('before confirmation may be repeated with the same password: the latest data and link count', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD, options: { data: { full_name: 'Ada' } } })
    const first = tokenOf(service.lastMail(email))
    const { data } = await service
      .client()
      .signUp({ email, password: PASSWORD, options: { data: { full_name: 'Ada Obi' } } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada Obi' })
    expect((await service.client().verifyOtp({ type: 'signup', token_hash: first })).error).not.toBeNull()
    const second = tokenOf(service.lastMail(email))
    const confirmed = await service.client().verifyOtp({ type: 'signup', token_hash: second })
    expect(confirmed.data.user?.user_metadata).toMatchObject({ full_name: 'Ada Obi' })
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('never touches an address that was confirmed in between', async () => {
    const { email } = await signedIn(service)
    const claim = { provider: 'email', address: email, passwordHash: 'x', data: {} } as const
    const attempt = service.db.database.as({ role: 'auth_admin', claims: {} }, (tx) => claimAddress(tx, claim))
    await expect(attempt).rejects.toThrow('User already registered')
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('at the same moment from many clients makes one account', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.ask('POST', '/signup', { body: { email, password: PASSWORD } })),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  })

  test('grants no right through data', async () => {
    const email = newEmail()
    const data = { role: 'admin', balance: 1e9, sub: 'x', email_verified: true, is_super_admin: true }
    const answer = await service.ask('POST', '/signup', {
      body: { email, password: PASSWORD, data, role: 'service_role', app_metadata: { role: 'x' }, aud: 'y', id: 'z' },
    })
    expect(answer.body).toMatchObject({ role: 'authenticated', aud: 'authenticated' })
    expect(answer.body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(answer.body.user_metadata).toMatchObject({ sub: answer.body.id, email_verified: false })
    const { data: signed } = await service.client().verifyOtp({
      type: 'signup',
      token_hash: tokenOf(service.lastMail(email)),
    })
    const payload = claimsIn(signed.session?.access_token)
    expect(payload).toMatchObject({ role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    expect(payload.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  })

  test.each([
    [{ password: '12345' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
    [{ password: 'password123' }, 422, 'weak_password', /easy to guess/],
    [{ password: 'x'.repeat(129) }, 400, 'validation_failed', /cannot be longer/],
    [{ password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ email: 'no-address' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 400, 'validation_failed', 'An email address is too long'],
    [{ email: 'a@b.co', phone: '2348012345678' }, 400, 'validation_failed', /Only an email address or phone/],
    [{ email: '' }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ data: { x: 'y'.repeat(5000) } }, 400, 'validation_failed', /User metadata/],
    [{ code_challenge: 'x'.repeat(43) }, 400, 'validation_failed', /PKCE flow requires/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, 400, 'validation_failed', /Code challenge/],
  ])('refuses %j', async (change, status, code, message) => {
    const answer = await service.ask('POST', '/signup', {
      body: { email: newEmail(), password: PASSWORD, ...change },
    })
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } })
  })

  test('never stores a password or token in plain text', async () => {
    const { email, session } = await signedIn(service)
    const mail = service.lastMail(email)
    const dump = await service.db.owner.query(`
      select (select json_agg(u) from auth.users u)::text || (select json_agg(t) from auth.refresh_tokens t)::text
        || (select json_agg(a) from auth.audit_log_entries a)::text
        || coalesce((select json_agg(o) from auth.one_time_tokens o)::text, '') as all`)
    for (const secret of [PASSWORD, session.refresh_token, session.access_token, tokenOf(mail)]) {
      expect(dump.rows[0].all).not.toContain(secret)
    }
  })
})

describe('sign-up under other settings', () => {
  test('returns a session at once if addresses need no proof', async () => {
    const auto = await startService({ settings: { emailAutoconfirm: true } })
    const { data, error } = await auto.client().signUp({ email: 'a@example.com', password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeTypeOf('string')
    expect(auto.mails).toEqual([])
    await auto.stop()
  })

  test('is refused if sign-up is closed', async () => {
    const closed = await startService({ settings: { signUpDisabled: true } })
    const { error } = await closed.client().signUp({ email: 'a@example.com', password: PASSWORD })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
    await closed.stop()
  })
})
