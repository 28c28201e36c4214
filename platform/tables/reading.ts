import type { Identity } from '#platform/postgres/database.ts'
import type { ConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'

/** Limits how much external clients may read; the secret key and this process are exempt. */
export interface ReadLimits {
  /** Key of the count, such as a user or an address. */
  readerOf(request: Request, identity: Identity): string
  /** Takes that many units and returns the seconds to wait, 0 if the read is allowed. */
  take(reader: string, units: number): Promise<number>
  /** For callers who are not signed in. */
  anonymous: ConcurrencyLimiter
  /** Limit for reads that make the database scan many rows. */
  heavy: ConcurrencyLimiter
}
