import { isConnectionLost } from './connections/connection-lost.ts'
import { NoFreeConnection } from './connections/connection-pools.ts'
import { readSqlError } from './sqlstate.ts'

/** `Retry-After` of responses that fail because the database is unavailable or overloaded. */
export const RETRY_AFTER_SECONDS = 2

/**
 * True if a retry may succeed: the database can't be reached, has no free connection, timed out, or rolled back after a
 * deadlock or a serialization failure.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoFreeConnection || isConnectionLost(error)) return true
  const report = readSqlError(error)
  return report?.meaning === 'busy' || report?.meaning === 'again' || report?.status === 503
}
