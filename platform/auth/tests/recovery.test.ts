import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeSessionsOld,
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

const NEW_PASSWORD = 'short palm tree'

describe('recovery', () => {
  test('mails a link to the page for a new password, where it works once', async () => {
    const { email } = await signedIn(service)
    const client = service.client()
    const { error } = await client.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth/reset-password` })
    expect(error).toBeNull()
    const mail = service.lastMail(email)
    expect(mail.kind).toBe('recovery')
    const link = new URL(mail.link ?? '')
    expect(link.origin + link.pathname).toBe(`${SITE}/auth/reset-password`)
    expect(link.searchParams.get('type')).toBe('recovery')

    const verified = await client.verifyOtp({ type: 'recovery', token_hash: tokenOf(mail) })
    expect(verified.error).toBeNull()
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await service.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull()
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull()
    const replayed = await service.client().verifyOtp({ type: 'recovery', token_hash: tokenOf(mail) })
    expect(replayed.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('answers an unknown address the same way and sends no mail', async () => {
    const email = newEmail()
    const known = await signedIn(service)
    const before = service.mails.length
    const unknown = await service.ask('POST', '/recover', { body: { email } })
    const registered = await service.ask('POST', '/recover', { body: { email: known.email } })
    expect(unknown).toMatchObject({ status: 200, body: {} })
    expect(unknown.body).toEqual(registered.body)
    expect(service.mails.length).toBe(before + 1)
  })

  test('of an unconfirmed address discards the password that a stranger may have set', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD })
    await service.client().resetPasswordForEmail(email)
    const token = tokenOf(service.lastMail(email))
    expect((await service.client().verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
    const thief = await service.client().signInWithPassword({ email, password: PASSWORD })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('never sends a token to a foreign address', async () => {
    const { email } = await signedIn(service)
    for (const redirect of [
      'https://evil.example/x',
      '//evil.example',
      `${SITE}@evil.example`,
      'http://203.0.113.9/',
    ]) {
      await service.ask('POST', `/recover?redirect_to=${encodeURIComponent(redirect)}`, { body: { email } })
      const link = new URL(service.lastMail(email).link ?? '')
      expect(link.origin).toBe(SITE)
      expect(link.searchParams.get('redirect_to')).toBe(SITE)
    }
  })
})

describe('a new password', () => {
  test('ends all other sessions and voids earlier mails', async () => {
    const { client, email } = await signedIn(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: PASSWORD })
    await service.client().resetPasswordForEmail(email)
    const oldLink = tokenOf(service.lastMail(email))
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect((await other.refreshSession()).error).not.toBeNull()
    expect((await other.getUser()).error).not.toBeNull()
    expect((await service.client().verifyOtp({ type: 'recovery', token_hash: oldLink })).error).not.toBeNull()
  })

  test('must differ, be strong enough, and not be too long', async () => {
    const { client, session } = await signedIn(service)
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    const weak = await client.updateUser({ password: '12345' })
    expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
    expect(weak.error?.message).toContain('Password should be')
    expect((await client.updateUser({ password: 'Password1' })).error).toMatchObject({ reasons: ['pwned'] })
    const long = await service.ask('PUT', '/user', {
      bearer: session.access_token,
      body: { password: 'x'.repeat(5000) },
    })
    expect(long).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('needs the old one, or a recent sign-in, from an old session', async () => {
    const { client, session, user } = await signedIn(service)
    await makeSessionsOld(service, user.id)
    const plain = await client.updateUser({ password: NEW_PASSWORD })
    expect(plain.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    const put = (current_password: string) =>
      service.ask('PUT', '/user', { bearer: session.access_token, body: { password: NEW_PASSWORD, current_password } })
    expect(await put('wrong one')).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
    expect((await put(PASSWORD)).status).toBe(200)
  })
})

describe('PUT /user', () => {
  test('merges data, and null deletes a key', async () => {
    const { client } = await signedIn(service)
    await client.updateUser({ data: { full_name: 'Ada', colour: 'red' } })
    const { data } = await client.updateUser({ data: { colour: null, city: 'Jos' } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada', city: 'Jos', email_verified: true })
    expect(data.user?.user_metadata).not.toHaveProperty('colour')
  })

  test('changes neither rights nor the fields of the service', async () => {
    const { session, user } = await signedIn(service)
    const bearer = session.access_token
    const body = { role: 'service_role', data: { role: 'admin', balance: 5, sub: 'x', email_verified: false } }
    const answer = await service.ask('PUT', '/user', { bearer, body })
    expect(answer.body).toMatchObject({ role: 'authenticated', user_metadata: { sub: user.id, email_verified: true } })
    const app = await service.ask('PUT', '/user', { bearer, body: { app_metadata: { role: 'admin' } } })
    expect(app).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    const big = await service.ask('PUT', '/user', { bearer, body: { data: { x: 'y'.repeat(3000) } } })
    expect(big).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })
})

describe('resend', () => {
  test('mails a fresh confirmation, and the older link is void', async () => {
    const email = newEmail()
    await service.client().signUp({ email, password: PASSWORD })
    const old = tokenOf(service.lastMail(email))
    const { error } = await service.client().resend({ type: 'signup', email })
    expect(error).toBeNull()
    expect((await service.client().verifyOtp({ type: 'signup', token_hash: old })).error).not.toBeNull()
    const fresh = tokenOf(service.lastMail(email))
    expect((await service.client().verifyOtp({ type: 'signup', token_hash: fresh })).error).toBeNull()
  })

  test('answers unknown and confirmed addresses alike', async () => {
    const { email } = await signedIn(service)
    const before = service.mails.length
    for (const to of [email, newEmail()]) {
      expect(await service.ask('POST', '/resend', { body: { type: 'signup', email: to } })).toMatchObject({
        status: 200,
      })
    }
    expect(service.mails.length).toBe(before)
    expect((await service.ask('POST', '/resend', { body: { email } })).status).toBe(400)
  })
})
