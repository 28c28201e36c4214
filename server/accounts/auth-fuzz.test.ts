import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { AUTH_VARIABLES, operatorAuth } from '#platform/auth/operator-settings.ts'
import { createIdentityProvider } from '#platform/auth/tests/providers/identity-provider.ts'
import { startProvider, type TestProvider } from '#platform/auth/tests/providers/openid-provider.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'

const APP = 'https://app.example'
const RUNS = fc.readConfigureGlobal()?.numRuns ?? 1_500

let provider: TestProvider
let wire: TestWire
let people = 0
/** Real ids, so that random calls get past the first checks. */
const real = {
  bearer: '',
  refresh: '',
  user: '',
  factor: '',
  phoneFactor: '',
  identity: '',
  session: '',
  app: '',
  appSecret: '',
  request: '',
}

beforeAll(async () => {
  provider = await startProvider({ callback: `${ORIGIN}/auth/v1/callback` })
  const saml = createIdentityProvider(randomUUID()).settings
  const variables = z.object(AUTH_VARIABLES).parse({
    AUTH_PHONE: 'on',
    AUTH_ANONYMOUS: 'on',
    AUTH_PHONE_FACTOR: 'on',
    AUTH_LEGACY_JWT_SECRET: 'an old secret of at least 32 characters',
    AUTH_OPENID_PROVIDERS: JSON.stringify([
      { ...provider.settings, name: 'work' },
      { name: 'away', issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b' },
    ]),
    AUTH_SAML_PROVIDERS: JSON.stringify([saml]),
    CAPTCHA: 'proof-of-work',
    AUTH_OAUTH_SERVER: 'on',
    AUTH_OAUTH_REGISTRATION: 'on',
  })
  wire = await openTestWire({ auth: operatorAuth(variables, { secretKey: KEYS.secret }) })
})
afterAll(async () => {
  await wire.stop()
  await provider.stop()
})

async function asServer(method: string, path: string, options: { body?: unknown; bearer?: string } = {}) {
  const response = await wire.request(`/auth/v1${path}`, {
    method,
    headers: { apikey: KEYS.secret, authorization: `Bearer ${options.bearer ?? KEYS.secret}` },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, string> & { identities: { identity_id: string }[] }
}

async function makePerson(): Promise<void> {
  people += 1
  const account = { email: `ada${people}@market.test`, password: 'a-good-basin-7' }
  const user = await asServer('POST', '/admin/users', { body: { ...account, email_confirm: true } })
  const session = await asServer('POST', '/token?grant_type=password', { body: account })
  const bearer = session.access_token ?? ''
  const claims = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }
  const totp = { factor_type: 'totp', friendly_name: 'app' }
  const phone = { factor_type: 'phone', friendly_name: 'sim', phone: '2348012345678' }
  Object.assign(real, {
    bearer,
    refresh: session.refresh_token,
    user: user.id,
    factor: (await asServer('POST', '/factors', { bearer, body: totp })).id,
    phoneFactor: (await asServer('POST', '/factors', { bearer, body: phone })).id,
    identity: (await asServer('GET', '/user', { bearer })).identities[0]?.identity_id,
    session: claims.session_id,
    ...(await makeApp()),
  })
}

/** Another app, and its request that a person may answer. */
async function makeApp() {
  const input = {
    client_name: 'App',
    redirect_uris: [`${APP}/after`],
    token_endpoint_auth_method: 'client_secret_post',
  }
  const { client_id: app = '', client_secret: appSecret = '' } = await asServer('POST', '/admin/oauth/clients', {
    body: input,
  })
  const params = { client_id: app, redirect_uri: `${APP}/after`, response_type: 'code', code_challenge: 'x'.repeat(43) }
  const search = new URLSearchParams({ ...params, code_challenge_method: 'S256' })
  const response = await wire.request(`/auth/v1/oauth/authorize?${search}`)
  const request = new URL(response.headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
  return { app, appSecret, request }
}

const CALLS = `
  POST /signup
  POST /token?grant_type=password
  POST /token?grant_type=refresh_token
  POST /token?grant_type=pkce
  POST /token?grant_type=id_token
  POST /logout
  POST /verify
  GET /verify
  POST /otp
  POST /magiclink
  GET /reauthenticate
  POST /recover
  POST /resend
  GET /user
  PUT /user
  GET /authorize
  GET /callback
  POST /callback
  GET /user/identities/authorize
  DELETE /user/identities/:id
  GET /sessions
  DELETE /sessions/:id
  POST /factors
  POST /factors/:id/challenge
  POST /factors/:id/verify
  DELETE /factors/:id
  POST /passkeys/registration/options
  POST /passkeys/registration/verify
  POST /passkeys/authentication/options
  POST /passkeys/authentication/verify
  GET /passkeys
  PATCH /passkeys/:id
  DELETE /passkeys/:id
  GET /admin/users/:id/passkeys
  DELETE /admin/users/:id/passkeys/:id
  GET /admin/users
  POST /admin/users
  GET /admin/users/:id
  PUT /admin/users/:id
  DELETE /admin/users/:id
  GET /admin/users/:id/factors
  DELETE /admin/users/:id/factors/:id
  POST /admin/generate_link
  POST /invite
  POST /sso
  GET /sso/saml/metadata
  POST /sso/saml/acs
  GET /captcha
  GET /settings
  GET /health
  GET /.well-known/jwks.json
  GET /.well-known/openid-configuration
  GET /oauth/authorize
  POST /oauth/token
  GET /oauth/userinfo
  POST /oauth/userinfo
  GET /oauth/authorizations/:id
  POST /oauth/authorizations/:id/consent
  POST /oauth/clients/register
  GET /user/oauth/grants
  DELETE /user/oauth/grants
  GET /admin/oauth/clients
  POST /admin/oauth/clients
  GET /admin/oauth/clients/:id
  PUT /admin/oauth/clients/:id
  DELETE /admin/oauth/clients/:id
  POST /admin/oauth/clients/:id/regenerate_secret
  PATCH /user
  GET /:id
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' ') as [method: string, path: string])

const words = [
  'ada1@market.test',
  'new@market.test',
  'ada@company.example',
  '2348012345678',
  '+234 801 234 5678',
  'a-good-basin-7',
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'sms',
  'phone_change',
  'reauthentication',
  'totp',
  'phone',
  'sms',
  'whatsapp',
  's256',
  'plain',
  'work',
  'away',
  'google',
  'company.example',
  'x'.repeat(43),
  '000000',
  '123456',
  'local',
  'global',
  'others',
  'true',
  'false',
  '-1',
  '99999999999999999999',
  '1e400',
  '24h',
  'none',
  "'; drop table auth.users; --",
  '%00',
  '%',
  '../..',
  '<script>',
  '\ud83d',
  '\u0000',
  'Å\u0301'.repeat(80),
  'https://evil.example',
  '//evil.example',
  'javascript:alert(1)',
  `${ORIGIN}/after`,
  `${APP}/after`,
  'openid email',
  'S256',
  'approve',
  'deny',
  'authorization_code',
  'refresh_token',
  '{}',
  '[]',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  randomUUID(),
]
const secrets = fc.constantFrom<keyof typeof real>(...(Object.keys(real) as (keyof typeof real)[]))
const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: secrets.map((name) => real[name]) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)
const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, 0, -1, 1e308, true, false, [], {}, [null], { role: 'chief', points_balance: 9 }),
  },
)
const FIELDS = (
  'email phone password data channel type token token_hash nonce current_password create_user ' +
  'refresh_token auth_code code_verifier code_challenge code_challenge_method id_token access_token ' +
  'provider issuer client_id link_identity factor_type friendly_name code challenge_id domain ' +
  'provider_id role redirect_to email_confirm phone_confirm user_metadata app_metadata ban_duration id ' +
  'should_soft_delete new_email skip_http_redirect gotrue_meta_security password_hash aud action client_name ' +
  'client_uri logo_uri redirect_uris grant_types response_types scope token_endpoint_auth_method'
).split(' ')
const QUERY = (
  'redirect_to token type grant_type scope scopes state code error provider page per_page filter sort ' +
  'code_challenge code_challenge_method skip_http_redirect apikey nonce invite_token client_id redirect_uri ' +
  'response_type response_mode prompt max_age'
).split(' ')
const FORM_FIELDS =
  'state code RelayState SAMLResponse error grant_type client_id client_secret code_verifier redirect_uri refresh_token scope'.split(
    ' ',
  )
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 7 }).map((fields) => JSON.stringify(fields)),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom(...FORM_FIELDS), text).map((form) => String(new URLSearchParams(form))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"__proto__":{}}',
      '['.repeat(50_000),
      '\u0000',
      '{"email":"a@b.co","email":"c@d.co"}',
    ),
  },
)
const caller = fc.constantFrom('person', 'person', 'nobody', 'server', 'browser with the secret key', 'forger', 'mixed')

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function requestHeaders(who: string, version: boolean): Record<string, string> {
  const bearers: Record<string, string> = {
    person: real.bearer,
    nobody: '',
    server: KEYS.secret,
    'browser with the secret key': KEYS.secret,
    forger: `${real.bearer.slice(0, -6)}AAAAAA`,
    mixed: real.bearer,
  }
  const hasSecret = who === 'server' || who === 'mixed' || who === 'browser with the secret key'
  return {
    apikey: hasSecret ? KEYS.secret : KEYS.publishable,
    authorization: `Bearer ${bearers[who]}`,
    ...(version && { 'x-supabase-api-version': '2024-01-01' }),
    ...(who === 'browser with the secret key' && { 'user-agent': 'Mozilla/5.0' }),
  }
}

const request = fc.record({
  call: fc.constantFrom(...CALLS),
  ids: fc.tuple(text, text),
  query: fc.dictionary(fc.constantFrom(...QUERY), text, { maxKeys: 4 }),
  body,
  who: caller,
  version: fc.boolean(),
})

test(`no client input causes a 5xx, with all features enabled (${RUNS} requests)`, async () => {
  let runs = 0
  const seen = new Map<string, Set<number>>()
  await fc.assert(
    fc.asyncProperty(request, async ({ call: [method, template], ids, query, body, who, version }) => {
      // Deleting the user would break the other calls.
      fc.pre(!(method === 'DELETE' && /^\/(admin\/users|sessions)\/:id$/.test(template) && ids.includes(real.user)))
      // Some calls end the session that others need.
      if (runs++ % 50 === 0) await makePerson()
      let turn = 0
      const path = template.replaceAll(':id', () => encodeURIComponent(wellFormed(ids[turn++ % 2] ?? '')))
      const search = String(new URLSearchParams(query))
      const response = await wire.request(`/auth/v1${path}${path.includes('?') ? '&' : '?'}${search}`, {
        method,
        headers: { ...requestHeaders(who, version), ...(path === '/oauth/token' && FORM) },
        ...(method !== 'GET' && { body }),
      })
      const words = await response.text()
      const key = `${method} ${template}`
      seen.set(key, (seen.get(key) ?? new Set()).add(response.status))
      expect(response.status, words).toBeLessThan(500)
      expect(words).not.toMatch(/node_modules|\.ts:\d|auth_admin|select .* from/i)
      if (who === 'browser with the secret key') expect([401, 404]).toContain(response.status)
      // One provider is unreachable on purpose, which is reported each time.
      expect(wire.faults.filter((fault) => !/away cannot be reached/.test(String(fault)))).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  // The random input passes the first checks of every call.
  expect([...seen.keys()].toSorted()).toEqual(CALLS.map(([method, path]) => `${method} ${path}`).toSorted())
})

function wellFormed(id: string): string {
  return Buffer.from(id).toString()
}
