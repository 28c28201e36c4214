import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EarlyResponse } from '#platform/http/request-log.ts'
import { RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { type CachedResponse, encodeFor, readResponse } from './cached-response.ts'

interface CachedRejectionsOptions {
  /** The path whose rejection fits a request; there are few of them. */
  rejectionPath(target: string): string
  /** Renders a rejection with all headers of the site's responses. */
  make(path: string): Promise<Response>
  /** Logs each rejection; returns its request id. */
  logEarly(answer: EarlyResponse): string
}

interface CachedRejections {
  /** Sends 503 with `Retry-After`. */
  send(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/** Headers of a single response, or wrong for one that must not be stored. */
const REMOVED_HEADERS = ['etag', 'cdn-cache-control', 'content-length', 'retry-after', 'vary']
/** Retry-After is spread over this many seconds, so that clients rejected in one second don't return in one. */
const SPREAD_SECONDS = 4

/** Caches the 503 responses, so that rejecting a request costs next to nothing. */
export function cacheRejections({ rejectionPath, make, logEarly }: CachedRejectionsOptions): CachedRejections {
  const rejections = new Map<string, Promise<CachedResponse>>()
  let count = 0

  function rejectionFor(path: string): Promise<CachedResponse> {
    const known = rejections.get(path)
    if (known) return known
    const making = make(path).then((response) => readResponse(response, { kind: 'page' }))
    rejections.set(path, making)
    making.catch(() => rejections.delete(path))
    return making
  }

  async function send(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const acceptEncoding = String(headers['accept-encoding'] ?? '')
    const conditions = { method, acceptEncoding, ifNoneMatch: undefined }
    const encoded = await encodeFor(await rejectionFor(rejectionPath(url)), conditions, () => undefined)
    count += 1
    const header = (name: string) => headers[name]?.toString()
    const id = logEarly({ method, header, path: url.split('?', 1)[0] ?? '/', status: 503, ms: 0 })
    outgoing.writeHead(503, [
      ...encoded.headers.flatMap((name, at, all) =>
        at % 2 === 0 && !REMOVED_HEADERS.includes(name)
          ? [name, name === 'cache-control' ? 'no-store' : (all[at + 1] ?? '')]
          : [],
      ),
      'vary',
      'Accept-Encoding',
      'retry-after',
      String(RETRY_AFTER_SECONDS + (count % SPREAD_SECONDS)),
      'content-length',
      sentLength(encoded.headers),
      'x-request-id',
      id,
    ])
    outgoing.end(encoded.body ?? undefined)
  }

  return {
    send: (incoming, outgoing) =>
      void send(incoming, outgoing).catch(() => {
        outgoing.writeHead(503, { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }).end()
      }),
  }
}

const sentLength = (headers: readonly string[]): string => headers[headers.indexOf('content-length') + 1] ?? '0'
