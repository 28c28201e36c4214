const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT', 'EHOSTUNREACH']
/** The driver has no codes for a server that died during a query, a client that knew that already, and its own timeouts. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
/** admin_shutdown, crash_shutdown, cannot_connect_now: the server says that it is stopping, or still starting. */
const STATES = ['57P01', '57P02', '57P03']

/** The server takes no writes any more: it answers as a standby, because another one has become the primary. */
export class ServerDemoted extends Error {
  override readonly name = 'ServerDemoted'
}

/** No server that could be the primary can be written to at this moment. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
}

/** True if PostgreSQL could not be reached. If the connection broke at the commit, the work may or may not be done. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  if (error instanceof ServerDemoted || error instanceof NoPrimary) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.includes(code) || STATES.includes(code) || WORDS.test(error.message)
}
