import { z } from 'zod'
import type { Call } from '../auth.ts'
import { hashSecret, makeSecret, type NewOAuthClient, type OAuthClientRow } from './clients.ts'
import { type OAuthError, oauthRefusal } from './oauth-errors.ts'
import { isAllowedRedirect, isLoopback } from './redirect-addresses.ts'
import { parseScopes } from './scopes.ts'

const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const
const GRANTS = ['authorization_code', 'refresh_token'] as const
const text = z.string().max(2000)

/** The body of an operator's or an app's call; unknown fields are dropped, as RFC 7591 demands. */
export const OAuthClientInput = z.object({
  client_name: text.nullish(),
  client_uri: text.nullish(),
  logo_uri: text.nullish(),
  redirect_uris: z.array(text).max(100).nullish(),
  grant_types: z.array(text).max(10).nullish(),
  response_types: z.array(text).max(10).nullish(),
  scope: text.nullish(),
  token_endpoint_auth_method: text.nullish(),
})
export type OAuthClientInput = z.infer<typeof OAuthClientInput>

/** A new app and its secret, which an app without a server has none of. */
export function readNewClient(
  call: Call,
  input: OAuthClientInput,
  registration: NewOAuthClient['registration_type'],
): { client: NewOAuthClient; secret: string | null } {
  const method = readMethod(input.token_endpoint_auth_method) ?? 'client_secret_basic'
  const secret = method === 'none' ? null : makeSecret()
  if (input.response_types?.some((type) => type !== 'code')) throw badMetadata('The only response type is "code"')
  const client: NewOAuthClient = {
    client_secret_hash: secret && hashSecret(secret),
    registration_type: registration,
    client_type: method === 'none' ? 'public' : 'confidential',
    token_endpoint_auth_method: method,
    client_name: readName(input.client_name),
    client_uri: readPage(input.client_uri, 'client_uri'),
    logo_uri: readPage(input.logo_uri, 'logo_uri'),
    redirect_uris: readRedirects(call, input.redirect_uris),
    grant_types: readGrants(input.grant_types),
    scope: readScope(input.scope),
  }
  return { client, secret }
}

/** Only the fields that were sent change. An app with a secret never becomes one without, nor the other way round. */
export function readChangedClient(call: Call, known: OAuthClientRow, input: OAuthClientInput): OAuthClientRow {
  const method = readMethod(input.token_endpoint_auth_method) ?? known.token_endpoint_auth_method
  if ((method === 'none') !== (known.client_type === 'public')) {
    throw badMetadata(`The app is ${known.client_type}: make another one instead`)
  }
  const changed = <Value>(sent: unknown, read: () => Value, stored: Value) =>
    sent === undefined || sent === null ? stored : read()
  return {
    ...known,
    token_endpoint_auth_method: method,
    client_name: changed(input.client_name, () => readName(input.client_name), known.client_name),
    client_uri: changed(input.client_uri, () => readPage(input.client_uri, 'client_uri'), known.client_uri),
    logo_uri: changed(input.logo_uri, () => readPage(input.logo_uri, 'logo_uri'), known.logo_uri),
    redirect_uris: changed(input.redirect_uris, () => readRedirects(call, input.redirect_uris), known.redirect_uris),
    grant_types: changed(input.grant_types, () => readGrants(input.grant_types), known.grant_types),
  }
}

function readMethod(sent: string | null | undefined): OAuthClientRow['token_endpoint_auth_method'] | null {
  if (sent === undefined || sent === null) return null
  const method = METHODS.find((known) => known === sent)
  if (!method) throw badMetadata(`token_endpoint_auth_method must be one of ${METHODS.join(', ')}`)
  return method
}

/** People decide by this name, so that nothing in it may hide or turn around. */
function readName(sent: string | null | undefined): string {
  const name = (sent ?? '').trim().replace(/ +/g, ' ')
  if (name === '' || [...name].length > 80 || name.length > 160 || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw badMetadata('client_name must be 1 to 80 printable characters')
  }
  return name
}

/** A public page or picture of the app; null if empty. */
function readPage(sent: string | null | undefined, field: string): string | null {
  if (!sent) return null
  const url = URL.canParse(sent) ? new URL(sent) : null
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSecure || url.username || url.password || url.href.length > 500) {
    throw badMetadata(`${field} must be an https address of at most 500 characters`)
  }
  return url.href
}

function readRedirects(call: Call, sent: readonly string[] | null | undefined): string[] {
  const uris = [...new Set(sent ?? [])]
  if (uris.length === 0 || uris.length > 10) throw badRedirect('redirect_uris must be 1 to 10 addresses')
  const site = new URL(call.auth.settings.siteUrl)
  for (const uri of uris) {
    if (!isAllowedRedirect(uri)) throw badRedirect(`Not an allowed redirect address: ${uri.slice(0, 100)}`)
    // An address of our own could pass the code on to yet another one.
    if (new URL(uri).origin === site.origin) throw badRedirect('A redirect address must not be on this site')
  }
  return uris
}

function readGrants(sent: readonly string[] | null | undefined): OAuthClientRow['grant_types'] {
  if (!sent) return [...GRANTS]
  const grants = GRANTS.filter((grant) => sent.includes(grant))
  if (grants.length !== new Set(sent).size || !grants.includes('authorization_code')) {
    throw badMetadata('grant_types must be authorization_code, and refresh_token if the app needs it')
  }
  return grants
}

function readScope(sent: string | null | undefined): string | null {
  if (!sent?.trim()) return null
  const scopes = parseScopes(sent)
  if (!scopes) throw badMetadata('scope must be words out of openid, email, phone, profile')
  return scopes.join(' ')
}

const bad = (error: OAuthError) => (description: string) => oauthRefusal(error, description)
const badMetadata = bad('invalid_client_metadata')
const badRedirect = bad('invalid_redirect_uri')
