import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimsIn, newEmail, PASSWORD, SITE, signedIn, startService, type TestService } from '../auth-service.ts'
import { SoftAuthenticator } from './soft-authenticator.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service.stop())

type Person = Awaited<ReturnType<typeof signedIn>>

interface DeviceChallenge {
  id: string
  webauthn: {
    type: 'create' | 'request'
    credential_options: { publicKey: { challenge: string; rp: { id: string }; rpId: string; user: { id: string } } }
  }
}

/** The calls as browsers send them: the public client's own ones need a browser. */
async function answerChallenge(
  bearer: string,
  { factorId, answer }: { factorId: string; answer: (challenge: DeviceChallenge) => object },
) {
  const challenged = await service.ask('POST', `/factors/${factorId}/challenge`, {
    bearer,
    body: { factorId, webauthn: { rpId: 'site.test', rpOrigins: [SITE] } },
  })
  const challenge = challenged.body as unknown as DeviceChallenge
  const body = {
    challenge_id: challenge.id,
    webauthn: { type: challenge.webauthn.type, credential_response: answer(challenge) },
  }
  return { challenge, body, verified: await service.ask('POST', `/factors/${factorId}/verify`, { bearer, body }) }
}

const create =
  (device: SoftAuthenticator) =>
  ({ webauthn }: DeviceChallenge) =>
    device.create(webauthn.credential_options.publicKey)
const get =
  (device: SoftAuthenticator) =>
  ({ webauthn }: DeviceChallenge) =>
    device.get(webauthn.credential_options.publicKey)

async function enrol(person: Person, device = new SoftAuthenticator({ origin: SITE })) {
  const { data } = await person.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My phone' })
  const factorId = data?.id ?? ''
  const { verified } = await answerChallenge(person.session.access_token, { factorId, answer: create(device) })
  return { factorId, device, verified }
}

it('makes a device a second step: it raises this session, and is asked for after each password', async () => {
  const email = newEmail()
  const { factorId, device, verified } = await enrol(await signedIn(service, email))
  expect(verified.status).toBe(200)
  expect(verified.body).toMatchObject({ access_token: expect.any(String) })

  const client = service.client()
  const { data } = await client.signInWithPassword({ email, password: PASSWORD })
  const level = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId, status: 'verified' }])
  const bearer = data.session?.access_token ?? ''
  const second = await answerChallenge(bearer, { factorId, answer: get(device) })
  expect(second.challenge.webauthn.type).toBe('request')
  expect(second.verified.status).toBe(200)
  const token = String(second.verified.body.access_token)
  expect(claimsIn(token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
})

it('accepts an answer once, and none of another device', async () => {
  const email = newEmail()
  const { factorId, device } = await enrol(await signedIn(service, email))
  const { data } = await service.client().signInWithPassword({ email, password: PASSWORD })
  const bearer = data.session?.access_token ?? ''
  const stranger = new SoftAuthenticator({ origin: SITE })
  stranger.create({ challenge: 'AAAA', rp: { id: 'site.test' }, user: { id: 'AAAA' } })
  const refused = { code: 'webauthn_verification_failed' }
  const wrong = await answerChallenge(bearer, { factorId, answer: get(stranger) })
  expect(wrong.verified).toMatchObject({ status: 400, body: refused })
  // A stranger's key does not replace the one that the factor has.
  const other = await answerChallenge(bearer, {
    factorId,
    answer: ({ webauthn }) =>
      stranger.create({ ...webauthn.credential_options.publicKey, rp: { id: 'site.test' }, user: { id: 'AAAA' } }),
  })
  expect(other.verified).toMatchObject({ status: 400, body: refused })
  const right = await answerChallenge(bearer, { factorId, answer: get(device) })
  expect(right.verified.status).toBe(200)
  const again = await service.ask('POST', `/factors/${factorId}/verify`, { bearer, body: right.body })
  expect(again.body).toMatchObject({ code: 'webauthn_challenge_not_found' })
})

it('does not sign in with the device of a second step alone', async () => {
  const { device } = await enrol(await signedIn(service))
  const client = service.client()
  const { data } = await client.passkey.startAuthentication()
  const answer = await client.passkey.verifyAuthentication({
    challengeId: data?.challenge_id ?? '',
    credential: device.get(data?.options ?? { challenge: '' }),
  })
  expect(answer.error).toMatchObject({ code: 'webauthn_verification_failed' })
})

it('asks for a code or a device, as the factor is', async () => {
  const person = await signedIn(service)
  const { data } = await person.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'A' })
  const coded = await person.client.mfa.verify({ factorId: data?.id ?? '', challengeId: data?.id ?? '', code: '1' })
  expect(coded.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

it('returns its sessions to the first level when it is removed', async () => {
  const person = await signedIn(service)
  const { factorId, verified } = await enrol(person)
  const bearer = String(verified.body.access_token)
  expect((await service.ask('DELETE', `/factors/${factorId}`, { bearer })).status).toBe(200)
  const { rows } = await service.db.owner.query(
    `select aal, (select count(*)::int from auth.webauthn_credentials where user_id = s.user_id) as keys
       from auth.sessions s where user_id = $1`,
    [person.user.id],
  )
  expect(rows).toEqual([{ aal: 'aal1', keys: 0 }])
})

it('does not raise a session by a factor that was begun before another one became active', async () => {
  const email = newEmail()
  const owner = await signedIn(service, email)
  const thief = await service.client().signInWithPassword({ email, password: PASSWORD })
  const bearer = thief.data.session?.access_token ?? ''
  const body = { factor_type: 'webauthn', friendly_name: 'Not yours' }
  const begun = await service.ask('POST', '/factors', { bearer, body })
  const { data: app } = await owner.client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const code = new TOTP({ secret: app?.totp.secret ?? '' }).generate()
  expect((await owner.client.mfa.challengeAndVerify({ factorId: app?.id ?? '', code })).error).toBeNull()
  // The owner's second step ended the thief's session; the password opens another one of the first level.
  const again = await service.client().signInWithPassword({ email, password: PASSWORD })
  const { verified } = await answerChallenge(again.data.session?.access_token ?? '', {
    factorId: String(begun.body.id),
    answer: create(new SoftAuthenticator({ origin: SITE })),
  })
  expect(verified).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
})

it('is refused where the operator has switched it off', async () => {
  const without = await startService({ settings: { webauthnFactorEnabled: false } })
  try {
    const { client } = await signedIn(without)
    const { error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'A' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
  } finally {
    await without.stop()
  }
})
