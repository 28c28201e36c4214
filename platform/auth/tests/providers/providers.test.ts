import { createHash } from 'node:crypto'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  API,
  makeSessionsOld,
  newEmail,
  PASSWORD,
  SITE,
  signedIn,
  startService,
  type TestService,
} from '../auth-service.ts'
import { type ProviderAccount, startProvider, type TestProvider } from './openid-provider.ts'

let provider: TestProvider
let service: TestService
beforeAll(async () => {
  provider = await startProvider({ callback: `${API}/callback` })
  service = await startService({ settings: { openIdProviders: [provider.settings], manualLinkingEnabled: true } })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

let subjects = 0
let account: Required<ProviderAccount>
beforeEach(() => {
  subjects += 1
  account = { sub: `s${subjects}`, email: newEmail(), email_verified: true, name: 'Ada Obi' }
  provider.setAccount(account)
})

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

/** Through the provider and our callback, to the browser's final address. */
async function goThrough(address: string, cookie = ''): Promise<URL> {
  const first = address.startsWith(API) ? await follow(address) : new URL(address)
  return follow((await provider.visit(first.href)).href, cookie)
}

async function follow(address: string, cookie = ''): Promise<URL> {
  const response = await service.handle(new Request(address, { headers: { cookie } }))
  if (response.status !== 302) throw new Error(`${response.status} ${await response.text()}`)
  return new URL(response.headers.get('location') ?? '')
}

/** The cookie of the browser that asked for the link. */
const cookieFor = (url: string | null | undefined) => `auth-link=${new URL(url ?? '').searchParams.get('state')}`

async function signInWithProvider(flowType: 'pkce' | 'implicit' = 'pkce') {
  const client = service.client({ flowType })
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${SITE}/after`, skipBrowserRedirect: true },
  })
  return { client, end: await goThrough(data.url ?? '') }
}

describe('sign-in with a provider', () => {
  test('makes a confirmed account and returns a code for the client’s PKCE verifier', async () => {
    const { client, end } = await signInWithProvider()
    expect(end.origin + end.pathname).toBe(`${SITE}/after`)
    expect(end.hash).toBe('')
    const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ provider_token: expect.any(String) })
    expect(data.user).toMatchObject({
      email: account.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Obi', email_verified: true },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'google', id: account.sub, email: account.email }])
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'oauth', provider: 'google' }])
  })

  test('finds the same account again, even after the e-mail there has changed', async () => {
    const first = await signInWithProvider('implicit')
    provider.setAccount({ ...account, email: newEmail() })
    const second = await signInWithProvider('implicit')
    const idOf = async (end: URL) =>
      (await service.ask('GET', '/user', { bearer: fragment(end).access_token ?? '' })).body.id
    expect(await idOf(first.end)).toBe(await idOf(second.end))
    expect(fragment(second.end)).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) })
    expect(second.end.search).toBe('')
  })

  test('links to a confirmed account with the same verified e-mail, whose password stays', async () => {
    const { email, user } = await signedIn(service)
    provider.setAccount({ ...account, email })
    const { client, end } = await signInWithProvider()
    const { data } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(data.user?.id).toBe(user.id)
    expect(data.user?.app_metadata.providers).toEqual(['email', 'google'])
    expect((await service.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('takes over an unconfirmed account without the password a stranger set', async () => {
    const options = { data: { full_name: 'Thief', role: 'vendor', referral_code: 'THIEF234' } }
    await service.client().signUp({ email: account.email, password: PASSWORD, options })
    const link = new URL(service.lastMail(account.email).link ?? '').searchParams.get('token_hash') ?? ''
    const { client, end } = await signInWithProvider()
    const { data } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['google'])
    expect(JSON.stringify(data.user)).not.toMatch(/Thief|THIEF234|vendor/)
    const thief = await service.client().signInWithPassword({ email: account.email, password: PASSWORD })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
    expect((await service.client().verifyOtp({ type: 'signup', token_hash: link })).error).not.toBeNull()
  })

  test('gives no access through an address the provider has not verified', async () => {
    const { email } = await signedIn(service)
    for (const unverified of [{ ...account, email, email_verified: false }, { sub: account.sub }]) {
      provider.setAccount(unverified)
      const { end } = await signInWithProvider()
      expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
      expect(fragment(end)).toMatchObject({ error_code: 'provider_email_needs_verification' })
    }
  })

  test('twice at once by a new person makes one account', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => signInWithProvider('implicit')))
    const ids = await Promise.all(
      starts.map(
        async ({ end }) => (await service.ask('GET', '/user', { bearer: fragment(end).access_token ?? '' })).body.id,
      ),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('is refused to banned people', async () => {
    await signInWithProvider()
    await service.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      account.email,
    ])
    const { end } = await signInWithProvider()
    expect(end.searchParams.get('error_code')).toBe('user_banned')
  })
})

describe('the round trip to a provider', () => {
  test('asks with state, nonce and its own PKCE challenge, and never sends people elsewhere', async () => {
    const to = await follow(
      `${API}/authorize?provider=google&redirect_to=https://evil.example&scopes=calendar&prompt=none&client_id=x`,
    )
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: 'site',
      redirect_uri: `${API}/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile calendar',
      prompt: 'none',
      nonce: expect.any(String),
    })
    const end = await follow(`${API}/callback?error=access_denied&state=${to.searchParams.get('state')}`)
    expect(end.origin).toBe(SITE)
    expect(end.searchParams.get('error')).toBe('access_denied')
  })

  test('stops at a state that is unknown, missing, old or used', async () => {
    const { data } = await service
      .client()
      .signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
    const back = await provider.visit((await follow(data.url ?? '')).href)
    await follow(back.href)
    const used = await service.ask('GET', `/callback${back.search}`)
    expect(used).toMatchObject({ status: 400, body: { code: 'bad_oauth_state' } })
    expect((await service.ask('GET', '/callback?code=x')).body).toMatchObject({ code: 'bad_oauth_callback' })
    expect((await service.ask('GET', '/callback?code=x&state=y')).body).toMatchObject({ code: 'bad_oauth_state' })
    const late = await follow(`${API}/authorize?provider=google`)
    await service.db.owner.query(`update auth.flow_state set created_at = now() - interval '11 minutes'`)
    const answer = await service.ask('GET', `/callback?code=x&state=${late.searchParams.get('state')}`)
    expect(answer.body).toMatchObject({ code: 'bad_oauth_state' })
  })

  test('refuses a code issued for another state', async () => {
    const [one, two] = [
      await follow(`${API}/authorize?provider=google`),
      await follow(`${API}/authorize?provider=google`),
    ]
    const back = await provider.visit(one.href)
    back.searchParams.set('state', two.searchParams.get('state') ?? '')
    const end = await follow(back.href)
    expect(fragment(end)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
    expect(fragment(end)).not.toHaveProperty('access_token')
  })

  test.each([
    ['a changed code', { code: 'x' }],
    ['a malformed code', { code: '\u0000 é&code=y' }],
    ['no code', { code: null }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a changed state', { state: crypto.randomUUID() }],
    ['a malformed state', { state: 'x' }],
  ])('with %s is the caller’s error, which no operator hears of', async (_, change) => {
    const heard = service.faults.length
    const back = await provider.visit((await follow(`${API}/authorize?provider=google`)).href)
    for (const [name, value] of Object.entries(change)) {
      if (value === null) back.searchParams.delete(name)
      else back.searchParams.set(name, value)
    }
    const response = await service.handle(new Request(back.href))
    if (response.status === 302) {
      const end = new URL(response.headers.get('location') ?? '')
      expect(fragment(end)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
    } else {
      expect([response.status, (await response.json()).error_code]).toEqual([400, 'bad_oauth_state'])
    }
    expect(service.faults.slice(heard)).toEqual([])
  })

  test('may be posted', async () => {
    const to = await follow(`${API}/authorize?provider=google`)
    const back = await provider.visit(to.href)
    const request = new Request(`${API}/callback`, { method: 'POST', body: new URLSearchParams(back.search) })
    const response = await service.handle(request)
    expect(response.headers.get('location')).toContain('access_token=')
  })

  test('exists for configured providers only', async () => {
    for (const name of ['facebook', '', '__proto__']) {
      expect(await service.ask('GET', `/authorize?provider=${name}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: expect.stringContaining('Unsupported provider') },
      })
    }
    expect((await service.ask('GET', '/settings')).body.external).toMatchObject({ google: true, email: true })
  })
})

describe('identities', () => {
  test('are linked and unlinked by a signed-in person', async () => {
    const { client, email } = await signedIn(service)
    const { data, error } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(error).toBeNull()
    expect(fragment(await goThrough(data?.url ?? '', cookieFor(data?.url)))).toHaveProperty('access_token')
    const { data: list } = await client.getUserIdentities()
    expect(list?.identities.map((identity) => identity.provider)).toEqual(['email', 'google'])
    const google = list?.identities[1]
    if (!google) throw new Error('not linked')
    expect((await client.unlinkIdentity(google)).error).toBeNull()
    const { data: user } = await client.getUser()
    expect(user.user).toMatchObject({ email, app_metadata: { providers: ['email'] } })
    const last = await client.unlinkIdentity(user.user?.identities?.[0] as typeof google)
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
  })

  test('belong to one person', async () => {
    await signInWithProvider()
    const { client } = await signedIn(service)
    const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    const end = await goThrough(data?.url ?? '', cookieFor(data?.url))
    expect(fragment(end)).toMatchObject({ error_code: 'identity_already_exists' })
  })

  test('are linked only in the browser that asked for it', async () => {
    const { client, session, user } = await signedIn(service)
    const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    for (const cookie of ['', `auth-link=${user.id}`]) {
      expect(fragment(await goThrough(data?.url ?? '', cookie).catch(() => new URL(SITE)))).not.toHaveProperty(
        'access_token',
      )
    }
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const answer = await service.ask('GET', path, { bearer: session.access_token })
    const state = new URL(String(answer.body.url)).searchParams.get('state')
    expect(answer.headers.get('set-cookie')).toBe(
      `auth-link=${state}; Path=/auth/v1/callback; Max-Age=600; HttpOnly; SameSite=Lax`,
    )
  })

  test('of somebody else are not found', async () => {
    const [one, two] = [await signedIn(service), await signedIn(service)]
    const theirs = one.user.identities?.[0]
    if (!theirs) throw new Error('no identity')
    const foreign = await two.client.unlinkIdentity(theirs)
    expect(foreign.error).toMatchObject({ status: 422, code: 'identity_not_found' })
    const bearer = two.session.access_token
    expect(await service.ask('DELETE', '/user/identities/x', { bearer })).toMatchObject({ status: 404 })
    expect((await service.ask('DELETE', `/user/identities/${theirs.identity_id}`)).status).toBe(401)
  })

  test('change only from a fresh session', async () => {
    const { client, user } = await signedIn(service)
    await makeSessionsOld(service, user.id)
    const { error } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(error).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('are not linked manually if the operator does not allow it', async () => {
    const closed = await startService({ settings: { openIdProviders: [provider.settings] } })
    const { client, user } = await signedIn(closed)
    const refused = { status: 404, code: 'manual_linking_disabled' }
    const link = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(link.error).toMatchObject(refused)
    const identity = user.identities?.[0]
    if (identity) expect((await client.unlinkIdentity(identity)).error).toMatchObject(refused)
    await closed.stop()
  })
})

describe('an id token', () => {
  const claims = () => ({ sub: account.sub, email: account.email, email_verified: true })
  const send = (body: Record<string, unknown>) => service.ask('POST', '/token?grant_type=id_token', { body })

  test('of the provider signs in', async () => {
    const token = await provider.signIdToken(claims())
    const { data, error } = await service.client().signInWithIdToken({ provider: 'google', token })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(account.email)
    const app = await provider.signIdToken({ ...claims(), aud: 'site-app' })
    const again = await service.client().signInWithIdToken({ provider: 'google', token: app })
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  test('is bound to the nonce that only the app knows', async () => {
    const nonce = createHash('sha256').update('secret nonce').digest('hex')
    const token = await provider.signIdToken({ ...claims(), nonce })
    expect((await send({ provider: 'google', id_token: token, nonce: 'secret nonce' })).status).toBe(200)
    expect((await send({ provider: 'google', id_token: token, nonce: 'other' })).body.error_description).toBe(
      'Nonces mismatch',
    )
    expect((await send({ provider: 'google', id_token: token })).body.error_description).toContain('both exist')
    const plain = await provider.signIdToken(claims())
    expect((await send({ provider: 'google', id_token: plain, nonce: 'x' })).body.error_description).toContain(
      'both exist',
    )
  })

  test('is refused with another audience, issuer, time, key, access token, or none at all', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const tokens = {
      audience: await provider.signIdToken({ ...claims(), aud: 'somebody else' }),
      issuer: await provider.signIdToken({ ...claims(), iss: 'https://accounts.google.com' }),
      key: await provider.signIdToken(claims(), privateKey as CryptoKey),
      unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`,
      text: 'no token',
    }
    for (const [name, id_token] of Object.entries(tokens)) {
      const answer = await send({ provider: 'google', id_token })
      expect(answer, name).toMatchObject({ status: 400, body: { error: 'invalid request' } })
      expect(answer.body.error_description).toMatch(name === 'audience' ? /Unacceptable audience/ : /Bad ID token/)
    }
    const id_token = await provider.signIdToken({ ...claims(), at_hash: 'x' })
    expect((await send({ provider: 'google', id_token, access_token: 'y' })).status).toBe(400)
    expect((await send({ provider: 'google' })).status).toBe(400)
  })

  test('of a provider that is not configured is refused', async () => {
    expect((await send({ provider: 'x', id_token: 'y' })).body.message).toContain(
      'Custom OIDC provider "x" not allowed',
    )
    expect(await send({ issuer: 'https://x.example', id_token: 'y' })).toMatchObject({
      body: { code: 'provider_disabled' },
    })
    const { error } = await service.client().signInWithIdToken({ provider: 'apple', token: 'y' })
    expect(error).toMatchObject({
      status: 400,
      code: 'provider_disabled',
      message: 'Provider (issuer "https://appleid.apple.com") is not enabled',
    })
    for (const name of ['constructor', '__proto__']) {
      expect((await send({ provider: name, id_token: 'y' })).status).toBe(400)
    }
  })

  test('links an identity for a signed-in person', async () => {
    const person = await signedIn(service)
    const token = await provider.signIdToken(claims())
    const { data, error } = await person.client.linkIdentity({ provider: 'google', token })
    expect(error).toBeNull()
    expect(data).toMatchObject({ user: { id: person.user.id } })
    const stranger = await send({ provider: 'google', id_token: token, link_identity: true })
    expect(stranger.status).toBe(401)
  })
})
