/// <reference path="./oidc-provider.d.ts" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { OpenIdProvider } from '../../settings.ts'

export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestProvider {
  settings: OpenIdProvider
  /** Sets who is signed in at the provider. */
  setAccount(account: ProviderAccount): void
  /** Follows the provider's redirects as a browser would, until the first address that is ours. */
  visit(address: string): Promise<URL>
  /** An id token as the provider would issue it to an app. */
  signIdToken(claims: Record<string, unknown>, key?: CryptoKey): Promise<string>
  stop(): Promise<void>
}

/** A real OpenID provider on loopback that signs in every user without a prompt. */
export async function startProvider({ callback }: { callback: string }): Promise<TestProvider> {
  let account: ProviderAccount = { sub: 'nobody' }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    name: 'google',
    issuer,
    clientId: 'site',
    clientSecret: 'secret',
    otherClientIds: ['site-app'],
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'site', client_secret: 'secret', redirect_uris: [callback], response_types: ['code'] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => account }),
  })
  const oidc = provider.callback()
  function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url?.startsWith('/interaction/')) {
      agree(provider, { request, response, accountId: account.sub }).catch((error) => response.destroy(error))
    } else oidc(request, response)
  }
  return {
    settings,
    setAccount: (next) => {
      account = next
    },
    visit: (address) => visit(address, issuer),
    signIdToken: (claims, key) =>
      new SignJWT({ iss: issuer, aud: 'site', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(key ?? privateKey),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function agree(
  provider: Provider,
  { request, response, accountId }: { request: IncomingMessage; response: ServerResponse; accountId: string },
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } })
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope('openid email profile')
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

async function visit(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let hops = 0; hops < 12 && url.origin === issuer; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location)
      throw new Error(`The provider stopped at ${url.pathname}: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
