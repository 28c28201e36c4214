import { setTimeout as delay } from 'node:timers/promises'
import { type CacheableRequest, type CacheRules, cacheKeyOf } from './cache-key.ts'
import type { CacheEntry, CacheStore } from './cache-store.ts'
import { conditionsOf, type EncodedResponse, encodeFor, staleCopyOf } from './cached-response.ts'
import type { Freshness } from './freshness.ts'
import type { Outage } from './outage.ts'

interface StaleCopiesOptions extends CacheRules {
  store: Pick<CacheStore, 'staleCopy' | 'count'>
  freshness: Pick<Freshness, 'isListening'>
  outage: Outage
  /** Adds a notice to a page that it is a stale copy, with its time. */
  markAsCopy(html: string, madeAt: Date): string
  clock: () => number
}

interface StaleCopies {
  /**
   * A stale copy of a page, encoded for the request; undefined if there is none, or if it is known to be outdated, older
   * than `changedWithinMs`, and the database is up.
   */
  find(request: CacheableRequest, options?: { changedWithinMs: number }): Promise<EncodedResponse> | undefined
  /** The response of `pending`, or a stale copy if that is 503, or if it is slow during an outage of the database. */
  orStaleCopy(request: CacheableRequest, pending: Promise<Response>): Promise<Response | EncodedResponse>
}

/** A page that takes longer triggers an outage check. */
const SLOW_MS = 1_500
/** The same during a known outage, when waiting is in vain. */
const SLOW_IN_OUTAGE_MS = 300

/**
 * Stale copies of public pages for visitors (stale-if-error): during an outage of the database, or while the process is
 * overloaded.
 */
export function createStaleCopies({
  store,
  freshness,
  outage,
  markAsCopy,
  clock,
  ...rules
}: StaleCopiesOptions): StaleCopies {
  async function send(entry: CacheEntry, request: CacheableRequest): Promise<EncodedResponse> {
    store.count('stale')
    const ageMs = clock() - entry.readAt
    entry.staleCopy ??= staleCopyOf(entry.response, (html) => markAsCopy(html, new Date(Date.now() - ageMs)))
    const age = Math.ceil(ageMs / 1000)
    const sent = await encodeFor(entry.staleCopy, { ...conditionsOf(request), ifNoneMatch: undefined }, () => undefined)
    return {
      ...sent,
      headers: [...sent.headers, 'age', String(age), 'cache-status', `response-cache; hit; ttl=-${age}`],
    }
  }

  function lastCopy(request: CacheableRequest): CacheEntry | undefined {
    const cacheKey = cacheKeyOf(request, rules)
    return cacheKey ? store.staleCopy(cacheKey.key) : undefined
  }

  function find(
    request: CacheableRequest,
    { changedWithinMs } = { changedWithinMs: 0 },
  ): Promise<EncodedResponse> | undefined {
    const entry = lastCopy(request)
    if (!entry) return undefined
    if (clock() - entry.readAt < changedWithinMs) return send(entry, request)
    // While changes are received, a changed page is known to be outdated; during an outage nothing newer can be known.
    const isOutdated = freshness.isListening() && !outage.isKnown() && !entry.dependencies.isCurrent(entry.kind)
    return isOutdated ? undefined : send(entry, request)
  }

  async function isSlow(pending: Promise<Response>): Promise<boolean> {
    const limit = new AbortController()
    const slow = delay(outage.isKnown() ? SLOW_IN_OUTAGE_MS : SLOW_MS, true, { signal: limit.signal })
    try {
      return await Promise.race([pending.then(() => false), slow])
    } finally {
      limit.abort()
    }
  }

  return {
    find,
    async orStaleCopy(request, pending) {
      if (!lastCopy(request)) return pending
      pending.catch(() => undefined)
      if ((await isSlow(pending)) && (await outage.check())) return (await find(request)) ?? pending
      const response = await pending
      if (response.status !== 503) return response
      await outage.check()
      return (await find(request)) ?? response
    },
  }
}
