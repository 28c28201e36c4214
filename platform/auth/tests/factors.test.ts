import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSessionsOld, PASSWORD, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { phoneFactorEnabled: true, phoneEnabled: true } })
})
afterAll(() => service.stop())

type Person = Awaited<ReturnType<typeof signedIn>>

const codeOf = (secret: string) => new TOTP({ secret }).generate()

/** Simulates that half a minute has passed, so that the same code may be used again. */
const forgetCodes = () => service.db.owner.query('update auth.mfa_factors set last_used_step = null')

async function enrol(person: Person, name = 'my phone') {
  const { data, error } = await person.client.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'The Site',
  })
  if (error) throw error
  return data
}

async function withFactor() {
  const person = await signedIn(service)
  const factor = await enrol(person)
  const { error } = await person.client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.totp.secret),
  })
  if (error) throw error
  await forgetCodes()
  return { ...person, factor }
}

async function tokenOf(person: Pick<Person, 'client'>) {
  return (await person.client.getSession()).data.session?.access_token ?? ''
}

async function tryCode(
  person: Pick<Person, 'client'>,
  factorId: string,
  { challengeId, code }: { challengeId: string; code: string },
) {
  const body = { challenge_id: challengeId, code }
  return service.ask('POST', `/factors/${factorId}/verify`, { bearer: await tokenOf(person), body })
}

describe('enrolling', () => {
  test('returns a secret, an address for apps, and a QR code that needs no escaping', async () => {
    const person = await signedIn(service)
    const { totp, type } = await enrol(person)
    expect(type).toBe('totp')
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(totp.uri)
    expect(decodeURIComponent(uri.pathname)).toContain(`The Site:${person.email}`)
    expect(uri.searchParams.get('secret')).toBe(totp.secret)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(totp.qr_code).not.toMatch(/[#%]/)
  })

  test('refuses two factors of one name, and more than ten', async () => {
    const person = await signedIn(service)
    await enrol(person)
    const twin = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'my phone' })
    expect(twin.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    for (let i = 0; i < 9; i++) await enrol(person, `phone ${i}`)
    const eleventh = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'too many' })
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('from an old session needs a fresh proof', async () => {
    const person = await signedIn(service)
    await makeSessionsOld(service, person.user.id)
    const refused = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'a' })
    expect(refused.error).toMatchObject({ code: 'reauthentication_needed' })
    await person.client.reauthenticate()
    await person.client.updateUser({ nonce: service.lastMail(person.email).code })
    expect((await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'a' })).error).toBeNull()
  })

  test('accepts two kinds', async () => {
    const { session } = await signedIn(service)
    const answer = await service.ask('POST', '/factors', { bearer: session.access_token, body: { factor_type: 'x' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await service.ask('POST', '/factors', { body: { factor_type: 'totp' } })).status).toBe(401)
  })
})

describe('the secret of an app', () => {
  const stored = async (id: string) => {
    const { rows } = await service.db.owner.query('select secret from auth.mfa_factors where id = $1', [id])
    return String(rows[0].secret)
  }

  test('is stored encrypted', async () => {
    const { totp, id } = await enrol(await signedIn(service))
    const secret = await stored(id)
    expect(secret).toMatch(/^v1\./)
    for (const form of [totp.secret, Secret.fromBase32(totp.secret).hex]) {
      expect(secret).not.toContain(form)
      expect(Buffer.from(secret.slice(3), 'base64url').toString('latin1')).not.toContain(form)
    }
  })

  test('does not decrypt in another factor or under another key', async () => {
    const [owner, thief] = [await signedIn(service), await signedIn(service)]
    const [theirs, own] = [await enrol(owner), await enrol(thief)]
    await service.db.owner.query('update auth.mfa_factors set secret = $2 where id = $1', [
      theirs.id,
      await stored(own.id),
    ])
    const code = codeOf(own.totp.secret)
    const { error } = await owner.client.mfa.challengeAndVerify({ factorId: theirs.id, code })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(String(service.faults.pop())).toContain('has the secret key changed?')
  })
})

describe('a correct code', () => {
  test('raises the session to the second level, as the token shows', async () => {
    const person = await withFactor()
    const { data } = await person.client.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(data?.currentAuthenticationMethods[0]).toMatchObject({ method: 'totp' })
    const { data: factors } = await person.client.mfa.listFactors()
    expect(factors?.totp).toMatchObject([{ status: 'verified', friendly_name: 'my phone' }])
    expect(JSON.stringify(factors)).not.toContain(person.factor.totp.secret)
    const refreshed = await person.client.refreshSession()
    expect(refreshed.error).toBeNull()
    expect((await person.client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('ends other sessions of the first level, and the old refresh token', async () => {
    const person = await signedIn(service)
    const other = service.client()
    await other.signInWithPassword({ email: person.email, password: PASSWORD })
    const factor = await enrol(person)
    await person.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    expect((await other.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const body = { refresh_token: person.session.refresh_token }
    expect((await service.ask('POST', '/token?grant_type=refresh_token', { body })).status).toBe(400)
  })

  test('works once, even in a new challenge', async () => {
    const person = await signedIn(service)
    const factor = await enrol(person)
    const code = codeOf(factor.totp.secret)
    const first = await person.client.mfa.challenge({ factorId: factor.id })
    const ok = await person.client.mfa.verify({ factorId: factor.id, challengeId: first.data?.id ?? '', code })
    expect(ok.error).toBeNull()
    const used = await person.client.mfa.verify({ factorId: factor.id, challengeId: first.data?.id ?? '', code })
    expect(used.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    const replay = await person.client.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(replay.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('is accepted once if many try at once', async () => {
    const person = await signedIn(service)
    const factor = await enrol(person)
    const { data } = await person.client.mfa.challenge({ factorId: factor.id })
    const code = codeOf(factor.totp.secret)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tryCode(person, factor.id, { challengeId: data?.id ?? '', code })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})

describe('guessing', () => {
  test('voids the challenge after five attempts', async () => {
    const person = await signedIn(service)
    const factor = await enrol(person)
    const { data } = await person.client.mfa.challenge({ factorId: factor.id })
    const challengeId = data?.id ?? ''
    const right = codeOf(factor.totp.secret)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) {
      expect((await tryCode(person, factor.id, { challengeId, code: wrong })).body.code).toBe('mfa_verification_failed')
    }
    expect((await tryCode(person, factor.id, { challengeId, code: right })).status).toBe(422)
  })

  test('is rate-limited per account', async () => {
    const strict = await startService({ rateLimits: true })
    const person = await signedIn(strict)
    const statuses: number[] = []
    for (let i = 0; i < 17; i++) {
      const path = `/factors/${randomUUID()}/verify`
      const answer = await strict.ask('POST', path, { bearer: person.session.access_token, body: { code: '000000' } })
      statuses.push(answer.status)
    }
    expect(statuses.slice(-1)).toEqual([429])
    await strict.stop()
  })

  test('fails in an old challenge, and without a code', async () => {
    const person = await signedIn(service)
    const factor = await enrol(person)
    const { data } = await person.client.mfa.challenge({ factorId: factor.id })
    const challengeId = data?.id ?? ''
    expect((await tryCode(person, factor.id, { challengeId, code: '' })).body).toMatchObject({
      message: 'Code needs to be non-empty',
    })
    await service.db.owner.query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
      [challengeId],
    )
    const late = await tryCode(person, factor.id, { challengeId, code: codeOf(factor.totp.secret) })
    expect(late.body.code).toBe('mfa_challenge_expired')
  })
})

describe('a second factor', () => {
  test('of another user is not found', async () => {
    const [owner, thief] = [await withFactor(), await signedIn(service)]
    for (const id of [owner.factor.id, randomUUID()]) {
      const challenge = await thief.client.mfa.challenge({ factorId: id })
      expect(challenge.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
      expect((await thief.client.mfa.unenroll({ factorId: id })).error).toMatchObject({ status: 404 })
      expect((await tryCode(thief, id, { challengeId: randomUUID(), code: '1' })).status).toBe(404)
    }
    const bearer = await tokenOf(thief)
    expect(await service.ask('POST', '/factors/x/challenge', { bearer })).toMatchObject({
      status: 404,
      body: { message: 'factor_id must be an UUID' },
    })
  })

  test('is required before password, e-mail, factors or itself change', async () => {
    const { email, factor } = await withFactor()
    const low = service.client()
    await low.signInWithPassword({ email, password: PASSWORD })
    expect((await low.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const refused = { code: 'insufficient_aal' }
    expect((await low.updateUser({ password: 'short palm tree' })).error).toMatchObject({ status: 401, ...refused })
    expect((await low.updateUser({ email: 'thief@example.com' })).error).toMatchObject({ status: 401, ...refused })
    const more = await low.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })
    expect(more.error).toMatchObject({ status: 403, ...refused })
    expect((await low.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({ status: 422, ...refused })
    await low.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    expect((await low.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    await low.refreshSession()
    expect((await low.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
  })

  test('may be a phone', async () => {
    const person = await signedIn(service)
    const { data } = await person.client.mfa.enroll({
      factorType: 'phone',
      phone: '+2348099998888',
      friendlyName: 'sim',
    })
    const factorId = data?.id ?? ''
    const challenge = await person.client.mfa.challenge({ factorId })
    const sms = service.texts.at(-1)
    expect(sms).toMatchObject({ kind: 'factor', to: '2348099998888' })
    const challengeId = challenge.data?.id ?? ''
    const { error } = await person.client.mfa.verify({ factorId, challengeId, code: sms?.code ?? '' })
    expect(error).toBeNull()
    const level = await person.client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })
  })
})
