import { errorCode } from './fault.ts'

/** Class of an SQL error. `other` can't be caused by a well-formed request. */
type SqlMeaning =
  /** Raised with an HTTP status: `PT409` and the like. */
  | 'refused'
  /** Raised by a function without a status. */
  | 'raised'
  | 'forbidden'
  /** Violates a unique constraint. */
  | 'duplicate'
  /** Violates a foreign key. */
  | 'reference'
  /** Violates a check constraint. */
  | 'rule'
  /** Violates another constraint, such as an exclusion. */
  | 'conflict'
  /** Invalid input, such as a malformed uuid or a number out of range. */
  | 'value'
  /** Serialization failure or deadlock: rolled back, and an immediate retry may succeed. */
  | 'again'
  /** Lock or statement timeout: rolled back, and a later retry is safe. */
  | 'busy'
  | 'other'

export interface SqlError {
  code: string
  meaning: SqlMeaning
  status: number
  message: string
  detail: string | undefined
  hint: string | undefined
  constraint: string | undefined
}

/** PostgreSQL's error with its class and HTTP status; undefined for every other error. */
export function readSqlError(error: unknown): SqlError | undefined {
  if (error instanceof AggregateError) return error.errors.map(readSqlError).find((found) => found !== undefined)
  if (!(error instanceof Error) || !('severity' in error)) return undefined
  const code = errorCode(error)
  const { detail, hint, constraint } = error as Partial<SqlError>
  return { ...classify(code), code, message: error.message, detail, hint, constraint }
}

export function isWorthRetrying(error: unknown): boolean {
  return readSqlError(error)?.meaning === 'again'
}

function classify(code: string): Pick<SqlError, 'status' | 'meaning'> {
  if (/^PT[1-5]\d\d$/.test(code)) return { status: Number(code.slice(2)), meaning: 'refused' }
  const [status, meaning = 'other'] = STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? [400]
  return { status, meaning }
}

/**
 * HTTP status by SQLSTATE or its class, as in the table protocol; each handler puts the class into its own error form.
 * Where that protocol uses 500 for what a client alone can cause (a statement cancelled by its timeout, nesting beyond
 * PostgreSQL's stack, a row hit twice by an upsert), this is a 4xx.
 */
const STATUSES: Record<string, [status: number, meaning?: SqlMeaning]> = {
  '08': [503],
  '09': [500],
  '0L': [403],
  '0P': [403],
  '22': [400, 'value'],
  '23': [400, 'conflict'],
  '23503': [409, 'reference'],
  '23505': [409, 'duplicate'],
  '23514': [400, 'rule'],
  '23P01': [409, 'conflict'],
  '25': [500],
  '25006': [405],
  '28': [403],
  '2D': [500],
  '38': [500],
  '39': [500],
  '3B': [500],
  '40': [500],
  '40001': [409, 'again'],
  '40P01': [409, 'again'],
  '42501': [403, 'forbidden'],
  '42883': [404],
  '42P01': [404],
  '42P17': [500],
  '53': [503],
  '55': [500],
  // The view isn't writable.
  '55000': [405],
  '55P03': [503, 'busy'],
  '57': [503],
  '57014': [400, 'busy'],
  '58': [500],
  F0: [500],
  HV: [500],
  P0: [500],
  P0001: [400, 'raised'],
  XX: [500],
}
