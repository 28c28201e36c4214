/**
 * Something outside the process failed: the server, the disk or the network. `message` is one sentence that an operator
 * can act on; `cause` holds the original error.
 */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault'
}

/** The error's SQLSTATE or system code (`28P01`, `ECONNREFUSED`), or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  if (error instanceof AggregateError) return error.errors.map(errorCode).find((code) => code !== '') ?? ''
  return ''
}

/** The error's message, also for Node errors whose own message is empty. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(errorText).join('; ')
  return error instanceof Error ? error.message : String(error)
}
