import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as oauth from 'oauth4webapi'
import { freePort } from '#platform/postgres/free-port.ts'

export interface SmallApp {
  origin: string
  clientId: string
  /** The access token of the last person who signed in. */
  accessToken(): string
  close(): Promise<void>
}

interface AppOptions {
  /** The market's auth service. */
  issuer: string
  secretKey: string
}

/** Another site that signs its visitors in with their account of the market: a server, and a public library of OAuth. */
export async function openSmallApp({ issuer, secretKey }: AppOptions): Promise<SmallApp> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const redirectUri = `${origin}/callback`
  const made = await fetch(`${issuer}/admin/oauth/clients`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Market Ledger', redirect_uris: [redirectUri], scope: 'openid email profile' }),
  })
  const { client_id: clientId, client_secret: secret } = (await made.json()) as Record<string, string>
  if (!clientId || !secret) throw new Error(`The app was not made: ${made.status}`)
  const options = { [oauth.allowInsecureRequests]: true } as const
  const discovered = await oauth.discoveryRequest(new URL(issuer), options)
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovered)
  const client = { client_id: clientId }
  const started = new Map<string, string>()
  let accessToken = ''

  async function startSignIn(response: ServerResponse): Promise<void> {
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    started.set(state, verifier)
    const params = {
      client_id: clientId ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const location = `${server.authorization_endpoint}?${new URLSearchParams(params)}`
    response.writeHead(302, { location }).end()
  }

  async function finishSignIn(url: URL, response: ServerResponse): Promise<void> {
    const state = url.searchParams.get('state') ?? ''
    const params = oauth.validateAuthResponse(server, client, url, state)
    const authentication = oauth.ClientSecretBasic(secret ?? '')
    const verifier = started.get(state) ?? ''
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      params,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
    accessToken = tokens.access_token
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
    const known = await oauth.userInfoRequest(server, client, accessToken, options)
    const { email } = await oauth.processUserInfoResponse(server, client, sub, known)
    show(response, `Welcome, ${email}`)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    try {
      if (url.pathname === '/sign-in') return await startSignIn(response)
      if (url.pathname === '/callback') return await finishSignIn(url, response)
      show(response, '<a href="/sign-in">Sign in with Ajoja</a>')
    } catch (fault) {
      show(response, `Not signed in: ${fault instanceof oauth.AuthorizationResponseError ? fault.error : fault}`)
    }
  }

  const listening = createServer((request, response) => void respond(request, response))
  listening.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return {
    origin,
    clientId,
    accessToken: () => accessToken,
    async close() {
      listening.closeAllConnections()
      listening.close()
      await once(listening, 'close')
    },
  }
}

function show(response: ServerResponse, body: string): void {
  const page = `<!doctype html><html lang="en"><title>Market Ledger</title><h1>Market Ledger</h1><p>${body}</p></html>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}
