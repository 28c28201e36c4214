import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BareAnswer } from '../http/request-log.ts'
import { RETRY_AFTER_SECONDS } from '../postgres/unavailable.ts'
import { type CachedResponse, encodeFor, readResponse } from './cached-response.ts'

interface RefusalsOptions {
  /** The address of the refusal that fits a request; there are few of them. */
  standInFor(target: string): string
  /** Makes it as any other answer, with all that the site's answers carry. */
  make(path: string): Promise<Response>
  /** Hears of each; returns the id that it goes out with. */
  note(answer: BareAnswer): string
}

interface Refusals {
  /** Says 503 with `Retry-After`. */
  send(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/** Of one answer, or untrue of one that is not to be kept. */
const NOT_OF_A_REFUSAL = ['etag', 'cdn-cache-control', 'content-length', 'retry-after', 'vary']
/** So many seconds more than the fewest, in turn: who was sent away in one second does not come back in one. */
const SPREAD_SECONDS = 4

/** Answers for whom there is no room, each made once and sent from memory, so that to refuse costs next to nothing. */
export function keepRefusals({ standInFor, make, note }: RefusalsOptions): Refusals {
  const made = new Map<string, Promise<CachedResponse>>()
  let turn = 0

  function refusalFor(path: string): Promise<CachedResponse> {
    const known = made.get(path)
    if (known) return known
    const making = make(path).then((response) => readResponse(response, { kind: 'page' }))
    made.set(path, making)
    making.catch(() => made.delete(path))
    return making
  }

  async function send(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const acceptEncoding = String(headers['accept-encoding'] ?? '')
    const wish = { method, acceptEncoding, ifNoneMatch: undefined }
    const sent = await encodeFor(await refusalFor(standInFor(url)), wish, () => undefined)
    turn += 1
    const header = (name: string) => headers[name]?.toString()
    const id = note({ method, header, path: url.split('?', 1)[0] ?? '/', status: 503, ms: 0 })
    outgoing.writeHead(503, [
      ...sent.headers.flatMap((name, at, all) =>
        at % 2 === 0 && !NOT_OF_A_REFUSAL.includes(name)
          ? [name, name === 'cache-control' ? 'no-store' : (all[at + 1] ?? '')]
          : [],
      ),
      'vary',
      'Accept-Encoding',
      'retry-after',
      String(RETRY_AFTER_SECONDS + (turn % SPREAD_SECONDS)),
      'content-length',
      sentLength(sent.headers),
      'x-request-id',
      id,
    ])
    outgoing.end(sent.body ?? undefined)
  }

  return {
    send: (incoming, outgoing) =>
      void send(incoming, outgoing).catch(() => {
        outgoing.writeHead(503, { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }).end()
      }),
  }
}

const sentLength = (headers: readonly string[]): string => headers[headers.indexOf('content-length') + 1] ?? '0'
