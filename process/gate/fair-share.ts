import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { createTokenBuckets } from '#platform/http/guards/token-buckets.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'

/** A few pages at once, then one every ten seconds: those who have just come get theirs before those who ask all the time. */
const PERSON = { burst: 3, perSecond: 0.1 }
/** For those who send a new token with each request; higher than one person's, because many share an address. */
const ADDRESS = { burst: 10, perSecond: 5 }
/** At some 10 ms for a page, a fifth of the processor. */
const PROCESS = { burst: 20, perSecond: 20 }

interface FairShareOptions {
  /** False disables the limit by address, for load tests. */
  isCounted: boolean
  clock?: () => number
}

/**
 * The share of each signed-in person while reads are rejected, so that the people of one flood do not take the pages of
 * all others. Returns whether the request is within its person's share, its address's and that of the process. Tokens
 * are not verified here.
 */
export function openFairShare({ isCounted, clock }: FairShareOptions) {
  const [persons, addresses, all] = [PERSON, ADDRESS, PROCESS].map((limit) =>
    createTokenBuckets({ burst: limit.burst, perSecond: limit.perSecond, ...(clock && { clock }) }),
  ) as [Buckets, Buckets, Buckets]
  return (headers: IncomingHttpHeaders, address: string): boolean =>
    persons.spend(personOf(headers), 1) === 0 &&
    (!isCounted || addresses.spend(addressGroup(address), 1) === 0) &&
    all.spend('', 1) === 0
}

type Buckets = ReturnType<typeof createTokenBuckets>

const SESSION = new RegExp(`(?:^|; *)${SESSION_COOKIE}=([^;]*)`)

function personOf({ authorization = '', cookie = '' }: IncomingHttpHeaders): string {
  const session = SESSION.exec(cookie)?.[1] ?? authorization
  return createHash('sha256').update(session).digest('base64url')
}
