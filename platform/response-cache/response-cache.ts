import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EarlyResponse } from '#platform/http/request-log.ts'
import type { Database } from '#platform/postgres/database.ts'
import { trackWrites } from '#platform/postgres/queries/track-writes.ts'
import { type CacheableRequest, type CacheKey, type CacheRules, cacheKeyOf, isSignedOut } from './cache-key.ts'
import { type CacheCounts, type CacheEntry, type CacheStore, createCacheStore } from './cache-store.ts'
import { conditionsOf, type EncodedResponse, encodeFor, isShareable, readResponse } from './cached-response.ts'
import { recordDependencies } from './dependency-recorder.ts'
import { followTables } from './follow-tables.ts'
import type { Freshness, ResponseDependencies } from './freshness.ts'
import { detectOutage } from './outage.ts'
import { createStaleCopies } from './stale-copies.ts'

type Make = (request: Request) => Promise<Response>

interface ResponseCacheOptions extends CacheRules {
  database: Pick<Database, 'as' | 'listen'>
  maxBytes: number
  /** Paths below which an anonymous write changes nothing that other clients see. */
  quietWrites: readonly string[]
  /** Adds a notice to a page that it is a stale copy, with its time. */
  markAsCopy(html: string, madeAt: Date): string
  /** Logs each response that is sent without a `Request`; returns its request id. */
  logEarly(answer: EarlyResponse): string
  onFault(fault: unknown): void
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

export interface ResponseCache {
  /** Middleware that sends a cached response before a `Request` is created, and calls `next` otherwise. */
  serveFromCache(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Sends a stale copy of a page; false if there is none, or if it has been outdated for some seconds. */
  sendStaleCopy(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /**
   * The path, if the request is a GET of a page with nothing that pages vary by, whose response will be cached; null
   * otherwise.
   */
  plainPageOf(incoming: IncomingMessage): string | null
  /**
   * Returns the cached response, or that of `make`, which is cached if possible. Falls back to a stale copy if `make`
   * returns 503, or is slow because of an outage of the database.
   */
  respond(request: Request, make: Make): Promise<Response>
  /** Counts since the start, and the current size. */
  counts(): CacheCounts
  stop(): Promise<void>
}

/**
 * Age up to which a rejected visitor gets a copy whose tables have changed since: pages that change with every join
 * would be rejected otherwise. The copy shows its time.
 */
const MAX_CHANGED_MS = 5_000

interface PendingResponse {
  dependencies: ResponseDependencies
  outcome: Promise<CacheEntry | null>
}

/**
 * Caches responses to anonymous requests in this process for up to a second, and drops them as soon as PostgreSQL
 * announces a change to a table that they depend on (decision 0052). Concurrent requests for the same response are
 * collapsed.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const clock = options.clock ?? (() => performance.now())
  const store = createCacheStore(options.maxBytes, clock)
  const { freshness, caughtUp, stop } = followTables({ ...options, clock, onLose: store.drop, onClear: store.clear })
  const freshCache = openFreshCache(options, { store, freshness, caughtUp })
  const outage = detectOutage(options.database)
  const staleCopies = createStaleCopies({ ...options, store, freshness, outage, clock })
  return {
    serveFromCache: freshCache.serveFromCache,
    sendStaleCopy(incoming, outgoing) {
      const startedAt = performance.now()
      const cacheable = fromIncoming(incoming)
      const copy = staleCopies.find(cacheable, { changedWithinMs: MAX_CHANGED_MS })
      if (!copy) return false
      const send = ({ status, headers, body }: EncodedResponse) => {
        const { method, header, target } = cacheable
        const path = target.split('?', 1)[0] ?? '/'
        const id = options.logEarly({ method, header, path, status, ms: performance.now() - startedAt })
        outgoing.writeHead(status, [...headers, 'x-request-id', id])
        outgoing.end(body ?? undefined)
      }
      copy.then(send, () => outgoing.destroy())
      return true
    },
    plainPageOf(incoming) {
      const cacheable = fromIncoming(incoming)
      if (cacheable.method !== 'GET' || !freshness.isListening()) return null
      const cacheKey = cacheKeyOf(cacheable, options)
      return cacheKey?.kind === 'page' && cacheKey.key === cacheKey.path ? cacheKey.path : null
    },
    async respond(request, make) {
      const sent = await staleCopies.orStaleCopy(fromRequest(request), freshCache.respond(request, make))
      return sent instanceof Response ? sent : responseOf(sent, null)
    },
    counts: store.counts,
    stop() {
      outage.stop()
      return stop()
    },
  }
}

interface FreshCacheDeps {
  store: CacheStore
  freshness: Freshness
  caughtUp(): Promise<void>
}

/** The part of the cache that serves fresh responses. */
function openFreshCache(
  options: ResponseCacheOptions,
  { store, freshness, caughtUp }: FreshCacheDeps,
): Pick<ResponseCache, 'serveFromCache' | 'respond'> {
  const pendingByKey = new Map<string, PendingResponse>()
  const keyFor = (cacheable: CacheableRequest) => (freshness.isListening() ? cacheKeyOf(cacheable, options) : null)
  const encodeEntry = (entry: CacheEntry, key: string, cacheable: CacheableRequest) =>
    encodeFor(entry.response, conditionsOf(cacheable), (bytes) => store.grow(key, entry, bytes))

  /** Shortly before a response expires, one request is sent through to refresh it, so that the others needn't wait. */
  function find({ method }: CacheableRequest, { key }: CacheKey): CacheEntry | undefined {
    const entry = store.find(key)
    const isRefreshing = entry && method === 'GET' && store.isAging(entry) && !pendingByKey.has(key)
    return isRefreshing ? undefined : entry
  }

  async function respond(request: Request, make: Make): Promise<Response> {
    const cacheable = fromRequest(request)
    const cacheKey = keyFor(cacheable)
    if (!cacheKey) return passThrough(cacheable, () => make(request))
    const respondWith = async (entry: CacheEntry, how: string) =>
      responseOf(await encodeEntry(entry, cacheKey.key, cacheable), how)
    const entry = find(cacheable, cacheKey)
    if (entry) {
      store.count('hits')
      return respondWith(entry, HIT)
    }
    store.count('misses')
    // Making the whole response for a HEAD would cost the client more than it requested.
    if (request.method === 'HEAD') return make(request)
    const pendingResponse = pendingByKey.get(cacheKey.key)
    if (pendingResponse?.dependencies.isCurrent(cacheKey.kind)) {
      const shared = await pendingResponse.outcome
      // A rejection of the first client, such as by its rate limit, doesn't apply to the others.
      return shared ? respondWith(shared, `${MISS}; collapsed`) : make(request)
    }
    const result = await makeShared(request, cacheKey, make)
    return result instanceof Response ? result : respondWith(result, MISS)
  }

  /**
   * Makes the response from the cache key alone, so that no other header of the first request can influence what other
   * clients get.
   */
  async function makeShared(request: Request, cacheKey: CacheKey, make: Make): Promise<Response | CacheEntry> {
    const dependencies = freshness.begin()
    if (!dependencies) return make(request)
    const { kind } = cacheKey
    const keyedRequest = requestFromKey(request, cacheKey, options.origin)
    recordDependencies(keyedRequest, dependencies)
    const making = make(keyedRequest).then(async (response) => {
      if (dependencies.isUncacheable() || !isShareable(response, cacheKey)) return response
      const whole = await readResponse(response, cacheKey)
      return { response: whole, dependencies, readAt: dependencies.firstReadAt(), kind, bytes: whole.plain.length }
    })
    const outcome = making.then((result) => (result instanceof Response ? null : result)).catch(() => null)
    const pendingResponse: PendingResponse = { dependencies, outcome }
    pendingByKey.set(cacheKey.key, pendingResponse)
    try {
      const result = await making
      if (!(result instanceof Response)) store.put(cacheKey.key, result)
      return result
    } finally {
      if (pendingByKey.get(cacheKey.key) === pendingResponse) pendingByKey.delete(cacheKey.key)
    }
  }

  /**
   * Anonymous clients that write are served from the cache and must see their own writes. The affected responses are
   * dropped by the change notifications; a request that has written nothing, such as the choice of a theme, drops none.
   */
  async function passThrough(cacheable: CacheableRequest, make: () => Promise<Response>): Promise<Response> {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(cacheable.method)
    if (isRead || !isSignedOut(cacheable, options)) return make()
    const { result, hasWritten } = await trackWrites(make)
    if (hasWritten && result.status < 400 && !isQuiet(cacheable)) await caughtUp()
    return result
  }

  function isQuiet({ target }: CacheableRequest): boolean {
    return options.quietWrites.some((path) => target.startsWith(path))
  }

  return {
    serveFromCache(incoming, outgoing, next) {
      const startedAt = performance.now()
      const cacheable = fromIncoming(incoming)
      const cacheKey = keyFor(cacheable)
      const entry = cacheKey && find(cacheable, cacheKey)
      if (!entry) return next()
      store.count('hits')
      const send = ({ status, headers, body }: EncodedResponse) => {
        const { method, header } = cacheable
        const about = { method, header, path: cacheKey.path, status, ms: performance.now() - startedAt }
        outgoing.writeHead(status, [...headers, ...HIT_HEADERS, 'x-request-id', options.logEarly(about)])
        outgoing.end(body ?? undefined)
      }
      const form = encodeEntry(entry, cacheKey.key, cacheable)
      if (form instanceof Promise) form.then(send, next)
      else send(form)
    },
    respond,
  }
}

/** Cache-Status (RFC 9211). */
const HIT = 'response-cache; hit'
const MISS = 'response-cache; fwd=miss'
/** Age in whole seconds, rounded up, so that caches in between don't add a second of their own (RFC 9111, 5.1). */
const HIT_HEADERS = ['age', '1', 'cache-status', HIT]

function responseOf({ status, headers, body }: EncodedResponse, how: string | null): Response {
  const all = how === HIT ? [...headers, ...HIT_HEADERS] : how === null ? headers : [...headers, 'cache-status', how]
  const pairs = all.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : []))
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

function fromRequest({ method, url, headers }: Request): CacheableRequest {
  const { pathname, search } = new URL(url)
  return { method, target: pathname + search, header: (name) => headers.get(name) ?? undefined }
}

function fromIncoming({ method = 'GET', url = '/', headers }: IncomingMessage): CacheableRequest {
  return { method, target: url, header: (name) => headers[name] as string | undefined }
}

/** A request with only the headers of the cache key, and the address that rate limits count by. */
function requestFromKey({ headers }: Request, { target, kind, headers: own }: CacheKey, origin: string): Request {
  const forwarded = new Headers(own)
  const client = headers.get('x-client-address')
  if (client) forwarded.set('x-client-address', client)
  // Any origin may read rows; since the responses differ only in the CORS headers, all have them.
  if (kind === 'rows') forwarded.set('origin', origin)
  return new Request(origin + target, { headers: forwarded })
}
