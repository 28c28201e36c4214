import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeSessionsOld,
  newEmail,
  PASSWORD,
  signedIn,
  startService,
  type TestService,
  tokenOf,
} from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { phoneEnabled: true } })
})
afterAll(() => service.stop())

const verifyChange = (token: string) =>
  service.ask('POST', '/verify', { body: { type: 'email_change', token_hash: token } })

const makeOld = (userId: string) => makeSessionsOld(service, userId)

describe('a change of e-mail', () => {
  test('needs both addresses, in any order', async () => {
    for (const order of ['current first', 'new first']) {
      const { client, email } = await signedIn(service)
      const next = newEmail()
      const { data } = await client.updateUser({ email: next })
      expect(data.user).toMatchObject({ email, new_email: next })
      const mails = { current: service.lastMail(email), next: service.lastMail(next) }
      expect(mails.current).toMatchObject({ kind: 'email_change_current', data: { newEmail: next } })
      expect(mails.next.kind).toBe('email_change_new')
      const sides = order === 'new first' ? [mails.next, mails.current] : [mails.current, mails.next]
      const [first, second] = sides.map(tokenOf)
      const half = await verifyChange(first ?? '')
      expect(half).toMatchObject({ status: 200, body: { code: '200', msg: expect.stringContaining('Please proceed') } })
      expect((await client.getUser()).data.user?.email).toBe(email)
      const whole = await verifyChange(second ?? '')
      expect(whole.body).toMatchObject({ access_token: expect.any(String), user: { email: next } })
      const { data: after } = await client.getUser()
      expect(after.user).toMatchObject({ email: next, user_metadata: { email: next } })
      expect(after.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true })
      expect(after.user).not.toHaveProperty('new_email')
      expect((await service.client().signInWithPassword({ email: next, password: PASSWORD })).error).toBeNull()
    }
  })

  test('works with the codes of both addresses', async () => {
    const { client, email } = await signedIn(service)
    const next = newEmail()
    await client.updateUser({ email: next })
    const half = await client.verifyOtp({ type: 'email_change', email, token: service.lastMail(email).code })
    expect(half).toMatchObject({ error: null, data: { user: null, session: null } })
    const whole = await client.verifyOtp({ type: 'email_change', email: next, token: service.lastMail(next).code })
    expect(whole.data.user?.email).toBe(next)
  })

  test('is not confirmed by an earlier yes to another address', async () => {
    const { client, email } = await signedIn(service)
    const [harmless, evil] = [newEmail(), newEmail()]
    await client.updateUser({ email: harmless })
    expect((await verifyChange(tokenOf(service.lastMail(email)))).body).toMatchObject({ code: '200' })
    await client.updateUser({ email: evil })
    const answer = await verifyChange(tokenOf(service.lastMail(evil)))
    expect(answer.body).toMatchObject({ code: '200' })
    expect((await client.getUser()).data.user?.email).toBe(email)
  })

  test('needs only the new address if the operator says so', async () => {
    const loose = await startService({ settings: { secureEmailChange: false } })
    const { client } = await signedIn(loose)
    const next = newEmail()
    await client.updateUser({ email: next })
    const { data } = await loose.client().verifyOtp({ type: 'email_change', token_hash: tokenOf(loose.lastMail(next)) })
    expect(data.user?.email).toBe(next)
    await loose.stop()
  })

  test('to a taken address is refused, even if it was taken meanwhile', async () => {
    const [one, two] = [await signedIn(service), await signedIn(service)]
    const taken = await one.client.updateUser({ email: two.email })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    const next = newEmail()
    await one.client.updateUser({ email: next })
    const [current, fresh] = [tokenOf(service.lastMail(one.email)), tokenOf(service.lastMail(next))]
    await verifyChange(current)
    await service.client().signUp({ email: next, password: PASSWORD })
    expect(await verifyChange(fresh)).toMatchObject({ status: 422, body: { code: 'email_exists' } })
  })

  test('is mailed again to the addresses that have not agreed', async () => {
    const { client, email } = await signedIn(service)
    const next = newEmail()
    await client.updateUser({ email: next })
    await verifyChange(tokenOf(service.lastMail(email)))
    const before = service.mails.length
    await client.resend({ type: 'email_change', email })
    expect(service.mails.slice(before).map((mail) => mail.to)).toEqual([next])
    expect((await verifyChange(tokenOf(service.lastMail(next)))).body).toMatchObject({ user: { email: next } })
  })

  test('from an old session needs a fresh proof', async () => {
    const { client, user } = await signedIn(service)
    await makeOld(user.id)
    const { error } = await client.updateUser({ email: newEmail() })
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })
})

describe('a change of phone', () => {
  test('is confirmed by a code to the new number', async () => {
    const { client, email } = await signedIn(service)
    const { data } = await client.updateUser({ phone: '+2347011112222' })
    expect(data.user).toMatchObject({ phone: '', new_phone: '2347011112222' })
    const code = service.texts.at(-1)?.code ?? ''
    const stolen = await service.client().verifyOtp({ type: 'sms', phone: '2347011112222', token: code })
    expect(stolen.error).toMatchObject({ code: 'otp_expired' })
    const verified = await client.verifyOtp({ type: 'phone_change', phone: '2347011112222', token: code })
    expect(verified.data.user).toMatchObject({
      email,
      phone: '2347011112222',
      app_metadata: { providers: ['email', 'phone'] },
    })
    const byPhone = await service.client().signInWithPassword({ phone: '2347011112222', password: PASSWORD })
    expect(byPhone.error).toBeNull()
    const other = await signedIn(service)
    expect((await other.client.updateUser({ phone: '2347011112222' })).error).toMatchObject({ code: 'phone_exists' })
  })

  test('gets its code again', async () => {
    const { client } = await signedIn(service)
    await client.updateUser({ phone: '2347011113333' })
    const { error } = await client.resend({ type: 'phone_change', phone: '2347011113333' })
    expect(error).toBeNull()
    const code = service.texts.at(-1)?.code ?? ''
    expect((await client.verifyOtp({ type: 'phone_change', phone: '2347011113333', token: code })).error).toBeNull()
  })
})

describe('reauthentication', () => {
  test('mails a code that lets an old session choose a password, once', async () => {
    const { client, user, email } = await signedIn(service)
    await makeOld(user.id)
    expect((await client.reauthenticate()).error).toBeNull()
    const mail = service.lastMail(email)
    expect(mail).toMatchObject({ kind: 'reauthentication', link: null })
    const wrong = await client.updateUser({ password: 'short palm tree', nonce: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await client.updateUser({ password: 'short palm tree', nonce: mail.code })).error).toBeNull()
    const again = await client.updateUser({ password: 'other palm tree', nonce: mail.code })
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('code works once, even if nothing is changed with it', async () => {
    const { client, email } = await signedIn(service)
    await client.reauthenticate()
    const { code } = service.lastMail(email)
    expect((await client.updateUser({ nonce: code })).error).toBeNull()
    expect((await client.updateUser({ nonce: code })).error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('code is void after five wrong attempts, and only works for its person', async () => {
    const [one, two] = [await signedIn(service), await signedIn(service)]
    await makeOld(one.user.id)
    await makeOld(two.user.id)
    await one.client.reauthenticate()
    const { code } = service.lastMail(one.email)
    expect((await two.client.updateUser({ password: 'short palm tree', nonce: code })).error).not.toBeNull()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) await one.client.updateUser({ password: 'short palm tree', nonce: wrong })
    expect((await one.client.updateUser({ password: 'short palm tree', nonce: code })).error).not.toBeNull()
  })

  test('code does not start a session', async () => {
    const { client, email } = await signedIn(service)
    await client.reauthenticate()
    const { code } = service.lastMail(email)
    for (const type of ['email', 'signup', 'recovery', 'magiclink', 'email_change'] as const) {
      expect((await service.client().verifyOtp({ type, email, token: code })).error).not.toBeNull()
    }
  })
})
