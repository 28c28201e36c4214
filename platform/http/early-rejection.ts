import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EarlyResponse } from './request-log.ts'

interface EarlyRejection {
  status: number
  /** In English: users never see it, only programs and attackers. */
  message: string
  /** Error code for the wire's JSON form. */
  code: string
  /** Whether the path belongs to the API (`Wire` in `site-router.ts`), whose errors are JSON. */
  isWire: boolean
  retryAfterSeconds?: number
}

/**
 * The rest of a rejected body is read and discarded up to this size, so that the client receives the response rather
 * than a connection error.
 */
const MAX_DISCARDED_BYTES = 2 * 1024 * 1024

/**
 * Rejects a request before a `Request` is created, leaving its body unread. `logEarly` logs the response and returns
 * its id.
 */
export function sendRejection(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  refusal: EarlyRejection,
  logEarly: (answer: EarlyResponse) => string,
): void {
  const { method = 'GET', url = '/', headers } = incoming
  const { status, message, code, isWire, retryAfterSeconds } = refusal
  // A 400 means that the target is invalid: it is not repeated in the log.
  const path = status === 400 ? '/' : (url.split('?', 1)[0] ?? '/')
  const id = logEarly({ method, header: (name) => headers[name]?.toString(), path, status, ms: 0 })
  const length = 'transfer-encoding' in headers ? Number.NaN : Number(headers['content-length'] ?? 0)
  // A client over its rate limit isn't read any further.
  const closesConnection = status === 429 || !(length <= MAX_DISCARDED_BYTES)
  outgoing.writeHead(status, {
    'content-type': isWire ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    ...(isWire && { 'access-control-allow-origin': '*' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(closesConnection && { connection: 'close' }),
  })
  const body = isWire ? JSON.stringify({ code, message, details: null, hint: null }) : message
  outgoing.end(method === 'HEAD' ? undefined : body)
}
