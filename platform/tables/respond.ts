import { textResponse } from '#platform/http/responses/text-response.ts'
import type { TablesError } from './errors/errors.ts'
import type { Exchange, Reply } from './exchange.ts'

/** Statuses that may not carry a body. */
const BODILESS = new Set([101, 204, 205, 304])

export function respond(exchange: Exchange, reply: Reply): Response {
  const headers = new Headers(reply.headers)
  const applied = appliedPreferences(exchange)
  if (applied !== '') headers.set('preference-applied', applied)
  if (exchange.request.headers.has('accept-profile') || exchange.request.headers.has('content-profile')) {
    headers.set('content-profile', exchange.schema.name)
  }
  // The response depends on the caller, so shared caches must not store it.
  if (exchange.identity.role !== 'anon') headers.set('cache-control', 'no-store')
  const body = BODILESS.has(reply.status) ? null : reply.body
  return withText(body, { status: reply.status, headers })
}

/** The response to an anonymous read of this process's own. */
export function respondInside({ status, headers, body }: Reply): Response {
  return withText(body, { status, headers })
}

/** Pages of this process read the text of the response; it is returned as it is rather than read back from a stream. */
function withText(body: Reply['body'], init: ResponseInit): Response {
  if (typeof body !== 'string') return new Response(body, init)
  const response = textResponse(body, init)
  return Object.defineProperties(response, { text: { value: async () => body }, statusText: { value: '' } })
}

export function respondWithError(error: TablesError, method: string): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value)
  const body = method === 'HEAD' || BODILESS.has(error.status) ? null : JSON.stringify(error.body)
  return new Response(body, { status: error.status, headers })
}

const READ_PREFERENCES = ['tx', 'count', 'handling', 'timezone', 'max-affected']
const WRITE_PREFERENCES = ['resolution', 'missing', 'return', ...READ_PREFERENCES]

function appliedPreferences({ method, preferences, settings }: Exchange): string {
  const known = method === 'GET' || method === 'HEAD' ? READ_PREFERENCES : WRITE_PREFERENCES
  return preferences.given
    .filter((preference) => known.includes(preference.split('=', 1)[0] ?? ''))
    .filter((preference) => settings.isRollbackAllowed || !preference.startsWith('tx='))
    .filter((preference) => preferences.strict || !preference.startsWith('max-affected'))
    .join(', ')
}
