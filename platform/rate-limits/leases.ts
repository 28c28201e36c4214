import { LRUCache } from 'lru-cache'
import type { RateLimits } from './rate-limits.ts'

interface LeasesOptions {
  rateLimits: Pick<RateLimits, 'take'>
  /** Units per window, for each key. */
  tries: number
  windowSeconds: number
  /** Units taken from PostgreSQL per query. */
  block: number
}

interface Leases {
  /** Takes that many units, at most one block. Returns the wait in seconds, 0 if the limit allows them. */
  take(key: string, units: number): Promise<number>
}

interface Lease {
  remaining: number
  /** The pending request for a block; concurrent callers share it. */
  pendingBlock: Promise<number> | undefined
  /** Time until which PostgreSQL rejects further units, from `performance.now()`. */
  rejectedUntilMs: number
}

const MAX_KEYS = 20_000

/**
 * A rate limit for events too frequent for one query each. PostgreSQL holds the count that all processes share, and
 * each process takes units in blocks. A process that stops loses the rest of its blocks and never exceeds the limit.
 */
export function createLeases({ rateLimits, tries, windowSeconds, block }: LeasesOptions): Leases {
  // With `max` instead, the cache would allocate room for all keys at once.
  const leases = new LRUCache<string, Lease>({ maxSize: MAX_KEYS, sizeCalculation: () => 1, ttl: windowSeconds * 1000 })
  const limit = { tries: Math.floor(tries / block), windowSeconds }

  return {
    async take(key, units) {
      const lease = leases.get(key) ?? { remaining: 0, pendingBlock: undefined, rejectedUntilMs: 0 }
      leases.set(key, lease)
      const count = Math.min(units, block)
      while (lease.remaining < count) {
        const remainingMs = lease.rejectedUntilMs - performance.now()
        if (remainingMs > 0) return remainingMs / 1000
        lease.pendingBlock ??= takeBlock(key, lease)
        const wait = await lease.pendingBlock
        if (wait > 0) return wait
      }
      lease.remaining -= count
      return 0
    },
  }

  /** Coalesces concurrent requests for the same key into one query. */
  async function takeBlock(key: string, lease: Lease): Promise<number> {
    try {
      const wait = await rateLimits.take([{ key, ...limit }])
      if (wait === 0) lease.remaining += block
      else lease.rejectedUntilMs = performance.now() + wait * 1000
      return wait
    } finally {
      lease.pendingBlock = undefined
    }
  }
}
