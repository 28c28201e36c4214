import { LRUCache } from 'lru-cache'
import { type Kept, rememberAsked } from './store.ts'

interface LastKnown {
  keep(key: string, kept: Kept): void
  /** The page as it stood when it was last known to hold. */
  find(key: string, isHeard: boolean): Kept | undefined
  /** Announcements are about to be missed: what holds at this moment is what is known from now on. */
  lose(): void
  clear(): void
}

/** What changes all the time is never right for long: such a page may be so old. */
const RECENT_MS = 5_000
/** A database that is away for longer than a failover takes has its own page for that. */
const LIMIT_MS = 120_000
/** This part of the memory for answers, besides. */
const PART = 1 / 4
const OVERHEAD_BYTES = 4_096

/** Pages for the time in which none can be made: those that were right, as far as anybody had announced, when the database went away, or had been seconds before. */
export function openLastKnown(maxBytes: number, clock: () => number): LastKnown {
  const pages = new LRUCache<string, Kept>({
    maxSize: Math.max(1, Math.floor(maxBytes * PART)),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + OVERHEAD_BYTES,
  })
  const isWanted = rememberAsked()
  let lostAt = Number.NEGATIVE_INFINITY
  const isGood = (kept: Kept) => kept.reading.isCurrent(kept.kind) || clock() - kept.readAt <= RECENT_MS
  return {
    keep(key, kept) {
      if (kept.kind !== 'rows' && isWanted(key)) pages.set(key, kept)
    },
    find(key, isHeard) {
      const kept = pages.get(key)
      if (!kept) return undefined
      if (isHeard) return isGood(kept) ? kept : undefined
      return clock() - lostAt <= LIMIT_MS ? kept : undefined
    },
    lose() {
      for (const [key, kept] of [...pages.entries()]) if (!isGood(kept)) pages.delete(key)
      lostAt = clock()
    },
    clear: () => pages.clear(),
  }
}
