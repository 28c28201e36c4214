import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateSigningKey, loadSigningKeys, type SigningKeys } from './tokens.ts'

const issuer = 'http://127.0.0.1/auth/v1'
const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({ sub: 'u1', aud: 'authenticated', role: 'authenticated', exp: now() + 60 })

let jwk: Awaited<ReturnType<typeof generateSigningKey>>
let keys: SigningKeys
beforeAll(async () => {
  jwk = await generateSigningKey()
  keys = await loadSigningKeys({ keys: [jwk] }, { issuer })
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('an app’s token is for its audience alone, and complete', async () => {
  const audience = `${issuer}/oauth/userinfo`
  const app = { sub: 'u1', aud: audience, exp: now() + 60, client_id: 'a', session_id: 's', scope: 'email' }
  const isTaken = async (sent: object) => keys.verifyAppToken(await keys.sign({ ...app, ...sent }), audience)
  expect(await isTaken({})).toEqual({ sub: 'u1', client_id: 'a', session_id: 's', scope: 'email' })
  for (const wrong of [
    { aud: 'authenticated' },
    { aud: 'a' },
    { role: 'authenticated' },
    { iss: 'https://evil.example' },
    { exp: now() - 60 },
    { scope: undefined },
    { client_id: 7 },
  ]) {
    expect(await isTaken(wrong), JSON.stringify(wrong)).toBeNull()
  }
  expect(await keys.verifyAccessToken(await keys.sign(app))).toBeNull()
})

describe('access tokens', () => {
  test('are accepted when one of our keys signed them', async () => {
    expect(await keys.verifyAccessToken(await keys.sign(claims()))).toMatchObject({ sub: 'u1', iss: issuer })
  })

  test('are refused without a signature', async () => {
    const token = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims(), iss: issuer })}.`
    expect(await keys.verifyAccessToken(token)).toBeNull()
  })

  test('are refused when our public key was used as a shared secret', async () => {
    const [shown] = keys.publicJwks().keys
    const publicKey = await importJWK(shown ?? {}, 'ES256', { extractable: true })
    const secrets = [JSON.stringify(shown), await exportSPKI(publicKey as CryptoKey)]
    for (const secret of secrets) {
      const input = `${encode({ alg: 'HS256', kid: jwk.kid })}.${encode({ ...claims(), iss: issuer })}`
      const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
      expect(await keys.verifyAccessToken(token)).toBeNull()
      const withLegacy = await loadSigningKeys({ keys: [jwk] }, { issuer, legacySecret: 'another secret' })
      expect(await withLegacy.verifyAccessToken(token)).toBeNull()
    }
  })

  test('are refused under a foreign key, even with our kid', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const token = await new SignJWT({ ...claims(), iss: issuer })
      .setProtectedHeader({ alg: 'ES256', kid: String(jwk.kid) })
      .sign(privateKey)
    expect(await keys.verifyAccessToken(token)).toBeNull()
  })

  test('are refused with another audience, issuer, role, or when they are old', async () => {
    const wrong = [
      { aud: 'other' },
      { aud: ['authenticated', 'other'] },
      { iss: 'https://other.example' },
      { role: 'auth_admin' },
      { role: 7 },
      { exp: now() - 60 },
      { exp: undefined },
      { nbf: now() + 600 },
    ]
    for (const change of wrong) {
      expect(
        await keys.verifyAccessToken(await keys.sign({ ...claims(), ...change })),
        JSON.stringify(change),
      ).toBeNull()
    }
  })

  test('of an older key are still accepted, and both keys are shown', async () => {
    const token = await keys.sign(claims())
    const rotated = await loadSigningKeys({ keys: [await generateSigningKey(), jwk] }, { issuer })
    expect(await rotated.verifyAccessToken(token)).toMatchObject({ sub: 'u1' })
    expect(rotated.publicJwks().keys).toHaveLength(2)
    expect(JSON.stringify(rotated.publicJwks())).not.toContain('"d"')
    expect(await keys.verifyAccessToken(await rotated.sign(claims()))).toBeNull()
  })

  test('of the legacy secret are accepted only when it is configured', async () => {
    const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims())}`
    const token = `${input}.${createHmac('sha256', 'a long legacy secret').update(input).digest('base64url')}`
    const legacy = await loadSigningKeys({ keys: [jwk] }, { issuer, legacySecret: 'a long legacy secret' })
    expect(await legacy.verifyAccessToken(token)).toMatchObject({ sub: 'u1' })
    expect(await keys.verifyAccessToken(token)).toBeNull()
  })

  test('never come from a broken string', async () => {
    for (const token of ['', 'a', 'a.b', 'a.b.c', '..', '\0.\0.\0', 'sb_secret_x']) {
      expect(await keys.verifyAccessToken(token)).toBeNull()
    }
  })
})

describe('signing keys', () => {
  test('may be RS256 or EdDSA, and must be private', async () => {
    for (const alg of ['RS256', 'EdDSA']) {
      const { exportJWK } = await import('jose')
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
      const other = await loadSigningKeys({ keys: [await exportJWK(privateKey)] }, { issuer })
      expect(await other.verifyAccessToken(await other.sign(claims()))).toMatchObject({ sub: 'u1' })
      await expect(loadSigningKeys({ keys: [await exportJWK(publicKey)] }, { issuer })).rejects.toThrow('private')
    }
    await expect(loadSigningKeys({ keys: [] }, { issuer })).rejects.toThrow('no key')
    await expect(loadSigningKeys({ keys: [jwk, jwk] }, { issuer })).rejects.toThrow('kid')
    await expect(loadSigningKeys({ keys: [{ kty: 'oct', k: 'AAAA' }] }, { issuer })).rejects.toThrow('ES256')
  })
})
