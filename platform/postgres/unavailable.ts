import { isConnectionLost } from './connection-lost.ts'
import { NoFreeConnection } from './lanes.ts'
import { readSqlError } from './sqlstate.ts'

/** `Retry-After` of every answer that the database's absence or load is the reason for. */
export const RETRY_AFTER_SECONDS = 2

/** True if the same call may succeed later: the database is out of reach, out of connections, or was not done in time. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoFreeConnection || isConnectionLost(error)) return true
  const report = readSqlError(error)
  return report?.meaning === 'busy' || report?.status === 503
}
