import { LRUCache } from 'lru-cache'
import type { Kept } from './store.ts'

interface LastKnown {
  keep(key: string, kept: Kept): void
  /** The page as it stood when it was last known to hold. */
  find(key: string, isHeard: boolean): Kept | undefined
  /** Announcements are about to be missed: what holds at this moment is what is known from now on. */
  lose(): void
  clear(): void
}

/** A database that is away for longer than a failover takes has its own page for that. */
const LIMIT_MS = 120_000
/** This part of the memory for answers, besides. */
const PART = 1 / 4
const OVERHEAD_BYTES = 4_096

/** Pages for the time in which none can be made: those that were right, as far as anybody had announced, when the database went away. */
export function openLastKnown(maxBytes: number, clock: () => number): LastKnown {
  const pages = new LRUCache<string, Kept>({
    maxSize: Math.max(1, Math.floor(maxBytes * PART)),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + OVERHEAD_BYTES,
  })
  let lostAt = Number.NEGATIVE_INFINITY
  return {
    keep(key, kept) {
      if (kept.kind !== 'rows') pages.set(key, kept)
    },
    find(key, isHeard) {
      const kept = pages.get(key)
      if (!kept) return undefined
      if (isHeard) return kept.reading.isCurrent(kept.kind) ? kept : undefined
      return clock() - lostAt <= LIMIT_MS ? kept : undefined
    },
    lose() {
      for (const [key, kept] of [...pages.entries()]) if (!kept.reading.isCurrent(kept.kind)) pages.delete(key)
      lostAt = clock()
    },
    clear: () => pages.clear(),
  }
}
