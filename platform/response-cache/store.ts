import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { Reading } from './freshness.ts'

export interface CacheEntry {
  answer: CachedResponse
  reading: Reading
  kind: 'page' | 'page-data' | 'rows'
  /** Before anything of it was read, in milliseconds of the memory's clock. */
  readAt: number
  bytes: number
  /** The same as a copy that says so, once it was needed. */
  copy?: CachedResponse
}

export interface CacheCounts {
  hits: number
  misses: number
  /** Answers that ended because something that they show had changed. */
  drops: number
  bytes: number
  /** Last copies given because nothing newer could be made. */
  copies: number
}

export interface Store {
  /** The answer under a key that still holds. */
  find(key: string): CacheEntry | undefined
  /** Whether it is time for somebody to make the next one, while the others still get this one. */
  isAging(kept: CacheEntry): boolean
  /**
   * Keeps it if its address is asked for more than once; nothing is kept of addresses that somebody makes up. What has changed while it was made
   * is kept as the last copy alone: of a page that changes all the time there would be none otherwise.
   */
  keep(key: string, kept: CacheEntry): void
  /** An answer has got one more form, of so many bytes. */
  grow(key: string, kept: CacheEntry, bytes: number): void
  /** The last copy of a page, however much may have changed since, for when nothing newer can be made. */
  last(key: string): CacheEntry | undefined
  /** Forgets what was fresh; last copies stay. */
  drop(): void
  /** Forgets everything. */
  clear(): void
  note(what: 'hits' | 'misses' | 'copies'): void
  counts(): CacheCounts
}

/** Prices and places in a kept answer are at most so old. */
const LIFE_MS = 1_000
const AGING_MS = 750
/** Past this, an old page would mislead people more than it helps them. */
const LAST_COPY_MS = 180_000
/** Last copies take at most this part of the memory besides. */
const COPIES_PART = 1 / 4
/** One answer never takes more than this part of the memory. */
const LARGEST_PART = 1 / 16
/** What an entry takes besides its bytes, generously: headers, key, map entries. */
const OVERHEAD_BYTES = 4_096
const ADDRESSES_REMEMBERED = 4_096

/** A memory of at most so many bytes; what was not asked for the longest goes first. `clock` counts milliseconds. */
export function openStore(maxBytes: number, clock: () => number): Store {
  const counts = { hits: 0, misses: 0, drops: 0, copies: 0 }
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * LARGEST_PART),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + OVERHEAD_BYTES,
  })
  const copies = new LRUCache<string, CacheEntry>({
    maxSize: Math.floor(maxBytes * COPIES_PART),
    maxEntrySize: Math.floor(maxBytes * LARGEST_PART),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + OVERHEAD_BYTES,
  })
  const askedBefore = new LRUCache<string, true>({ max: ADDRESSES_REMEMBERED })
  let isSweeping = false
  const isYoung = ({ readAt }: CacheEntry) => clock() - readAt <= LIFE_MS

  /** What nobody asks for again leaves the memory too. */
  function sweepLater(): void {
    if (isSweeping) return
    isSweeping = true
    const sweep = () => {
      isSweeping = false
      for (const [key, kept] of [...entries.entries()]) if (!isYoung(kept)) entries.delete(key)
      if (entries.size > 0) sweepLater()
    }
    setTimeout(sweep, LIFE_MS).unref()
  }

  function drop(): void {
    counts.drops += entries.size
    entries.clear()
  }

  return {
    find(key) {
      const kept = entries.get(key)
      if (!kept) return undefined
      const isCurrent = kept.reading.isCurrent(kept.kind)
      if (isCurrent && isYoung(kept)) return kept
      if (!isCurrent) counts.drops += 1
      entries.delete(key)
      return undefined
    },
    isAging: ({ readAt }) => clock() - readAt > AGING_MS,
    keep(key, kept) {
      const isCurrent = kept.reading.isCurrent(kept.kind)
      if (!isCurrent && kept.kind !== 'page') return
      const mark = createHash('sha256').update(key).digest('base64url').slice(0, 22)
      if (askedBefore.has(mark)) {
        if (isCurrent) entries.set(key, kept)
        const isLatest = kept.readAt >= (copies.peek(key)?.readAt ?? Number.NEGATIVE_INFINITY)
        if (kept.kind === 'page' && isLatest && kept.reading.mayBeCopied()) copies.set(key, kept)
        sweepLater()
      }
      askedBefore.set(mark, true)
    },
    grow(key, kept, bytes) {
      kept.bytes += bytes
      // Its size is counted only as it enters.
      if (entries.peek(key) === kept && entries.delete(key)) entries.set(key, kept)
    },
    last(key) {
      const kept = copies.get(key)
      return kept && clock() - kept.readAt <= LAST_COPY_MS ? kept : undefined
    },
    drop,
    clear() {
      drop()
      copies.clear()
    },
    note(what) {
      counts[what] += 1
    },
    counts: () => ({ ...counts, bytes: entries.calculatedSize }),
  }
}
