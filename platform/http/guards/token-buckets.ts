import { LRUCache } from 'lru-cache'

interface TokenBucketOptions {
  /** Capacity of a bucket. */
  burst: number
  perSecond: number
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

interface TokenBuckets {
  /** Takes tokens from the bucket of a key; returns 0, or the seconds until there are enough, without taking any. */
  spend(key: string, cost: number): number
}

const MAX_KEYS = 20_000

/**
 * One token bucket per key, in this process's memory, because it is checked before a body is read and must cost next to
 * nothing.
 */
export function createTokenBuckets({
  burst,
  perSecond,
  clock = () => performance.now(),
}: TokenBucketOptions): TokenBuckets {
  // With `max` instead, the cache would allocate room for all keys at once.
  const spent = new LRUCache<string, { cost: number; at: number }>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  return {
    spend(key, cost) {
      const now = clock()
      const known = spent.get(key)
      const before = known ? Math.max(0, known.cost - ((now - known.at) / 1000) * perSecond) : 0
      // A cost above the capacity is admitted once the bucket is full: another limit applies to single bodies.
      const missing = before === 0 ? 0 : before + cost - burst
      if (missing > 0) return Math.ceil(missing / perSecond)
      spent.set(key, { cost: before + cost, at: now })
      return 0
    },
  }
}
