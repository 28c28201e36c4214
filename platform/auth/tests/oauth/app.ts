import type { GoTrueClient } from '@supabase/auth-js'
import * as oauth from 'oauth4webapi'
import { API, KEYS, type ServiceOptions, SITE, startService, type TestService } from '../auth-service.ts'

export const CALLBACK = 'https://app.test/callback?from=ajoja'
export const ON = { oauthServerEnabled: true, oauthRegistrationEnabled: true }

export function startProvider(options: ServiceOptions = {}): Promise<TestService> {
  return startService({ ...options, settings: { ...ON, ...options.settings } })
}

/** The unmodified public client with the secret key. */
export function operator(service: TestService): GoTrueClient {
  return service.client({ headers: { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` } })
}

interface AppOptions {
  scope?: string
  method?: 'none' | 'client_secret_basic' | 'client_secret_post'
  redirectUri?: string
  grantTypes?: string[]
}

/** Another app, which uses a public library of OAuth. */
export async function makeApp(service: TestService, options: AppOptions = {}) {
  const { method = 'client_secret_basic', redirectUri = CALLBACK } = options
  const { data, error } = await operator(service).admin.oauth.createClient({
    client_name: 'Market Ledger',
    client_uri: 'https://app.test',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: method,
    ...(options.scope !== undefined && { scope: options.scope }),
    ...(options.grantTypes && { grant_types: options.grantTypes }),
  })
  if (error) throw error
  const [client, secret] = [{ client_id: data.client_id }, data.client_secret ?? '']
  const authentication = {
    none: () => oauth.None(),
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
    client_secret_post: () => oauth.ClientSecretPost(secret),
  }[method]()
  const sent = {
    [oauth.customFetch]: (url: string, init: object) => service.handle(new Request(url, init as RequestInit)),
    [oauth.allowInsecureRequests]: true,
  } as const
  const discovered = await oauth.discoveryRequest(new URL(API), sent)
  const server = await oauth.processDiscoveryResponse(new URL(API), discovered)
  return { id: data.client_id, secret, redirectUri, client, authentication, sent, server }
}

export type App = Awaited<ReturnType<typeof makeApp>>

/** The redirect of the app to the provider, and where the provider sends the browser on to. */
export async function startSignIn(service: TestService, app: App, changes: Record<string, string | null> = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const address = new URL(app.server.authorization_endpoint ?? '')
  const params = {
    client_id: app.id,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    scope: 'openid email phone profile',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...changes,
  }
  for (const [name, value] of Object.entries(params)) if (value !== null) address.searchParams.set(name, value)
  const response = await service.handle(new Request(address))
  const location = new URL(response.headers.get('location') ?? SITE)
  const id = location.searchParams.get('authorization_id') ?? ''
  return { response, location, id, verifier, state, nonce }
}

export type SignIn = Awaited<ReturnType<typeof startSignIn>>

/** The call of the person's page when they press "Allow": returns where the browser goes on to. */
export async function approve(person: GoTrueClient, id: string): Promise<URL> {
  const { data, error } = await person.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  if (error) throw error
  return new URL(data.redirect_url)
}

/** The app exchanges the code. */
export async function redeem(app: App, signIn: SignIn, back: URL, options: { verifier?: string } = {}) {
  const params = oauth.validateAuthResponse(app.server, app.client, back, signIn.state)
  return oauth.authorizationCodeGrantRequest(
    app.server,
    app.client,
    app.authentication,
    params,
    app.redirectUri,
    options.verifier ?? signIn.verifier,
    app.sent,
  )
}

/** From the app's redirect to its tokens. */
export async function signInToApp(
  service: TestService,
  app: App,
  person: GoTrueClient,
  changes: Record<string, string | null> = {},
) {
  const signIn = await startSignIn(service, app, changes)
  const back = await approve(person, signIn.id)
  const response = await redeem(app, signIn, back)
  const scope = changes.scope === undefined ? 'openid' : (changes.scope ?? '')
  const checks = scope.includes('openid') ? { expectedNonce: signIn.nonce, requireIdToken: true } : {}
  const tokens = await oauth.processAuthorizationCodeResponse(app.server, app.client, response, checks)
  return { signIn, back, tokens, refreshToken: tokens.refresh_token ?? '' }
}

/** A raw call of the app's server. */
export async function askToken(service: TestService, fields: Record<string, string>, headers = {}) {
  const response = await service.handle(
    new Request(`${API}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export async function refresh(service: TestService, app: App, token: string, changes: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`
  return askToken(service, { grant_type: 'refresh_token', refresh_token: token, ...changes }, { authorization })
}

export async function userinfo(service: TestService, token: string) {
  return service.ask('GET', '/oauth/userinfo', { bearer: token })
}
