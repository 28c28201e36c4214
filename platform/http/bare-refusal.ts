import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BareAnswer } from './request-log.ts'

interface BareRefusal {
  status: number
  /** In English: people never meet it, programs and attackers do. */
  message: string
  /** For answers in the form of the wire. */
  code: string
  isWire: boolean
  retryAfterSeconds?: number
}

/** Up to here the rest of a refused body is read and dropped, so that the sender reads the answer rather than a broken connection. */
const MOST_DROPPED_BYTES = 2 * 1024 * 1024

/** Refuses before a `Request` is made, and leaves the body unread. */
export function sendRefusal(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  refusal: BareRefusal,
  note: (answer: BareAnswer) => string,
): void {
  const { method = 'GET', url = '/', headers } = incoming
  const { status, message, code, isWire, retryAfterSeconds } = refusal
  const path = status === 400 ? '/' : (url.split('?', 1)[0] ?? '/')
  const id = note({ method, header: (name) => headers[name]?.toString(), path, status, ms: 0 })
  const length = 'transfer-encoding' in headers ? Number.NaN : Number(headers['content-length'] ?? 0)
  // Whoever has sent too much already is not read any further.
  const isCut = status === 429 || !(length <= MOST_DROPPED_BYTES)
  outgoing.writeHead(status, {
    'content-type': isWire ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    ...(isWire && { 'access-control-allow-origin': '*' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(isCut && { connection: 'close' }),
  })
  const body = isWire ? JSON.stringify({ code, message, details: null, hint: null }) : message
  outgoing.end(method === 'HEAD' ? undefined : body)
}
