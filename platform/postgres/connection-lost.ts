const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT']
/** The driver has no code for a server that died under a query, for a client that had known it, and for a wait in vain. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/
/** admin_shutdown, crash_shutdown, cannot_connect_now: the server said itself that it goes away, or is not there yet. */
const STATES = ['57P01', '57P02', '57P03']

/** True where there was no way to PostgreSQL. What was asked for then may or may not be done, if it broke at the commit. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.includes(code) || STATES.includes(code) || WORDS.test(error.message)
}
