import type { Call } from '../auth.ts'
import { readText } from '../body.ts'
import { limit } from '../limits.ts'
import type { AuthRefusal } from '../refusals.ts'
import { findClient, isSecretOf, type OAuthClientRow } from './clients.ts'
import { oauthRefusal } from './oauth-errors.ts'

/** The form of a call by an app's server; each field once (RFC 6749, 3.2). */
export async function readOAuthForm(call: Call): Promise<Map<string, string>> {
  const type = call.request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw oauthRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded')
  }
  return onceEach(new URLSearchParams(await readText(call.request)))
}

/** Parameters without a value count as absent; one that is sent twice is refused. */
export function onceEach(params: URLSearchParams): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of params) {
    if (values.has(name)) throw oauthRefusal('invalid_request', `"${name.slice(0, 40)}" was sent more than once`)
    values.set(name, value)
  }
  for (const [name, value] of values) if (value === '') values.delete(name)
  return values
}

/**
 * The app that calls, by the one method that it is registered for. An unknown app gets the same response as a wrong
 * secret. Only failures are counted, by app and address: an app's server redeems many codes at the same time, and a
 * secret of 256 bits is not guessed between two failures.
 */
export async function authenticateClient(call: Call, form: ReadonlyMap<string, string>): Promise<OAuthClientRow> {
  const given = readCredentials(call, form)
  const client = await call.auth.transact((tx) => findClient(tx, given.id))
  const isRight =
    client?.token_endpoint_auth_method === given.method && (given.method === 'none' || isSecretOf(client, given.secret))
  if (client && isRight) return client
  const subject = `${given.id.slice(0, 40)}:${call.network}`
  const wait = await call.auth.rateLimits.take([limit(call, 'wrongSecretPerClientAndAddress', subject)])
  if (wait > 0) throw overOAuthLimit(wait)
  const authenticate = given.method === 'client_secret_basic' && { authenticate: 'Basic realm="oauth"' }
  throw oauthRefusal('invalid_client', 'Client authentication failed', { status: 401, ...authenticate })
}

export function overOAuthLimit(wait: number): AuthRefusal {
  const options = { status: 429, retryAfterSeconds: wait }
  return oauthRefusal('temporarily_unavailable', 'Request rate limit reached', options)
}

interface ClientCredentials {
  id: string
  method: OAuthClientRow['token_endpoint_auth_method']
  secret: string
}

function readCredentials(call: Call, form: ReadonlyMap<string, string>): ClientCredentials {
  const basic = readBasic(call.request.headers.get('authorization'))
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  if (basic) {
    if (secret !== undefined || (id !== undefined && id !== basic.id)) {
      throw oauthRefusal('invalid_request', 'Client credentials were sent in two places')
    }
    return { ...basic, method: 'client_secret_basic' }
  }
  if (id === undefined) throw oauthRefusal('invalid_client', 'Client authentication failed', { status: 401 })
  return { id, method: secret === undefined ? 'none' : 'client_secret_post', secret: secret ?? '' }
}

/** Both parts are encoded as in a form before they are joined (RFC 6749, 2.3.1). */
function readBasic(header: string | null): { id: string; secret: string } | null {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]{1,2000})\s*$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const [, id = '', secret = ''] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { id: decode(id), secret: decode(secret) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
