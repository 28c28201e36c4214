import { describe, expect, test } from 'vitest'
import type { Identity } from '#platform/postgres/database.ts'
import { identify } from './keys.ts'

const keys = { publishable: 'sb_publishable_abc', secret: 'sb_secret_xyz' }
const person = { sub: 'u1', role: 'authenticated' }
const payload = Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')
const seen: string[] = []

function send(headers: Record<string, string>, options: { path?: string; errors?: 'tables' | 'auth' } = {}) {
  const request = new Request(`http://site.test${options.path ?? '/rest/v1/x'}`, { headers })
  return identify(request, {
    keys,
    ...(options.errors ? { errors: options.errors } : {}),
    verifyAccessToken: async (token) => {
      seen.push(token)
      return token === 'good' ? person : null
    },
  })
}

async function refusal(answer: Identity | Response) {
  if (!(answer instanceof Response)) throw new Error('was not refused')
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
}

describe('identify', () => {
  test('takes the role from the key', async () => {
    expect(await send({ apikey: keys.publishable })).toEqual({ role: 'anon', claims: { role: 'anon' } })
    expect(await send({ apikey: keys.secret })).toEqual({ role: 'service_role', claims: { role: 'service_role' } })
    expect(await send({}, { path: `/rest/v1/x?apikey=${keys.publishable}` })).toMatchObject({ role: 'anon' })
    expect(await send({})).toMatchObject({ role: 'anon' })
  })

  test('takes the key from Authorization too, as clients send it twice', async () => {
    const authorization = `Bearer ${keys.secret}`
    expect(await send({ apikey: keys.secret, authorization })).toMatchObject({ role: 'service_role' })
    expect(await send({ authorization })).toMatchObject({ role: 'service_role' })
  })

  test('prefers a verified user token to any key', async () => {
    for (const apikey of [keys.publishable, keys.secret]) {
      expect(await send({ apikey, authorization: 'Bearer good' })).toEqual({ role: 'authenticated', claims: person })
    }
    expect(await send({ authorization: 'Bearer good' })).toMatchObject({ role: 'authenticated' })
  })

  test('rejects an unknown key, also with a valid token', async () => {
    for (const apikey of ['x', 'sb_secret_xyy', `${keys.secret}x`, 'sb_publishable_']) {
      expect(await refusal(await send({ apikey, authorization: 'Bearer good' }))).toMatchObject({ status: 401 })
    }
  })

  test('rejects the secret key from a browser', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    for (const headers of [{ apikey: keys.secret }, { authorization: `Bearer ${keys.secret}` }]) {
      const answer = await refusal(await send({ ...headers, ...browser }))
      expect(answer).toMatchObject({ status: 401, message: 'Forbidden use of secret API key in browser' })
    }
    const path = `/rest/v1/x?apikey=${keys.secret}`
    expect(await send(browser, { path })).toBeInstanceOf(Response)
    expect(await send({ apikey: keys.publishable, ...browser })).toMatchObject({ role: 'anon' })
  })

  test('reports the fault of a token in the form of the service', async () => {
    const unreadable = { authorization: 'Bearer bad' }
    const expired = { authorization: `Bearer a.${payload}.c` }
    expect(await refusal(await send(unreadable))).toMatchObject({ status: 401, code: 'PGRST301' })
    expect(await refusal(await send(expired))).toMatchObject({ status: 401, code: 'PGRST303', message: 'JWT expired' })
    expect(await refusal(await send(unreadable, { errors: 'auth' }))).toMatchObject({ code: 'bad_jwt' })
    const answer = await send(expired)
    expect(answer instanceof Response && answer.headers.get('www-authenticate')).toContain('invalid_token')
  })

  test('never parses an opaque key as a token', async () => {
    seen.length = 0
    expect(await send({ authorization: 'Bearer sb_secret_unknown' })).toBeInstanceOf(Response)
    expect(seen).toEqual([])
  })
})
