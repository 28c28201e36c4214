import { addressGroup, clientAddress } from '#platform/http/client-address.ts'
import { createTurns } from '#platform/http/turns.ts'
import { createLeases } from '#platform/rate-limits/leases.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { Reading } from '#platform/tables/reading.ts'

/**
 * What may be read over the network. A unit is a read of up to 1,000 rows of all its levels; a page of the site costs its reader
 * none. One address may be a whole carrier's, so it has room for a hundred reads a second.
 */
const UNITS = { tries: 6_000, windowSeconds: 60, block: 150 }

/** One address never has more than a quarter of what waits for a place. */
const WAITING = { waiting: 200, waitingEach: 50 }
const ANY_NUMBER = { waiting: Number.POSITIVE_INFINITY, waitingEach: Number.POSITIVE_INFINITY }
const HEAVY = { atOnce: 1, waiting: 16, waitingEach: 4 }

/** Strangers have half of the connections to the database at most. */
export function readingOf(rateLimits: RateLimits, connections: number): Reading {
  const leases = createLeases({ rateLimits, ...UNITS })
  return {
    readerOf: (request, { claims }) =>
      typeof claims.sub === 'string' ? `read:${claims.sub}` : `read:${addressGroup(clientAddress(request))}`,
    take: async (reader, units) => (rateLimits.enabled ? leases.take(reader, units) : 0),
    strangers: createTurns({ atOnce: Math.ceil(connections / 2), ...(rateLimits.enabled ? WAITING : ANY_NUMBER) }),
    heavy: createTurns(HEAVY),
  }
}
