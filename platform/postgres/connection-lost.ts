const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT']
/** The driver has no codes for a server that died during a query, a client that knew that already, and its own timeouts. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect)/
/** admin_shutdown, crash_shutdown, cannot_connect_now: the server says that it is stopping, or still starting. */
const STATES = ['57P01', '57P02', '57P03']

/** True if PostgreSQL could not be reached. If the connection broke at the commit, the work may or may not be done. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.includes(code) || STATES.includes(code) || WORDS.test(error.message)
}
