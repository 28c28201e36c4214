import { setTimeout as delay } from 'node:timers/promises'
import { type CacheableRequest, type CacheRules, cacheKeyOf } from './cache-key.ts'
import { conditionsOf, copyOf, type EncodedResponse, encodeFor } from './cached-response.ts'
import type { Freshness } from './freshness.ts'
import type { Outage } from './outage.ts'
import type { CacheEntry, Store } from './store.ts'

interface StaleCopiesOptions extends CacheRules {
  store: Pick<Store, 'last' | 'note'>
  freshness: Pick<Freshness, 'isHeard'>
  away: Outage
  /** Says on a page that it is a copy, and of when. */
  asCopy(html: string, madeAt: Date): string
  clock: () => number
}

interface StaleCopies {
  /** The last copy of a page, as it goes out; undefined if there is none, or if it is known to be outdated and the database is there. */
  find(asked: CacheableRequest): Promise<EncodedResponse> | undefined
  /** What `made` gives, or the last copy of a page if that is 503 or if the database is away and it takes long. */
  insteadOf(asked: CacheableRequest, made: Promise<Response>): Promise<Response | EncodedResponse>
}

/** A page that takes longer makes one ask whether the database is away. */
const SLOW_MS = 1_500
/** The same while it is known to be away: whoever looks then need not wait for what will not come. */
const SLOW_WHEN_AWAY_MS = 300

/** What visitors are shown of public pages while nothing newer can be made: the database is away, or the process has no room. */
export function createStaleCopies({
  store,
  freshness,
  away,
  asCopy,
  clock,
  ...rules
}: StaleCopiesOptions): StaleCopies {
  async function send(kept: CacheEntry, asked: CacheableRequest): Promise<EncodedResponse> {
    store.note('copies')
    const ageMs = clock() - kept.readAt
    kept.copy ??= copyOf(kept.answer, (html) => asCopy(html, new Date(Date.now() - ageMs)))
    const age = Math.ceil(ageMs / 1000)
    const sent = await encodeFor(kept.copy, { ...conditionsOf(asked), ifNoneMatch: undefined }, () => undefined)
    return { ...sent, headers: [...sent.headers, 'age', String(age), 'cache-status', `kept-answers; hit; ttl=-${age}`] }
  }

  function last(asked: CacheableRequest): CacheEntry | undefined {
    const address = cacheKeyOf(asked, rules)
    return address ? store.last(address.key) : undefined
  }

  function find(asked: CacheableRequest): Promise<EncodedResponse> | undefined {
    const kept = last(asked)
    if (!kept) return undefined
    // While changes are heard, what has changed since is known to be untrue; of a database that is away nothing newer can be known.
    const isUntrue = freshness.isHeard() && !away.isKnown() && !kept.reading.isCurrent(kept.kind)
    return isUntrue ? undefined : send(kept, asked)
  }

  async function isSlow(made: Promise<Response>): Promise<boolean> {
    const limit = new AbortController()
    const slow = delay(away.isKnown() ? SLOW_WHEN_AWAY_MS : SLOW_MS, true, { signal: limit.signal })
    try {
      return await Promise.race([made.then(() => false), slow])
    } finally {
      limit.abort()
    }
  }

  return {
    find,
    async insteadOf(asked, made) {
      if (!last(asked)) return made
      made.catch(() => undefined)
      if ((await isSlow(made)) && (await away.ask())) return (await find(asked)) ?? made
      const response = await made
      if (response.status !== 503) return response
      await away.ask()
      return (await find(asked)) ?? response
    },
  }
}
