import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, SITE, signedIn, type TestService } from '../auth-service.ts'
import {
  type App,
  approve,
  CALLBACK,
  makeApp,
  operator,
  redeem,
  signInToApp,
  startProvider,
  startSignIn,
} from './app.ts'

let service: TestService
let app: App
beforeAll(async () => {
  service = await startProvider()
  app = await makeApp(service)
})
afterAll(() => service.stop())

describe('the redirect', () => {
  test.each([
    ['an added path', `${CALLBACK}/more`],
    ['an added query', `${CALLBACK}&next=https://evil.test`],
    ['another host', 'https://evil.test/callback?from=ajoja'],
    ['a fragment', `${CALLBACK}#x`],
    ['another case', CALLBACK.toUpperCase()],
    ['nothing', null],
  ])('with %s is refused without one', async (_, redirect_uri) => {
    const { response, id } = await startSignIn(service, app, { redirect_uri })
    expect([response.status, response.headers.get('location'), id]).toEqual([400, null, ''])
  })

  test('with two addresses is refused', async () => {
    const address = `${API}/oauth/authorize?client_id=${app.id}&redirect_uri=${encodeURIComponent(CALLBACK)}&redirect_uri=https://evil.test`
    expect((await service.handle(new Request(address))).status).toBe(400)
  })

  test('of a person with a wrong link ends on our own page', async () => {
    const address = `${API}/oauth/authorize?client_id=${app.id}&redirect_uri=https://evil.test`
    const response = await service.handle(new Request(address, { headers: { accept: 'text/html' } }))
    expect(response.headers.get('location')).toBe(`${SITE}/oauth/consent`)
  })

  test.each([
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
    [{ max_age: '0' }, 'login_required'],
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ nonce: 'x'.repeat(600) }, 'invalid_request'],
    [{ nonce: 'a\0b' }, 'invalid_request'],
    [{ state: 'x'.repeat(3000) }, 'invalid_request'],
  ])('tells a registered address of %j', async (changes, error) => {
    const { location, state } = await startSignIn(service, app, changes)
    expect(location.origin + location.pathname).toBe('https://app.test/callback')
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('state')).toBe('state' in changes ? null : state)
    expect(location.searchParams.get('code')).toBeNull()
  })

  test('for a scope that the app has not registered is refused', async () => {
    const small = await makeApp(service, { scope: 'email' })
    const { location } = await startSignIn(service, small, { scope: 'email phone' })
    expect(location.searchParams.get('error')).toBe('invalid_scope')
  })

  test('to an address that was removed meanwhile no longer happens', async () => {
    const moving = await makeApp(service)
    const signIn = await startSignIn(service, moving)
    await operator(service).admin.oauth.updateClient(moving.id, { redirect_uris: ['https://app.test/new'] })
    const { client } = await signedIn(service)
    const { error } = await client.oauth.approveAuthorization(signIn.id, { skipBrowserRedirect: true })
    expect(error?.code).toBe('oauth_authorization_not_found')
  })
})

describe('a program on the device', () => {
  test.each([
    ['http://127.0.0.1/cb?x=1', 'http://127.0.0.1:51004/cb?x=1'],
    ['http://127.0.0.1:8000/cb', 'http://127.0.0.1:51004/cb'],
    ['http://[::1]/cb', 'http://[::1]:51004/cb'],
  ])('that has registered %s is answered at %s', async (registered, asked) => {
    const program = await makeApp(service, { redirectUri: registered, method: 'none' })
    const { client } = await signedIn(service)
    const listening = { ...program, redirectUri: asked }
    const { back, tokens } = await signInToApp(service, listening, client)
    expect(back.href.startsWith(asked)).toBe(true)
    expect(tokens.access_token).not.toBe('')
    // The code is for the port that was asked for.
    const other = await startSignIn(service, listening)
    const answer = await redeem(program, other, await approve(client, other.id))
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_grant'])
  })

  test.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/other'],
    ['http://127.0.0.1/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.test/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
    ['http://127.0.0.2/cb', 'http://127.0.0.2:51004/cb'],
    ['http://localhost/cb', 'http://localhost:51004/cb'],
    ['https://app.test/cb', 'https://app.test:51004/cb'],
  ])('that has registered %s is not answered at %s', async (registered, asked) => {
    const program = await makeApp(service, { redirectUri: registered })
    const { response } = await startSignIn(service, program, { redirect_uri: asked })
    expect(response.status).toBe(400)
    const stored = service.db.owner.query(
      `insert into auth.oauth_authorizations (client_id, redirect_uri, scopes, code_challenge) values ($1, $2, '{openid}', $3)`,
      [program.id, asked, 'x'.repeat(43)],
    )
    // The database does not know which ports there are.
    if (!asked.includes(':99999')) await expect(stored).rejects.toThrow('The address is not registered')
    else await stored
  })
})

describe('addresses that nobody may register', () => {
  test.each([
    'http://app.test/cb',
    'https://app.test/cb#fragment',
    'https://user@app.test/cb',
    'https://*.app.test/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'nodots:/cb',
    '/cb',
    `${SITE}/auth/v1/authorize`,
    `https://app.test/${'x'.repeat(500)}`,
    'https://app.test/a b',
    'https://@app.test/cb',
    'https:app.test/cb',
    'https://app.test/../cb',
    'https://app.test\\@evil.test/cb',
    'https://app.test/%5cevil',
    'https://app.test/cb%0d%0ax',
    'https://app.test/c\nb',
    'http://2130706433/cb',
    'http://127.0.0.1.app.test/cb',
    'com.example.ledger://user@here/cb',
    'JavaScript:alert(1)',
    'vbscript:x',
    'blob:https://app.test/x',
    'about:blank',
  ])('%s', async (uri) => {
    const body = { client_name: 'Bad', redirect_uris: [uri] }
    const answer = await service.ask('POST', '/oauth/clients/register', { body })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each([
    { client_name: '' },
    { client_name: 'Ajoja\u202e' },
    { client_name: 'x'.repeat(81) },
    { client_uri: 'javascript:alert(1)' },
    { logo_uri: 'http://app.test/logo' },
    { scope: 'openid admin' },
    { grant_types: ['password'] },
    { grant_types: ['refresh_token'] },
    { response_types: ['token'] },
    { token_endpoint_auth_method: 'private_key_jwt' },
  ])('nor metadata like %j', async (changes) => {
    const body = { client_name: 'Bad', redirect_uris: ['https://app.test/cb'], ...changes }
    const answer = await service.ask('POST', '/oauth/clients/register', { body })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
  })
})
