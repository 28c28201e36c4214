import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, SITE, signedIn, startService, type TestService } from '../auth-service.ts'
import {
  approve,
  CALLBACK,
  makeApp,
  operator,
  redeem,
  refresh,
  signInToApp,
  startProvider,
  startSignIn,
  userinfo,
} from './app.ts'

let service: TestService
beforeAll(async () => {
  service = await startProvider()
})
afterAll(() => service.stop())

describe('an app signs a person in', () => {
  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)('with %s', async (method) => {
    const app = await makeApp(service, { method })
    const person = await signedIn(service)
    const signIn = await startSignIn(service, app)
    expect(signIn.response.status).toBe(302)
    expect(signIn.location.href).toBe(`${SITE}/oauth/consent?authorization_id=${signIn.id}`)

    const { data: details } = await person.client.oauth.getAuthorizationDetails(signIn.id)
    expect(details).toEqual({
      authorization_id: signIn.id,
      redirect_uri: 'https://app.test/callback',
      client: { id: app.id, name: 'Market Ledger', uri: 'https://app.test/', logo_uri: '' },
      user: { id: person.user.id, email: person.email },
      scope: 'openid email phone profile',
      registration_type: 'manual',
    })

    const back = await approve(person.client, signIn.id)
    expect(back.href.startsWith(`${CALLBACK}&code=`)).toBe(true)
    const tokens = await oauth.processAuthorizationCodeResponse(
      app.server,
      app.client,
      await redeem(app, signIn, back),
      { expectedNonce: signIn.nonce, requireIdToken: true },
    )
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid email phone profile', expires_in: 3600 })
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
      iss: API,
      sub: person.user.id,
      aud: app.id,
      email: person.email,
      email_verified: true,
    })
    const response = await oauth.userInfoRequest(app.server, app.client, tokens.access_token, app.sent)
    const known = await oauth.processUserInfoResponse(app.server, app.client, person.user.id, response)
    expect(known).toMatchObject({ email: person.email, email_verified: true, updated_at: expect.any(Number) })

    const next = await oauth.refreshTokenGrantRequest(
      app.server,
      app.client,
      app.authentication,
      tokens.refresh_token ?? '',
      app.sent,
    )
    const refreshed = await oauth.processRefreshTokenResponse(app.server, app.client, next)
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    expect((await userinfo(service, refreshed.access_token)).status).toBe(200)
  })

  test('whose id token anybody can verify with our public keys', async () => {
    const app = await makeApp(service)
    const { tokens } = await signInToApp(service, app, (await signedIn(service)).client)
    const keys = createRemoteJWKSet(new URL(app.server.jwks_uri ?? ''), {
      [customFetch]: (url, init) => service.handle(new Request(url, init as RequestInit)),
    })
    const { payload } = await jwtVerify(tokens.id_token ?? '', keys, { issuer: API, audience: app.id })
    expect(payload.nonce).toBeTypeOf('string')
  })

  test('and learns only what its scopes say', async () => {
    const app = await makeApp(service)
    const { client, user } = await signedIn(service)
    const { tokens } = await signInToApp(service, app, client, { scope: 'phone' })
    expect(tokens.id_token).toBeUndefined()
    expect((await userinfo(service, tokens.access_token)).body).toEqual({ sub: user.id })
    await client.updateUser({ data: { full_name: 'Ada Eze' } })
    const { tokens: more } = await signInToApp(service, app, client, { scope: 'profile' })
    expect((await userinfo(service, more.access_token)).body).toMatchObject({ name: 'Ada Eze' })
    const { tokens: least } = await signInToApp(service, app, client, { scope: null, nonce: null })
    expect(least.scope).toBe('email')
  })

  test('who is not asked twice for the same, unless the app wants it or it is another program on their device', async () => {
    const person = await signedIn(service)
    const app = await makeApp(service)
    await signInToApp(service, app, person.client)
    const again = await startSignIn(service, app, { scope: 'email' })
    const { data } = await person.client.oauth.getAuthorizationDetails(again.id)
    const back = new URL((data as { redirect_url: string }).redirect_url)
    expect((await redeem(app, again, back)).status).toBe(200)
    const asking = await startSignIn(service, app, { prompt: 'consent' })
    const { data: asked } = await person.client.oauth.getAuthorizationDetails(asking.id)
    expect(asked).toHaveProperty('authorization_id')

    const phoneApp = await makeApp(service, { method: 'none', redirectUri: 'com.example.ledger:/callback' })
    await signInToApp(service, phoneApp, person.client)
    const claimed = await startSignIn(service, phoneApp)
    const { data: unsure } = await person.client.oauth.getAuthorizationDetails(claimed.id)
    expect(unsure).toHaveProperty('authorization_id')
  })

  test('who says no', async () => {
    const app = await makeApp(service)
    const { client } = await signedIn(service)
    const signIn = await startSignIn(service, app)
    const { data } = await client.oauth.denyAuthorization(signIn.id, { skipBrowserRedirect: true })
    const back = new URL(data?.redirect_url ?? '')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      from: 'ajoja',
      error: 'access_denied',
      state: signIn.state,
      iss: API,
    })
    const { error } = await client.oauth.approveAuthorization(signIn.id, { skipBrowserRedirect: true })
    expect(error?.code).toBe('oauth_invalid_state')
  })

  test('with fewer scopes for a refreshed token, never more', async () => {
    const app = await makeApp(service)
    const { client } = await signedIn(service)
    const { refreshToken } = await signInToApp(service, app, client, { scope: 'email phone' })
    const more = await refresh(service, app, refreshToken, { scope: 'email profile' })
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
    const less = await refresh(service, app, refreshToken, { scope: 'email' })
    expect([less.status, less.body.scope]).toEqual([200, 'email'])
  })
})

describe('the person', () => {
  test('sees the app among devices and grants, and takes its access away', async () => {
    const app = await makeApp(service)
    const { client, session } = await signedIn(service)
    const { tokens, refreshToken } = await signInToApp(service, app, client)
    const { body } = await service.ask('GET', '/sessions', { bearer: session.access_token })
    expect(body.sessions).toContainEqual(
      expect.objectContaining({ client_id: app.id, client_name: 'Market Ledger', aal: 'aal1', is_current: false }),
    )
    const { data: grants } = await client.oauth.listGrants()
    expect(grants).toEqual([
      {
        client: { id: app.id, name: 'Market Ledger', uri: 'https://app.test/', logo_uri: '' },
        scopes: ['openid', 'email', 'phone', 'profile'],
        granted_at: expect.stringContaining('T'),
      },
    ])

    expect((await client.oauth.revokeGrant({ clientId: app.id })).error).toBeNull()
    expect((await client.oauth.listGrants()).data).toEqual([])
    expect((await userinfo(service, tokens.access_token)).status).toBe(401)
    expect((await refresh(service, app, refreshToken)).body.error).toBe('invalid_grant')
    expect((await client.oauth.revokeGrant({ clientId: app.id })).error?.code).toBe('oauth_consent_not_found')
    const { body: left } = await service.ask('GET', '/sessions', { bearer: session.access_token })
    expect(left.sessions).toEqual([expect.objectContaining({ client_id: null, is_current: true })])
    // The person stays signed in.
    expect((await client.getUser()).error).toBeNull()
    // Allowed once more, only the new scopes count.
    await signInToApp(service, app, client, { scope: 'email' })
    expect((await client.oauth.listGrants()).data?.[0]?.scopes).toEqual(['email'])
  })

  test('ends one session of the app like that of a device', async () => {
    const app = await makeApp(service)
    const { client, session } = await signedIn(service)
    const { tokens } = await signInToApp(service, app, client)
    const { body } = await service.ask('GET', '/sessions', { bearer: session.access_token })
    const own = (body.sessions as { id: string; client_id: string | null }[]).find((one) => one.client_id !== null)
    await service.ask('DELETE', `/sessions/${own?.id}`, { bearer: session.access_token })
    expect((await userinfo(service, tokens.access_token)).status).toBe(401)
  })
})

describe('the operator', () => {
  test('lists, reads, changes and deletes apps with the unmodified client', async () => {
    const { oauth: admin } = operator(service).admin
    const app = await makeApp(service, { scope: 'email openid' })
    const { data: known } = await admin.getClient(app.id)
    expect(known).toMatchObject({ client_id: app.id, scope: 'openid email', client_type: 'confidential' })
    expect(known).not.toHaveProperty('client_secret')
    const { data: changed } = await admin.updateClient(app.id, {
      client_name: 'Ledger 2',
      logo_uri: 'https://app.test/l',
    })
    expect(changed).toMatchObject({
      client_name: 'Ledger 2',
      redirect_uris: [CALLBACK],
      logo_uri: 'https://app.test/l',
    })
    const { data: listed } = await admin.listClients({ page: 1, perPage: 1 })
    expect(listed).toMatchObject({ clients: [{ client_id: app.id }], aud: 'authenticated', nextPage: 2 })

    const { data: fresh } = await admin.regenerateClientSecret(app.id)
    const { client } = await signedIn(service)
    const signIn = await startSignIn(service, app, { scope: 'email' })
    const back = await approve(client, signIn.id)
    expect((await redeem(app, signIn, back)).status).toBe(401)
    const renewed = { ...app, authentication: oauth.ClientSecretBasic(fresh?.client_secret ?? '') }
    const response = await redeem(renewed, signIn, back)
    const tokens = await response.json()

    expect((await admin.deleteClient(app.id)).error).toBeNull()
    expect((await userinfo(service, tokens.access_token)).status).toBe(401)
    expect((await client.oauth.listGrants()).data).toEqual([])
    expect((await admin.getClient(app.id)).error?.code).toBe('oauth_client_not_found')
    expect((await startSignIn(service, app)).response.status).toBe(400)
  })

  test('alone: neither people nor the publishable key may', async () => {
    const { client, session } = await signedIn(service)
    expect((await client.admin.oauth.listClients()).error?.status).toBe(401)
    for (const [method, path] of [
      ['GET', '/admin/oauth/clients'],
      ['POST', '/admin/oauth/clients'],
      ['DELETE', '/admin/oauth/clients/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      expect((await service.ask(method, path, { bearer: session.access_token })).status).toBe(403)
    }
  })
})

test('says what it supports at both addresses', async () => {
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const { body } = await service.ask('GET', `/.well-known/${name}`)
    expect(body).toMatchObject({
      issuer: API,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      id_token_signing_alg_values_supported: ['ES256'],
      registration_endpoint: `${API}/oauth/clients/register`,
    })
  }
})

test('an app registers itself where the operator allows it', async () => {
  const client = {
    client_name: 'A Helper',
    redirect_uris: ['https://helper.test/cb'],
    token_endpoint_auth_method: 'none',
  }
  const app = await makeApp(service)
  const response = await oauth.dynamicClientRegistrationRequest(app.server, client, app.sent)
  const registered = await oauth.processDynamicClientRegistrationResponse(response)
  expect(registered).toMatchObject({ registration_type: 'dynamic', client_name: 'A Helper' })
  expect(registered.client_secret).toBeUndefined()

  const closed = await startService({ settings: { oauthServerEnabled: true } })
  const refused = await closed.ask('POST', '/oauth/clients/register', { body: client })
  expect([refused.status, refused.body.code]).toEqual([403, 'oauth_dynamic_client_registration_disabled'])
  const { body } = await closed.ask('GET', '/.well-known/openid-configuration')
  expect(body).not.toHaveProperty('registration_endpoint')
  await closed.stop()
})

test('is off unless the operator turns it on', async () => {
  const off = await startService()
  for (const [method, path] of [
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/token'],
    ['GET', '/oauth/userinfo'],
    ['GET', '/user/oauth/grants'],
    ['GET', '/admin/oauth/clients'],
    ['POST', '/oauth/clients/register'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/oauth-authorization-server'],
  ] as const) {
    const answer = await off.ask(method, path)
    expect([answer.status, answer.body.code], path).toEqual([404, 'feature_disabled'])
  }
  await off.stop()
})
