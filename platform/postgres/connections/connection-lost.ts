const ERROR_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
]
/**
 * Messages of the driver for errors without a code: a server that died during a query, a client whose connection is
 * already broken, and its own timeouts.
 */
const ERROR_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
/** SQLSTATEs admin_shutdown, crash_shutdown and cannot_connect_now: the server is stopping or still starting. */
const SQLSTATES = ['57P01', '57P02', '57P03']

/** The server is now a standby, because another one has been promoted. */
export class ServerDemoted extends Error {
  override readonly name = 'ServerDemoted'
}

/** None of the configured hosts is writable at the moment. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
}

/** True if PostgreSQL could not be reached. If the connection broke during the commit, the outcome is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  if (error instanceof ServerDemoted || error instanceof NoPrimary) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return ERROR_CODES.includes(code) || SQLSTATES.includes(code) || ERROR_MESSAGES.test(error.message)
}
