import { LRUCache } from 'lru-cache'
import type { RateLimits } from './rate-limits.ts'

interface LeasesOptions {
  rateLimits: Pick<RateLimits, 'take'>
  /** Units per window, for each key. */
  tries: number
  windowSeconds: number
  /** Units taken from PostgreSQL at once. */
  block: number
}

interface Leases {
  /** Takes so many units, at most a block; returns the wait in seconds, 0 if the limit allows them. */
  take(key: string, units: number): Promise<number>
}

interface Lease {
  left: number
  /** While a block is being asked for. */
  asking: Promise<number> | undefined
  /** Until when PostgreSQL has said no. */
  refusedUntilMs: number
}

const MOST_KEYS = 20_000

/**
 * A limit for what happens far more often than PostgreSQL should be asked: the count lies there, shared by all processes,
 * and each takes its units in blocks. A process that stops loses what is left of its blocks, never more.
 */
export function createLeases({ rateLimits, tries, windowSeconds, block }: LeasesOptions): Leases {
  const leases = new LRUCache<string, Lease>({ max: MOST_KEYS, ttl: windowSeconds * 1000 })
  const limit = { tries: Math.floor(tries / block), windowSeconds }

  return {
    async take(key, units) {
      const lease = leases.get(key) ?? { left: 0, asking: undefined, refusedUntilMs: 0 }
      leases.set(key, lease)
      const wanted = Math.min(units, block)
      while (lease.left < wanted) {
        const refusedMs = lease.refusedUntilMs - performance.now()
        if (refusedMs > 0) return refusedMs / 1000
        lease.asking ??= ask(key, lease)
        const wait = await lease.asking
        if (wait > 0) return wait
      }
      lease.left -= wanted
      return 0
    },
  }

  /** One question at a time for each key, however many wait for its answer. */
  async function ask(key: string, lease: Lease): Promise<number> {
    try {
      const wait = await rateLimits.take([{ key, ...limit }])
      if (wait === 0) lease.left += block
      else lease.refusedUntilMs = performance.now() + wait * 1000
      return wait
    } finally {
      lease.asking = undefined
    }
  }
}
