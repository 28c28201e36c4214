import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, SITE, signedIn, startService, type TestService, tokenOf } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { phoneEnabled: true } })
})
afterAll(() => service.stop())

let numbers = 0
function newPhone(): string {
  numbers += 1
  return `23480${String(numbers).padStart(8, '0')}`
}

function lastCode(to: string): string {
  return service.texts.findLast((sms) => sms.to === to)?.code ?? ''
}

describe('a code by e-mail', () => {
  test('signs a known person in, as does its link', async () => {
    const { email, user } = await signedIn(service)
    const client = service.client()
    const { error } = await client.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/after` } })
    expect(error).toBeNull()
    const mail = service.lastMail(email)
    expect(mail.kind).toBe('magic_link')
    expect(mail.link).toContain('type=magiclink')
    const { data } = await client.verifyOtp({ type: 'email', email, token: mail.code })
    expect(data.user?.id).toBe(user.id)

    await client.signInWithOtp({ email })
    const linked = await service.client().verifyOtp({ type: 'magiclink', token_hash: tokenOf(service.lastMail(email)) })
    expect(linked.data.user?.id).toBe(user.id)
  })

  test('makes an account for an unknown person, without a password', async () => {
    const email = newEmail()
    await service.client().signInWithOtp({ email, options: { data: { full_name: 'Ada' } } })
    const mail = service.lastMail(email)
    expect(mail.kind).toBe('confirmation')
    const { data } = await service.client().verifyOtp({ type: 'email', email, token: mail.code })
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada', email_verified: true } })
    expect((await service.client().signInWithPassword({ email, password: '' })).error).not.toBeNull()
  })

  test('makes none when the client says so', async () => {
    const email = newEmail()
    const { error } = await service.client().signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(error).toBeNull()
    const { rows } = await service.db.owner.query('select from auth.users where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('does not say who is registered when none is to be made', async () => {
    const { email } = await signedIn(service)
    const ask = async (address: string) => {
      const from = performance.now()
      const { status, body } = await service.ask('POST', '/otp', { body: { email: address, create_user: false } })
      return { status, body, isEven: performance.now() - from >= 149 }
    }
    expect(await ask(email)).toEqual({ status: 200, body: {}, isEven: true })
    expect(await ask(newEmail())).toEqual({ status: 200, body: {}, isEven: true })
    expect(service.lastMail(email).kind).toBe('magic_link')
  })

  test('discards a password that a stranger set before', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD })
    await service.client().signInWithOtp({ email })
    await service.client().verifyOtp({ type: 'email', email, token: service.lastMail(email).code })
    const thief = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('sends a PKCE client back with a code', async () => {
    const { email } = await signedIn(service)
    const client = service.client({ flowType: 'pkce' })
    await client.signInWithOtp({ email })
    const token = tokenOf(service.lastMail(email))
    const opened = await service.ask('GET', `/verify?token=${token}&type=magiclink`)
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect((await client.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('can be requested by the call’s old name too', async () => {
    const { email } = await signedIn(service)
    expect((await service.ask('POST', '/magiclink', { body: { email } })).status).toBe(200)
    expect(service.lastMail(email).kind).toBe('magic_link')
  })

  test.each([
    [{}, 'One of email or phone must be set'],
    [{ email: 'a@b.co', phone: '234801' }, 'Only an email address or phone number should be provided'],
    [{ email: 'a@b.co', channel: 'sms' }, 'Channel should only be specified with Phone OTP'],
    [{ phone: '234801', channel: 'pigeon' }, /Invalid channel/],
    [{ phone: '0801' }, 'Invalid phone number format (E.164 required)'],
  ])('is refused for %j', async (body, message) => {
    const answer = await service.ask('POST', '/otp', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })
})

describe('a phone', () => {
  test('signs up with a password and a code', async () => {
    const phone = newPhone()
    const client = service.client()
    const { data, error } = await client.signUp({ phone: `+${phone}`, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone', providers: ['phone'] } })
    const early = await client.signInWithPassword({ phone, password: PASSWORD })
    expect(early.error).toMatchObject({ code: 'phone_not_confirmed' })
    const verified = await client.verifyOtp({ type: 'sms', phone, token: lastCode(phone) })
    expect(verified.data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) })
    expect((await service.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
    const again = await service.client().signUp({ phone, password: PASSWORD })
    expect(again.error).toMatchObject({ code: 'user_already_exists' })
  })

  test('signs in with a code alone, and the answer names the message', async () => {
    const phone = newPhone()
    const { data, error } = await service.client().signInWithOtp({ phone })
    expect(error).toBeNull()
    expect(data.messageId).toEqual(expect.any(String))
    const { data: verified } = await service.client().verifyOtp({ type: 'sms', phone, token: lastCode(phone) })
    expect(verified.session).not.toBeNull()
    const used = await service.client().verifyOtp({ type: 'sms', phone, token: lastCode(phone) })
    expect(used.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('code is void after five wrong attempts, and once it expires', async () => {
    const phone = newPhone()
    await service.client().signInWithOtp({ phone })
    const right = lastCode(phone)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) await service.client().verifyOtp({ type: 'sms', phone, token: wrong })
    expect((await service.client().verifyOtp({ type: 'sms', phone, token: right })).error).not.toBeNull()
    await service.client().signInWithOtp({ phone })
    await service.db.owner.query(`update auth.one_time_tokens set created_at = now() - interval '6 minutes'`)
    expect((await service.client().verifyOtp({ type: 'sms', phone, token: lastCode(phone) })).error).not.toBeNull()
  })

  test('gets its code again', async () => {
    const phone = newPhone()
    await service.client().signUp({ phone, password: PASSWORD })
    const before = service.texts.length
    const { data } = await service.client().resend({ type: 'sms', phone })
    // The gateway's id would reveal that the address is registered.
    expect(data.messageId).toBeUndefined()
    expect(service.texts.length).toBe(before + 1)
    expect(await service.ask('POST', '/resend', { body: { type: 'sms', phone: newPhone() } })).toMatchObject({
      status: 200,
      body: {},
    })
  })

  test('that the provider refuses is not the service’s fault', async () => {
    const failing = await startService({
      settings: { phoneEnabled: true },
      dependencies: { sendSms: () => Promise.reject(new Error('no balance')) },
    })
    const { error } = await failing.client().signInWithOtp({ phone: newPhone() })
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
    await failing.stop()
  })

  test('is refused if it is turned off', async () => {
    const off = await startService()
    expect((await off.client().signInWithOtp({ phone: newPhone() })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    const signUp = await off.client().signUp({ phone: newPhone(), password: PASSWORD })
    expect(signUp.error).toMatchObject({ code: 'phone_provider_disabled' })
    await off.stop()
  })

  test('accepts no PKCE at sign-up', async () => {
    const body = {
      phone: newPhone(),
      password: PASSWORD,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 's256',
    }
    const answer = await service.ask('POST', '/signup', { body })
    expect(answer.body).toMatchObject({ message: 'PKCE not supported for phone signups' })
  })
})
