import { hash, timingSafeEqual } from 'node:crypto'
import type { Identity } from '#platform/postgres/database.ts'

export interface ApiKeys {
  publishable: string
  secret: string
}

interface IdentifyOptions {
  keys: ApiKeys
  verifyAccessToken(token: string): Promise<Record<string, unknown> | null>
  /** Whether the session of a verified token is still active; `unknown` if it can't be checked. By default all are. */
  sessionState?(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
  /** Form of errors: `tables` uses PGRST codes, `auth` the auth service's. Default: `tables`. */
  errors?: 'tables' | 'auth'
}

/**
 * Authenticates a request: returns its identity, or the response that rejects it. A verified user token takes
 * precedence; otherwise the role comes from the key; without a key the caller is anonymous.
 */
export async function identify(request: Request, options: IdentifyOptions): Promise<Identity | Response> {
  const reject = rejections[options.errors ?? 'tables']
  const token = bearerToken(request)
  const tokenRole = token ? keyRole(token, options.keys) : undefined
  const key = roleOf(request, tokenRole, options.keys)
  if (key === 'unknown') return reject.unknownKey()
  if (key === 'secret-in-browser') return reject.secretInBrowser()

  if (token && !tokenRole) {
    // Opaque keys begin with "sb_" and are never parsed as tokens.
    const claims = token.startsWith('sb_') ? null : await options.verifyAccessToken(token)
    if (!claims) return isExpired(token) ? reject.expiredToken() : reject.unreadableToken()
    const session = (await options.sessionState?.(claims)) ?? 'live'
    if (session === 'ended') return reject.endedSession()
    if (session === 'unknown') return reject.unknownSession()
    return { role: String(claims.role), claims }
  }
  const role = key === 'none' ? 'anon' : key
  return { role, claims: { role } }
}

type RequestKey = 'anon' | 'service_role' | 'none' | 'unknown' | 'secret-in-browser'

/**
 * The role of a request's key: `none` without one; a secret key is rejected from browsers, where it would be public.
 */
export function identifyKey(request: Request, keys: ApiKeys): RequestKey {
  const token = bearerToken(request)
  return roleOf(request, token ? keyRole(token, keys) : undefined, keys)
}

function roleOf(request: Request, tokenRole: ReturnType<typeof keyRole>, keys: ApiKeys): RequestKey {
  const key = request.headers.get('apikey') || new URL(request.url).searchParams.get('apikey')
  const role = key ? keyRole(key, keys) : undefined
  if (key && !role) return 'unknown'
  // Protects operators from a mistake, not from attackers, who send what user agent they like.
  const isSecret = role === 'service_role' || tokenRole === 'service_role'
  if (isSecret && /mozilla/i.test(request.headers.get('user-agent') ?? '')) return 'secret-in-browser'
  // A key in `Authorization` takes precedence: clients send the secret key in both places.
  return tokenRole ?? role ?? 'none'
}

export function bearerToken(request: Request): string | null {
  return /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

/** The role of a key; undefined if it isn't one of ours. */
export function keyRole(key: string, keys: ApiKeys): 'anon' | 'service_role' | undefined {
  const own = digestsOf(keys)
  const actual = digest(key)
  // Digests of both are compared, so that the time reveals neither length nor content.
  const secret = timingSafeEqual(actual, own.secret) && keys.secret !== ''
  const publishable = timingSafeEqual(actual, own.publishable) && keys.publishable !== ''
  if (secret) return 'service_role'
  return publishable ? 'anon' : undefined
}

const known = new WeakMap<ApiKeys, Record<keyof ApiKeys, Buffer>>()

/** Cached, because every request needs them. */
function digestsOf(keys: ApiKeys): Record<keyof ApiKeys, Buffer> {
  const digests = known.get(keys) ?? { publishable: digest(keys.publishable), secret: digest(keys.secret) }
  known.set(keys, digests)
  return digests
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Only chooses the error message: nothing is granted by an unverified token. */
function isExpired(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return false
    return typeof payload.exp === 'number' && payload.exp * 1000 < Date.now()
  } catch {
    return false
  }
}

const NO_DETAILS = { details: null, hint: null }

const rejections = {
  tables: {
    unknownKey: () => unauthorized({ message: 'Invalid API key', hint: 'Double check your API key.' }),
    secretInBrowser: () =>
      unauthorized({
        message: 'Forbidden use of secret API key in browser',
        hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser.',
      }),
    expiredToken: () => unauthorized({ code: 'PGRST303', message: 'JWT expired', ...NO_DETAILS }, 'JWT expired'),
    unreadableToken: () =>
      unauthorized(
        {
          code: 'PGRST301',
          message: 'No suitable key or wrong key type',
          details: 'None of the keys was able to decode the JWT',
          hint: null,
        },
        'No suitable key or wrong key type',
      ),
    endedSession: () =>
      unauthorized({ code: 'PGRST303', message: 'The session of this JWT has ended', ...NO_DETAILS }, SESSION_ENDED),
    unknownSession: () => unavailable({ code: 'PGRST001', message: SESSION_UNKNOWN, ...NO_DETAILS }),
  },
  auth: {
    unknownKey: () => unauthorized({ code: 'no_authorization', message: 'Invalid API key' }),
    secretInBrowser: () =>
      unauthorized({ code: 'no_authorization', message: 'Forbidden use of secret API key in browser' }),
    expiredToken: () =>
      unauthorized({
        code: 'bad_jwt',
        message: 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
      }),
    unreadableToken: () =>
      unauthorized({ code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' }),
    endedSession: () =>
      unauthorized({ code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' }),
    unknownSession: () => unavailable({ code: 'unexpected_failure', message: SESSION_UNKNOWN }),
  },
}

const SESSION_ENDED = 'The session has ended'
const SESSION_UNKNOWN = 'Sessions cannot be checked now, please try again'

/** 503, so that the client retries: a session that can't be checked isn't trusted. */
function unavailable(body: Record<string, unknown>): Response {
  return Response.json(body, { status: 503, headers: { 'retry-after': '2' } })
}

function unauthorized(body: Record<string, unknown>, tokenFault?: string): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (tokenFault) headers.set('www-authenticate', `Bearer error="invalid_token", error_description="${tokenFault}"`)
  return new Response(JSON.stringify(body), { status: 401, headers })
}
