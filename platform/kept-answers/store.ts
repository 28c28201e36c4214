import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'
import type { Reading } from './freshness.ts'

export interface Kept {
  answer: Answer
  reading: Reading
  kind: 'page' | 'page-data' | 'rows'
  /** Before anything of it was read, in milliseconds of the memory's clock. */
  readAt: number
  bytes: number
}

export interface Counts {
  hits: number
  misses: number
  /** Answers that ended because something that they show had changed. */
  drops: number
  bytes: number
}

interface Store {
  /** The answer under a key that still holds. */
  find(key: string): Kept | undefined
  /** Whether it is time for somebody to make the next one, while the others still get this one. */
  isAging(kept: Kept): boolean
  /** Keeps it if its address is asked for more than once; nothing is kept of addresses that somebody makes up. True if it did. */
  keep(key: string, kept: Kept): boolean
  /** An answer has got one more form, of so many bytes. */
  grow(key: string, kept: Kept, bytes: number): void
  clear(): void
  note(what: 'hits' | 'misses'): void
  counts(): Counts
}

/** Prices and places in a kept answer are at most so old. */
const LIFE_MS = 1_000
const AGING_MS = 750
/** One answer never takes more than this part of the memory. */
const LARGEST_PART = 1 / 16
/** What an entry takes besides its bytes, generously: headers, key, map entries. */
const OVERHEAD_BYTES = 4_096
const ADDRESSES_REMEMBERED = 4_096

/** A memory of at most so many bytes; what was not asked for the longest goes first. `clock` counts milliseconds. */
export function openStore(maxBytes: number, clock: () => number): Store {
  const counts = { hits: 0, misses: 0, drops: 0 }
  const entries = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * LARGEST_PART),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + OVERHEAD_BYTES,
  })
  const askedBefore = new LRUCache<string, true>({ max: ADDRESSES_REMEMBERED })
  let isSweeping = false
  const isYoung = ({ readAt }: Kept) => clock() - readAt <= LIFE_MS

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
      const mark = createHash('sha256').update(key).digest('base64url').slice(0, 22)
      const isWanted = askedBefore.has(mark)
      if (isWanted) {
        entries.set(key, kept)
        sweepLater()
      }
      askedBefore.set(mark, true)
      return isWanted
    },
    grow(key, kept, bytes) {
      kept.bytes += bytes
      // Its size is counted only as it enters.
      if (entries.peek(key) === kept && entries.delete(key)) entries.set(key, kept)
    },
    clear() {
      counts.drops += entries.size
      entries.clear()
    },
    note(what) {
      counts[what] += 1
    },
    counts: () => ({ ...counts, bytes: entries.calculatedSize }),
  }
}
