import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BareAnswer } from '../http/request-log.ts'
import type { Database } from '../postgres/database.ts'
import { notingWrites } from '../postgres/noted-writes.ts'
import { type CacheableRequest, type CacheKey, type CacheRules, cacheKeyOf, isSignedOut } from './cache-key.ts'
import { conditionsOf, type EncodedResponse, encodeFor, isForAll, readResponse } from './cached-response.ts'
import { followTables } from './follow-tables.ts'
import type { Freshness, Reading } from './freshness.ts'
import { detectOutage } from './outage.ts'
import { watchShown } from './shown.ts'
import { createStaleCopies } from './stale-copies.ts'
import { type CacheCounts, type CacheEntry, openStore, type Store } from './store.ts'

type Make = (request: Request) => Promise<Response>

interface ResponseCacheOptions extends CacheRules {
  database: Pick<Database, 'as' | 'listen'>
  maxBytes: number
  /** Paths below which a signed-out write changes nothing that others see. */
  quietWrites: readonly string[]
  /** Says on a page that it is a copy, and of when. */
  asCopy(html: string, madeAt: Date): string
  /** Hears of each answer that `before` gives; returns the id that it goes out with. */
  note(answer: BareAnswer): string
  onFault(fault: unknown): void
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

export interface ResponseCache {
  /** Sends what is kept before a `Request` is made of it, and calls `next` for all else. */
  before(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Sends the last copy of a page to whom no newer one will be made; false if there is none, or if it is known to be outdated. */
  instead(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** The answer from memory, or the one that `make` gives, which is kept if it may be. If it gives 503, or nothing for long because the database is away, the last copy of a page. */
  answer(request: Request, make: Make): Promise<Response>
  /** Since the start, and the bytes of now. */
  counts(): CacheCounts
  stop(): Promise<void>
}

interface PendingResponse {
  reading: Reading
  outcome: Promise<CacheEntry | null>
}

/**
 * Answers to whoever is signed out, kept in this process for at most a second, and dropped at once when PostgreSQL announces a change to
 * a table that they show (decision 0052). Those who ask while an answer is being made wait for that one.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const clock = options.clock ?? (() => performance.now())
  const store = openStore(options.maxBytes, clock)
  const { freshness, caughtUp, stop } = followTables({ ...options, clock, onLose: store.drop, onClear: store.clear })
  const fresh = keepFresh(options, { store, freshness, caughtUp })
  const away = detectOutage(options.database)
  const copies = createStaleCopies({ ...options, store, freshness, away, clock })
  return {
    before: fresh.before,
    instead(incoming, outgoing) {
      const startedAt = performance.now()
      const asked = askedOf(incoming)
      const copy = copies.find(asked)
      if (!copy) return false
      const send = ({ status, headers, body }: EncodedResponse) => {
        const { method, header, target } = asked
        const path = target.split('?', 1)[0] ?? '/'
        const id = options.note({ method, header, path, status, ms: performance.now() - startedAt })
        outgoing.writeHead(status, [...headers, 'x-request-id', id])
        outgoing.end(body ?? undefined)
      }
      copy.then(send, () => outgoing.destroy())
      return true
    },
    async answer(request, make) {
      const sent = await copies.insteadOf(askedBy(request), fresh.answer(request, make))
      return sent instanceof Response ? sent : responseOf(sent, null)
    },
    counts: store.counts,
    stop() {
      away.stop()
      return stop()
    },
  }
}

interface Memory {
  store: Store
  freshness: Freshness
  caughtUp(): Promise<void>
}

/** Answers that nothing has changed since. */
function keepFresh(
  options: ResponseCacheOptions,
  { store, freshness, caughtUp }: Memory,
): Pick<ResponseCache, 'before' | 'answer'> {
  const flights = new Map<string, PendingResponse>()
  const addressFor = (asked: CacheableRequest) => (freshness.isHeard() ? cacheKeyOf(asked, options) : null)
  const formFor = (kept: CacheEntry, key: string, asked: CacheableRequest) =>
    encodeFor(kept.answer, conditionsOf(asked), (bytes) => store.grow(key, kept, bytes))

  /** Of an answer that will soon be too old, one reader has the next one made, so that all the others need not wait for it. */
  function find({ method }: CacheableRequest, { key }: CacheKey): CacheEntry | undefined {
    const kept = store.find(key)
    const isForNext = kept && method === 'GET' && store.isAging(kept) && !flights.has(key)
    return isForNext ? undefined : kept
  }

  async function answer(request: Request, make: Make): Promise<Response> {
    const asked = askedBy(request)
    const address = addressFor(asked)
    if (!address) return beside(asked, () => make(request))
    const respond = async (kept: CacheEntry, how: string) => responseOf(await formFor(kept, address.key, asked), how)
    const kept = find(asked, address)
    if (kept) {
      store.note('hits')
      return respond(kept, HIT)
    }
    store.note('misses')
    // To make the whole answer for somebody who wants its head would cost them more than they asked for.
    if (request.method === 'HEAD') return make(request)
    const flight = flights.get(address.key)
    if (flight?.reading.isCurrent(address.kind)) {
      const shared = await flight.outcome
      // A refusal of the one who asked first, such as for reading too much, is no answer to the others.
      return shared ? respond(shared, `${MISS}; collapsed`) : make(request)
    }
    const made = await lead(request, address, make)
    return made instanceof Response ? made : respond(made, MISS)
  }

  /** Makes the answer from nothing but its address, so that no other header can colour what others are given. */
  async function lead(request: Request, address: CacheKey, make: Make): Promise<Response | CacheEntry> {
    const reading = freshness.begin()
    if (!reading) return make(request)
    const bare = bareRequest(request, address, options.origin)
    watchShown(bare, reading)
    const making = make(bare).then(async (response) => {
      if (reading.isSpoilt() || !isForAll(response, address)) return response
      const whole = await readResponse(response, address)
      return { answer: whole, reading, readAt: reading.readSince(), kind: address.kind, bytes: whole.plain.length }
    })
    const outcome = making.then((made) => (made instanceof Response ? null : made)).catch(() => null)
    const flight: PendingResponse = { reading, outcome }
    flights.set(address.key, flight)
    try {
      const made = await making
      if (!(made instanceof Response)) store.keep(address.key, made)
      return made
    } finally {
      if (flights.get(address.key) === flight) flights.delete(address.key)
    }
  }

  /**
   * Whoever writes without signing in is given answers from memory: they must find there what they wrote. Only what shows those tables
   * ends, by their announcements; a request that has written nothing, such as the choice of a theme, ends nothing.
   */
  async function beside(asked: CacheableRequest, make: () => Promise<Response>): Promise<Response> {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(asked.method)
    if (isRead || !isSignedOut(asked, options)) return make()
    const { result, hasWritten } = await notingWrites(make)
    if (hasWritten && result.status < 400 && !isQuiet(asked)) await caughtUp()
    return result
  }

  function isQuiet({ target }: CacheableRequest): boolean {
    return options.quietWrites.some((path) => target.startsWith(path))
  }

  return {
    before(incoming, outgoing, next) {
      const startedAt = performance.now()
      const asked = askedOf(incoming)
      const address = addressFor(asked)
      const kept = address && find(asked, address)
      if (!kept) return next()
      store.note('hits')
      const send = ({ status, headers, body }: EncodedResponse) => {
        const { method, header } = asked
        const about = { method, header, path: address.path, status, ms: performance.now() - startedAt }
        outgoing.writeHead(status, [...headers, ...OF_A_HIT, 'x-request-id', options.note(about)])
        outgoing.end(body ?? undefined)
      }
      const form = formFor(kept, address.key, asked)
      if (form instanceof Promise) form.then(send, next)
      else send(form)
    },
    answer,
  }
}

/** RFC 9211: what this memory did with a request. */
const HIT = 'kept-answers; hit'
const MISS = 'kept-answers; fwd=miss'
/** In whole seconds and rounded up, so that nothing between adds a second of its own (RFC 9111, 5.1). */
const OF_A_HIT = ['age', '1', 'cache-status', HIT]

function responseOf({ status, headers, body }: EncodedResponse, how: string | null): Response {
  const all = how === HIT ? [...headers, ...OF_A_HIT] : how === null ? headers : [...headers, 'cache-status', how]
  const pairs = all.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : []))
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

function askedBy({ method, url, headers }: Request): CacheableRequest {
  const { pathname, search } = new URL(url)
  return { method, target: pathname + search, header: (name) => headers.get(name) ?? undefined }
}

function askedOf({ method = 'GET', url = '/', headers }: IncomingMessage): CacheableRequest {
  return { method, target: url, header: (name) => headers[name] as string | undefined }
}

/** The limits of reads still count whoever asked. */
function bareRequest({ headers }: Request, { target, kind, headers: own }: CacheKey, origin: string): Request {
  const bare = new Headers(own)
  const client = headers.get('x-client-address')
  if (client) bare.set('x-client-address', client)
  // Any origin may read rows; as no answer differs but for saying so, all say so.
  if (kind === 'rows') bare.set('origin', origin)
  return new Request(origin + target, { headers: bare })
}
