import { addressGroup, clientAddress } from '#platform/http/requests/client-address.ts'
import { createConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'
import { createLeases } from '#platform/rate-limits/leases.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { ReadLimits } from '#platform/tables/reading.ts'

/**
 * Budget for reads over the network. A unit is a read of up to 1,000 rows, counting all embedded levels; pages of the
 * site are free. One address may be a whole carrier's, so it can read a hundred times a second.
 */
const READ_BUDGET = { tries: 6_000, windowSeconds: 60, block: 150 }

/** One address never takes more than a quarter of the queue. */
const QUEUE_LIMITS = { maxQueued: 200, maxQueuedPerGroup: 50 }
const UNLIMITED_QUEUE = { maxQueued: Number.POSITIVE_INFINITY, maxQueuedPerGroup: Number.POSITIVE_INFINITY }
const HEAVY_READS = { maxRunning: 1, maxQueued: 16, maxQueuedPerGroup: 4 }

/** Limits of reads from outside; anonymous ones use at most half of the database connections. */
export function openReadLimits(rateLimits: RateLimits, connections: number): ReadLimits {
  const leases = createLeases({ rateLimits, ...READ_BUDGET })
  return {
    readerOf: (request, { claims }) =>
      typeof claims.sub === 'string' ? `read:${claims.sub}` : `read:${addressGroup(clientAddress(request))}`,
    take: async (reader, units) => (rateLimits.enabled ? leases.take(reader, units) : 0),
    anonymous: createConcurrencyLimiter({
      maxRunning: Math.ceil(connections / 2),
      ...(rateLimits.enabled ? QUEUE_LIMITS : UNLIMITED_QUEUE),
    }),
    heavy: createConcurrencyLimiter(HEAVY_READS),
  }
}
