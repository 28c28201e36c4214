import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { ResponseDependencies } from './freshness.ts'

export interface CacheEntry {
  response: CachedResponse
  dependencies: ResponseDependencies
  kind: 'page' | 'page-data' | 'rows'
  /** Time before the first read, in ms of the store's clock. */
  readAt: number
  bytes: number
  /** The response as a labelled stale copy, once it has been needed. */
  staleCopy?: CachedResponse
}

export interface CacheCounts {
  hits: number
  misses: number
  /** Responses dropped because a table that they depend on has changed. */
  drops: number
  bytes: number
  /** Stale copies served because nothing newer could be made. */
  stale: number
}

export interface CacheStore {
  /** The entry of a key, if it is fresh. */
  find(key: string): CacheEntry | undefined
  /** Whether it is time to refresh the entry, while it is still served. */
  isAging(entry: CacheEntry): boolean
  /**
   * Stores an entry from the second request for its key on, so that made-up keys fill no memory, and that of a page
   * whose key is a path alone at once, because a made-up path has no page. If a table has changed
   * meanwhile, a page is stored as a stale copy only: pages that change all the time would have none otherwise.
   */
  put(key: string, entry: CacheEntry): void
  /** Adds the size of a further content coding to an entry. */
  grow(key: string, entry: CacheEntry, bytes: number): void
  /** The stale copy of a page, whatever has changed since. */
  staleCopy(key: string): CacheEntry | undefined
  /** Drops all fresh entries; stale copies stay. */
  drop(): void
  /** Drops everything. */
  clear(): void
  count(what: 'hits' | 'misses' | 'stale'): void
  counts(): CacheCounts
}

/** Maximum age of a fresh response, and so of the prices and counts in it. */
const MAX_AGE_MS = 1_000
const REFRESH_AFTER_MS = 750
/** Maximum age of a stale copy: an older page would mislead visitors more than it helps them. */
const MAX_STALE_MS = 180_000
/** Additional memory for stale copies, as a share of the cache. */
const STALE_SHARE = 1 / 4
/** Maximum share of one response. */
const MAX_ENTRY_SHARE = 1 / 16
/** Estimated overhead of an entry: headers, key, map entries. */
const ENTRY_OVERHEAD_BYTES = 4_096
const MAX_SEEN_KEYS = 4_096

/** Creates a store of up to `maxBytes`, with LRU eviction. `clock` counts milliseconds. */
export function createCacheStore(maxBytes: number, clock: () => number): CacheStore {
  const counts = { hits: 0, misses: 0, drops: 0, stale: 0 }
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * MAX_ENTRY_SHARE),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const copies = new LRUCache<string, CacheEntry>({
    maxSize: Math.floor(maxBytes * STALE_SHARE),
    maxEntrySize: Math.floor(maxBytes * MAX_ENTRY_SHARE),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const seenKeys = new LRUCache<string, true>({ max: MAX_SEEN_KEYS })
  let isSweeping = false
  const isFresh = ({ readAt }: CacheEntry) => clock() - readAt <= MAX_AGE_MS

  /** Expired entries are removed even if they aren't requested again. */
  function sweepLater(): void {
    if (isSweeping) return
    isSweeping = true
    const sweep = () => {
      isSweeping = false
      for (const [key, entry] of [...entries.entries()]) if (!isFresh(entry)) entries.delete(key)
      if (entries.size > 0) sweepLater()
    }
    setTimeout(sweep, MAX_AGE_MS).unref()
  }

  function drop(): void {
    counts.drops += entries.size
    entries.clear()
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      const isCurrent = entry.dependencies.isCurrent(entry.kind)
      if (isCurrent && isFresh(entry)) return entry
      if (!isCurrent) counts.drops += 1
      entries.delete(key)
      return undefined
    },
    isAging: ({ readAt }) => clock() - readAt > REFRESH_AFTER_MS,
    put(key, entry) {
      const isCurrent = entry.dependencies.isCurrent(entry.kind)
      if (!isCurrent && entry.kind !== 'page') return
      const digest = createHash('sha256').update(key).digest('base64url').slice(0, 22)
      const isPlainPage = entry.kind === 'page' && !/[?\n]/.test(key)
      if (isPlainPage || seenKeys.has(digest)) {
        if (isCurrent) entries.set(key, entry)
        const isLatest = entry.readAt >= (copies.peek(key)?.readAt ?? Number.NEGATIVE_INFINITY)
        if (entry.kind === 'page' && isLatest && entry.dependencies.canBeStaleCopy()) copies.set(key, entry)
        sweepLater()
      }
      seenKeys.set(digest, true)
    },
    grow(key, entry, bytes) {
      entry.bytes += bytes
      // The cache measures an entry only when it is set.
      if (entries.peek(key) === entry && entries.delete(key)) entries.set(key, entry)
    },
    staleCopy(key) {
      const entry = copies.get(key)
      return entry && clock() - entry.readAt <= MAX_STALE_MS ? entry : undefined
    },
    drop,
    clear() {
      drop()
      copies.clear()
    },
    count(what) {
      counts[what] += 1
    },
    counts: () => ({ ...counts, bytes: entries.calculatedSize }),
  }
}
