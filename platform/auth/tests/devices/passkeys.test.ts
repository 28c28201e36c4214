import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  claimsIn,
  KEYS,
  makeSessionsOld,
  newEmail,
  PASSWORD,
  SITE,
  signedIn,
  startService,
  type TestService,
} from '../auth-service.ts'
import { SoftAuthenticator } from './soft-authenticator.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service.stop())

const phone = () => new SoftAuthenticator({ origin: SITE })

type Person = Awaited<ReturnType<typeof signedIn>>

type Begun = Awaited<ReturnType<Person['client']['passkey']['startRegistration']>>

async function register(person: Person, device: SoftAuthenticator) {
  return finishRegistration(person, device, await person.client.passkey.startRegistration())
}

async function finishRegistration(person: Person, device: SoftAuthenticator, begun: Begun) {
  if (begun.error) return { data: null, error: begun.error }
  return person.client.passkey.verifyRegistration({
    challengeId: begun.data.challenge_id,
    credential: device.create(begun.data.options),
  })
}

async function signInWith(device: SoftAuthenticator, key?: SoftAuthenticator['keys'][number]) {
  const client = service.client()
  const { data } = await client.passkey.startAuthentication()
  if (!data) throw new Error('No challenge')
  const credential = device.get(data.options, key)
  const answer = await client.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential })
  return { ...answer, client, credential, challengeId: data.challenge_id }
}

it('signs a person in with the passkey of their phone, without a password and at the second level', async () => {
  const person = await signedIn(service)
  const device = phone()
  const { data: made } = await register(person, device)
  expect(made).toMatchObject({ id: expect.any(String), created_at: expect.any(String) })

  const { data, client } = await signInWith(device)
  expect(data?.user?.id).toBe(person.user.id)
  expect(claimsIn(data?.session?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'passkey' }],
  })
  expect((await client.getUser()).data.user?.email).toBe(person.email)
  // Refreshing keeps the level.
  const refreshed = await client.refreshSession()
  expect(claimsIn(refreshed.data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'passkey' }],
  })
  const { data: list } = await client.passkey.list()
  expect(list).toEqual([{ ...made, last_used_at: expect.any(String) }])
})

it('tells the owner of a new passkey by mail, with a link to their devices', async () => {
  const person = await signedIn(service)
  await register(person, phone())
  expect(service.lastMail(person.email)).toMatchObject({
    kind: 'passkey_added',
    link: `${SITE}/account/security`,
    code: '',
  })
})

it('lists, renames and deletes the passkeys of their owner alone', async () => {
  const [person, other] = [await signedIn(service), await signedIn(service)]
  const { data: made } = await register(person, phone())
  const passkeyId = made?.id ?? ''
  const renamed = await person.client.passkey.update({ passkeyId, friendlyName: ' My Tecno ' })
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'My Tecno' })
  const refused = { status: 404, code: 'webauthn_credential_not_found' }
  expect((await other.client.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(refused)
  expect((await other.client.passkey.delete({ passkeyId })).error).toMatchObject(refused)
  expect((await other.client.passkey.list()).data).toEqual([])
  expect((await person.client.passkey.update({ passkeyId, friendlyName: 'x'.repeat(121) })).error).toMatchObject({
    code: 'validation_failed',
  })
  expect((await person.client.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await person.client.passkey.list()).data).toEqual([])
})

it('does not accept a deleted passkey', async () => {
  const person = await signedIn(service)
  const device = phone()
  const { data: made } = await register(person, device)
  await person.client.passkey.delete({ passkeyId: made?.id ?? '' })
  expect((await signInWith(device)).error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
})

it('accepts an answer once', async () => {
  const device = phone()
  await register(await signedIn(service), device)
  const { client, challengeId, credential } = await signInWith(device)
  const again = await client.passkey.verifyAuthentication({ challengeId, credential })
  expect(again.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' })
})

it('uses a challenge up with a wrong answer', async () => {
  const device = phone()
  await register(await signedIn(service), device)
  const client = service.client()
  const { data } = await client.passkey.startAuthentication()
  const challengeId = data?.challenge_id ?? ''
  const right = device.get(data?.options ?? { challenge: '' })
  const wrong = { ...right, response: { ...right.response, signature: 'AAAA' } }
  expect((await client.passkey.verifyAuthentication({ challengeId, credential: wrong })).error).toMatchObject({
    code: 'webauthn_verification_failed',
  })
  expect((await client.passkey.verifyAuthentication({ challengeId, credential: right })).error).toMatchObject({
    code: 'webauthn_challenge_not_found',
  })
})

it.each<[string, (device: SoftAuthenticator) => void]>([
  ['another site', (device) => (device.origin = 'https://ajoja.example')],
  ['a device that does not check who uses it', (device) => (device.checksUser = false)],
])('refuses %s, when registering and when signing in', async (_name, spoil) => {
  const person = await signedIn(service)
  const device = phone()
  await register(person, device)
  spoil(device)
  expect((await signInWith(device)).error).toMatchObject({ code: 'webauthn_verification_failed' })
  expect((await register(person, device)).error).toMatchObject({ code: 'webauthn_verification_failed' })
})

it('refuses a copied device, whose count of uses goes backwards', async () => {
  const device = phone()
  await register(await signedIn(service), device)
  device.uses = 10
  expect((await signInWith(device)).error).toBeNull()
  device.uses = 3
  expect((await signInWith(device)).error).toMatchObject({ code: 'webauthn_verification_failed' })
})

it('refuses a challenge after five minutes', async () => {
  const device = phone()
  await register(await signedIn(service), device)
  const client = service.client()
  const { data } = await client.passkey.startAuthentication()
  await service.db.owner.query(
    `update auth.webauthn_challenges set created_at = created_at - interval '6 minutes' where id = $1`,
    [data?.challenge_id],
  )
  const credential = device.get(data?.options ?? { challenge: '' })
  const answer = await client.passkey.verifyAuthentication({ challengeId: data?.challenge_id ?? '', credential })
  expect(answer.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
})

it('takes no challenge of another purpose or person', async () => {
  const [person, other] = [await signedIn(service), await signedIn(service)]
  const device = phone()
  await register(person, device)
  const started = await person.client.passkey.startRegistration()
  const challengeId = started.data?.challenge_id ?? ''
  const options = started.data?.options ?? { challenge: '', rp: {}, user: { id: '' } }
  const missing = { code: 'webauthn_challenge_not_found' }
  const asSignIn = device.get({ challenge: options.challenge, rpId: 'site.test' })
  expect(
    (await service.client().passkey.verifyAuthentication({ challengeId, credential: asSignIn })).error,
  ).toMatchObject(missing)
  const asOther = phone().create(options)
  expect((await other.client.passkey.verifyRegistration({ challengeId, credential: asOther })).error).toMatchObject(
    missing,
  )
})

it('registers a device once, also for another account', async () => {
  const [person, other] = [await signedIn(service), await signedIn(service)]
  const device = phone()
  const started = await person.client.passkey.startRegistration()
  const credential = device.create(started.data?.options ?? { challenge: '', rp: {}, user: { id: '' } })
  await person.client.passkey.verifyRegistration({ challengeId: started.data?.challenge_id ?? '', credential })
  const next = await person.client.passkey.startRegistration()
  expect(next.data?.options.excludeCredentials).toMatchObject([{ id: credential.id }])
  // A forger answers another account's challenge with the credential's id.
  const forged = await other.client.passkey.startRegistration()
  const copy = new SoftAuthenticator({ origin: SITE })
  const answer = copy.create(forged.data?.options ?? { challenge: '', rp: {}, user: { id: '' } })
  await service.db.owner.query('update auth.webauthn_credentials set credential_id = $1 where credential_id = $2', [
    answer.id,
    credential.id,
  ])
  const taken = await other.client.passkey.verifyRegistration({
    challengeId: forged.data?.challenge_id ?? '',
    credential: answer,
  })
  expect(taken.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
})

it('signs nobody in whose account the passkey does not name', async () => {
  const [person, other] = [await signedIn(service), await signedIn(service)]
  const device = phone()
  await register(person, device)
  const [key] = device.keys
  if (!key) throw new Error('No key')
  const named = { ...key, userHandle: Buffer.from(other.user.id).toString('base64url') }
  expect((await signInWith(device, named)).error).toMatchObject({ code: 'webauthn_verification_failed' })
})

it('stores at most ten passkeys, even when they come at the same time', async () => {
  const person = await signedIn(service)
  for (let count = 0; count < 9; count += 1) expect((await register(person, phone())).error).toBeNull()
  // All begin before the first one is stored.
  const started = await Promise.all(Array.from({ length: 5 }, () => person.client.passkey.startRegistration()))
  const outcomes = await Promise.all(started.map((begun) => finishRegistration(person, phone(), begun)))
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
  expect(outcomes.map(({ error }) => error?.code).filter(Boolean)).toEqual(Array(4).fill('too_many_passkeys'))
})

it('asks an old session, and one without the second step, for a fresh proof', async () => {
  const person = await signedIn(service)
  await makeSessionsOld(service, person.user.id)
  expect((await person.client.passkey.startRegistration()).error).toMatchObject({ code: 'reauthentication_needed' })

  const careful = await signedIn(service)
  await service.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'App')`,
    [careful.user.id],
  )
  expect((await careful.client.passkey.startRegistration()).error).toMatchObject({ code: 'insufficient_aal' })
})

it('keeps suspended people out, and people of a company at their own provider', async () => {
  const device = phone()
  const person = await signedIn(service)
  await register(person, device)
  await service.db.owner.query(`update auth.users set is_sso_user = true where id = $1`, [person.user.id])
  expect((await register(person, phone())).error).toMatchObject({ code: 'user_sso_managed' })
  await service.db.owner.query(
    `update auth.users set is_sso_user = false, banned_until = now() + interval '1 day' where id = $1`,
    [person.user.id],
  )
  expect((await signInWith(device)).error).toMatchObject({ status: 403, code: 'user_banned' })
})

it('lets a server with the secret key list and delete them', async () => {
  const person = await signedIn(service)
  const { data: made } = await register(person, phone())
  const admin = service.client({ headers: { apikey: KEYS.secret, Authorization: `Bearer ${KEYS.secret}` } }).admin
  expect((await admin.passkey.listPasskeys({ userId: person.user.id })).data).toMatchObject([{ id: made?.id }])
  const deleted = await admin.passkey.deletePasskey({ userId: person.user.id, passkeyId: made?.id ?? '' })
  expect(deleted.error).toBeNull()
  expect((await person.client.passkey.list()).data).toEqual([])
  const stranger = service.client().admin
  expect((await stranger.passkey.listPasskeys({ userId: person.user.id })).error).not.toBeNull()
})

it('answers 404 where passkeys are switched off', async () => {
  const without = await startService({ settings: { passkeysEnabled: false } })
  try {
    const person = await signedIn(without)
    const refused = { status: 404, code: 'passkey_disabled' }
    expect((await person.client.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await without.client().passkey.startAuthentication()).error).toMatchObject(refused)
  } finally {
    await without.stop()
  }
})

it('does not sign a password in less safely: the password alone stays at the first level', async () => {
  const email = newEmail()
  const person = await signedIn(service, email)
  await register(person, phone())
  const { data } = await service.client().signInWithPassword({ email, password: PASSWORD })
  expect(claimsIn(data.session?.access_token ?? '').aal).toBe('aal1')
})
