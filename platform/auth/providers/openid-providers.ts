import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import type { Auth } from '../auth.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import type { OpenIdProvider } from '../settings.ts'

export function googleProvider(
  client: Pick<OpenIdProvider, 'clientId' | 'clientSecret' | 'otherClientIds'>,
): OpenIdProvider {
  return { ...client, name: 'google', issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'] }
}

export function findProvider(auth: Auth, name: string | null): OpenIdProvider {
  const provider = auth.settings.openIdProviders.find((candidate) => candidate.name === name)
  if (!provider) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

/** The redirect URL, registered with each provider. */
export function callbackUrl(auth: Auth): string {
  return `${auth.settings.externalUrl}/callback`
}

/** Loaded on first use, because many sites have no provider. */
export const loadOpenId = () => import('openid-client')

interface Discovered {
  configuration: Configuration
  keys: JWTVerifyGetKey
  until: number
}

const KEEP_MS = 3600 * 1000
const TIMEOUT_SECONDS = 10
const discovered = new Map<string, Promise<Discovered>>()

/** The provider's metadata, fetched at most once an hour. Throws if the provider cannot be reached. */
export async function discover(provider: OpenIdProvider): Promise<Discovered> {
  const key = `${provider.issuer}\n${provider.clientId}`
  const known = discovered.get(key)
  if (known && (await known).until > Date.now()) return known
  const found = ask(provider)
  discovered.set(key, found)
  found.catch(() => discovered.delete(key))
  return found
}

/** Like `discover`, but a provider that cannot be reached is reported to the operator and refused to the caller. */
export async function reach(auth: Pick<Auth, 'reportFault'>, provider: OpenIdProvider): Promise<Discovered> {
  try {
    return await discover(provider)
  } catch (error) {
    auth.reportFault(new Error(`The provider ${provider.name} cannot be reached`, { cause: error }))
    throw new AuthRefusal(422, 'provider_disabled', 'The provider cannot be reached at the moment')
  }
}

async function ask(provider: OpenIdProvider): Promise<Discovered> {
  const openid = await loadOpenId()
  const issuer = new URL(provider.issuer)
  // Signatures are verified even though the token comes directly from the provider.
  const execute = [openid.enableNonRepudiationChecks]
  if (issuer.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(issuer.hostname)) {
    execute.push(openid.allowInsecureRequests)
  }
  const configuration = await openid.discovery(
    issuer,
    provider.clientId,
    provider.clientSecret,
    openid.ClientSecretBasic(provider.clientSecret),
    { execute, timeout: TIMEOUT_SECONDS },
  )
  const jwksUri = configuration.serverMetadata().jwks_uri
  if (!jwksUri) throw new Error(`The provider ${provider.name} names no keys`)
  return { configuration, keys: createRemoteJWKSet(new URL(jwksUri)), until: Date.now() + KEEP_MS }
}
