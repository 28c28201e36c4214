import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AUTH_VARIABLES, operatorAuth } from '#platform/auth/operator-settings.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  const variables = z.object(AUTH_VARIABLES).parse({
    AUTH_EMAIL_AUTOCONFIRM: 'on',
    AUTH_OPENID_PROVIDERS: '[{"name":"away","issuer":"http://127.0.0.1:1","clientId":"a","clientSecret":"b"}]',
  })
  wire = await openTestWire({ auth: operatorAuth(variables, { secretKey: KEYS.secret }) })
})
afterAll(() => wire.stop())

async function ask(method: string, path: string, { body, bearer = '', ...more }: RequestOptions = {}) {
  const response = await wire.request(path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...more.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const words = await response.text()
  return { status: response.status, headers: response.headers, words, json: words ? JSON.parse(words) : null }
}
interface RequestOptions {
  body?: unknown
  bearer?: string
  headers?: Record<string, string>
}

async function signedUp() {
  const email = `attack-${crypto.randomUUID().slice(0, 13)}@market.test`
  const data = { full_name: 'Ada Eze', role: 'customer' }
  const { json } = await ask('POST', '/auth/v1/signup', { body: { email, password: 'a-good-basin-7', data } })
  return { email, id: json.user.id as string, bearer: json.access_token as string }
}

const profile = (id: string) =>
  wire.market.row(
    'select role, points_balance, full_name, referral_code is not null as affiliate from public.profiles where id = $1',
    [id],
  )

describe('a confirmed user who writes to their own account', () => {
  test.each([
    { data: { role: 'chief', points_balance: 99999 } },
    { data: { role: 'vendor' } },
    { role: 'chief', points_balance: 99999 },
    { data: { referral_code: 'AAAAAA', sub: '00000000-0000-4000-8000-000000000000' } },
    { data: { email: 'other@market.test', email_verified: false, app_metadata: { role: 'chief' } } },
  ])('gains nothing by PUT /user %j', async (body) => {
    const { id, bearer, email } = await signedUp()
    const before = await profile(id)
    const answer = await ask('PUT', '/auth/v1/user', { bearer, body })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ id, email, role: 'authenticated', app_metadata: { providers: ['email'] } })
    expect(await profile(id)).toEqual(before)
    expect(before).toEqual({ role: 'customer', points_balance: '0.00', full_name: 'Ada Eze', affiliate: true })
    // Nor through a token issued afterwards.
    const fresh = await ask('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: 'a-good-basin-7' },
    })
    const templates = await ask('GET', '/rest/v1/email_logs?select=id', { bearer: fresh.json.access_token })
    expect(templates.json).not.toContainEqual(expect.anything())
    expect((await ask('GET', '/auth/v1/admin/users', { bearer: fresh.json.access_token })).status).toBe(403)
  })

  test('cannot write app_metadata', async () => {
    const { bearer } = await signedUp()
    const answer = await ask('PUT', '/auth/v1/user', { bearer, body: { app_metadata: { role: 'chief' } } })
    expect(answer).toMatchObject({ status: 403, json: { error_code: 'not_admin' } })
  })
})

describe('the secret key from a browser', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' }
  test.each([
    ['GET', '/auth/v1/admin/users'],
    ['GET', '/auth/v1/settings'],
    ['GET', '/auth/v1/verify?token=x&type=signup'],
    ['GET', '/rest/v1/profiles?select=id'],
    ['POST', '/functions/v1/send-email'],
    ['POST', '/realtime/v1/api/broadcast'],
  ])('opens nothing: %s %s', async (method, path) => {
    for (const headers of [
      { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` },
      { apikey: KEYS.publishable, authorization: `Bearer ${KEYS.secret}` },
      { apikey: KEYS.secret, authorization: '' },
    ]) {
      const answer = await ask(method, path, {
        headers: { ...headers, ...browser },
        ...(method === 'POST' && { body: {} }),
      })
      expect(answer.status).toBe(401)
      expect(answer.words).not.toContain(KEYS.secret)
    }
    const inAddress = `${path}${path.includes('?') ? '&' : '?'}apikey=${KEYS.secret}`
    const headers = { apikey: '', authorization: '', ...browser }
    expect((await ask(method, inAddress, { headers, ...(method === 'POST' && { body: {} }) })).status).toBe(401)
  })
})

test('no faults were reported', () => {
  expect(wire.faults).toEqual([])
})

test('an unreachable provider redirects back with the reason, and the fault is reported', async () => {
  const answer = await wire.request('/auth/v1/authorize?provider=away&redirect_to=https://market.test/auth?next=/a')
  expect(answer.status).toBe(302)
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname + back.search).toBe('https://market.test/auth?next=/a')
  expect(Object.fromEntries(new URLSearchParams(back.hash.slice(1)))).toMatchObject({
    error: 'temporarily_unavailable',
    error_code: 'provider_disabled',
  })
  const { bearer } = await signedUp()
  const link = await ask('GET', '/auth/v1/user/identities/authorize?provider=away', { bearer })
  expect(link).toMatchObject({ status: 422, json: { error_code: 'provider_disabled' } })
  const jwt = ['{"alg":"RS256"}', '{}', 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.')
  const idToken = await ask('POST', '/auth/v1/token?grant_type=id_token', { body: { provider: 'away', id_token: jwt } })
  expect(idToken.status).toBe(422)
  expect(wire.faults.splice(0).map(String)).toEqual(Array(3).fill('Error: The provider away cannot be reached'))
})
