import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, KEYS, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
let bearer: string
/** Id of a user. */
let me: string
beforeAll(async () => {
  service = await startService({
    settings: { phoneEnabled: true, anonymousEnabled: true, oauthServerEnabled: true, oauthRegistrationEnabled: true },
  })
  bearer = (await signedIn(service)).session.access_token
  me = (await signedIn(service)).user.id
})
afterAll(() => service.stop())

const calls: [string, string][] = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['POST', '/recover'],
  ['POST', '/resend'],
  ['POST', '/verify'],
  ['PUT', '/user'],
  ['POST', '/otp'],
  ['POST', '/token?grant_type=id_token'],
  ['POST', '/factors'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/verify'],
  ['POST', '/passkeys/registration/verify'],
  ['POST', '/passkeys/authentication/options'],
  ['POST', '/passkeys/authentication/verify'],
  ['PATCH', '/passkeys/00000000-0000-4000-8000-000000000000'],
  ['POST', '/sso'],
  ['POST', '/oauth/clients/register'],
  ['POST', '/oauth/authorizations/00000000-0000-4000-8000-000000000000/consent'],
  ['POST', '/admin/oauth/clients'],
  ['PUT', '/admin/oauth/clients/00000000-0000-4000-8000-000000000000'],
  ['POST', '/magiclink'],
  ['POST', '/admin/users'],
  ['PUT', '/admin/users/:me'],
  ['DELETE', '/admin/users/:me'],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
]

/** Calls as the user, or with the secret key for calls that need it. */
function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
) {
  if (!/^\/(admin|invite)/.test(path)) return service.ask(method, path, { body, headers, bearer })
  const server = { ...headers, apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }
  return service.ask(method, path.replace(':me', me), { body, headers: server })
}

describe.each(calls)('%s %s', (method, path) => {
  test.each([
    ['no JSON', '{', 400, 'bad_json'],
    ['a list', '[]', 400, 'bad_json'],
    ['a number', '1', 400, 'bad_json'],
    ['deep nesting', `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'bad_json'],
    ['more than any call needs', `{"data":"${'x'.repeat(70_000)}"}`, 413, 'request_entity_too_large'],
    ['NUL', '{"email":"a\\u0000@b.co","data":{"a":"\\u0000"}}', 400, 'bad_json'],
    ['half a surrogate pair', '{"data":{"a":"\\ud800"}}', 400, 'bad_json'],
    ['a prototype', '{"__proto__":{"x":1}}', 400, 'bad_json'],
    [
      'wrong types',
      '{"email":7,"password":[],"refresh_token":{},"auth_code":1,"type":false,"data":"x","id_token":1,"factor_type":1,"channel":1,"code":1,"domain":1,"should_soft_delete":1,"challenge_id":1,"friendly_name":1,"action":1,"client_name":1,"gotrue_meta_security":1}',
      400,
      'bad_json',
    ],
    ['more than a megabyte', `{"x":"${'y'.repeat(1_100_000)}"}`, 413, 'request_entity_too_large'],
  ])('refuses %s', async (_name, body, status, code) => {
    const answer = await ask(method, path, { body })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules/)
  })

  test('accepts any content type, and a missing body is empty', async () => {
    const answer = await ask(method, path, { headers: { 'content-type': 'application/json;charset=UTF-8' } })
    expect(answer.status).toBeLessThan(500)
  })
})

test('a body without a Content-Length is stopped at the limit too', async () => {
  const chunk = new TextEncoder().encode('x'.repeat(200_000))
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(chunk),
  })
  const request = new Request(`${API}/signup`, {
    method: 'POST',
    headers: { apikey: KEYS.publishable },
    body,
    duplex: 'half',
  } as RequestInit)
  expect((await service.handle(request)).status).toBe(413)
})

test('invalid UTF-8 is rejected, not replaced', async () => {
  const body = Buffer.from([...Buffer.from('{"email":"'), 0xff, ...Buffer.from('@b.co","password":"long enough"}')])
  const request = new Request(`${API}/signup`, { method: 'POST', headers: { apikey: KEYS.publishable }, body })
  const answer = await service.handle(request)
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'bad_json'])
})

test('the callback from a provider accepts no more than a megabyte either', async () => {
  const answer = await service.ask('POST', '/callback', { body: `state=${'x'.repeat(1_100_000)}` })
  expect(answer).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } })
})

test('unknown paths and methods are 404', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['DELETE', '/user'],
    ['GET', '/signup'],
    ['GET', '/user/x/y'],
  ]) {
    expect(await service.ask(method ?? '', path ?? '')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

test('nothing that a client can send ends in a 5xx', async () => {
  const fields = [
    'email',
    'phone',
    'password',
    'token',
    'token_hash',
    'type',
    'data',
    'nonce',
    'refresh_token',
    'auth_code',
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'current_password',
    'gotrue_meta_security',
    'create_user',
    'id_token',
    'provider',
    'issuer',
    'factor_type',
    'friendly_name',
    'code',
    'challenge_id',
    'domain',
    'channel',
    'action',
    'client_name',
    'redirect_uris',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      'a@b.co',
      '2348012345678',
      's256',
      'signup',
      'email',
      "'; drop table auth.users; --",
      '%00',
      '\ud83d',
      'x'.repeat(200),
    ),
  )
  const values = fc.oneof(texts, fc.jsonValue(), fc.constantFrom(null, 0, -1, 1e308, true, [], {}))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 6 }),
      fc.dictionary(
        fc.constantFrom('redirect_to', 'token', 'type', 'grant_type', 'scope', 'state', 'code', 'provider'),
        texts,
        { maxKeys: 3 },
      ),
      async ([method, path], body, query) => {
        const search = new URLSearchParams(query).toString()
        const address = `${path}${path.includes('?') ? '&' : '?'}${search}`
        const answer = await service.ask(method, address, { body: JSON.stringify(body), bearer })
        expect(answer.status).toBeLessThan(500)
        const link = await service.ask('GET', `/verify?${search}`)
        expect(link.status).toBe(303)
        for (const path of ['/authorize', '/callback', '/user/identities/authorize', '/sessions', '/oauth/authorize']) {
          expect((await service.ask('GET', `${path}?${search}`, { bearer })).status).toBeLessThan(500)
        }
      },
    ),
    { numRuns: 150 },
  )
  expect(service.faults).toEqual([])
}, 120_000)
