import { errorCode } from './fault.ts'

/** Why PostgreSQL said no. `other` is nothing that a caller brings about by a well-formed request. */
type SqlMeaning =
  /** Raised with a status of its own: `PT409` and the like. */
  | 'refused'
  /** Raised by a function without one. */
  | 'raised'
  | 'forbidden'
  | 'duplicate'
  | 'reference'
  | 'rule'
  | 'conflict'
  | 'value'
  /** Others were in the way: nothing was kept, and the same again may succeed at once. */
  | 'again'
  /** Somebody else held a lock for too long, or the statement took too long: nothing was kept, and a later try is safe. */
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

/** What PostgreSQL reported, and what it means for an answer; undefined for every other error. */
export function readSqlError(error: unknown): SqlError | undefined {
  if (error instanceof AggregateError) return error.errors.map(readSqlError).find((found) => found !== undefined)
  if (!(error instanceof Error) || !('severity' in error)) return undefined
  const code = errorCode(error)
  const { detail, hint, constraint } = error as Partial<SqlError>
  return { ...answerTo(code), code, message: error.message, detail, hint, constraint }
}

export function isWorthRetrying(error: unknown): boolean {
  return readSqlError(error)?.meaning === 'again'
}

function answerTo(code: string): Pick<SqlError, 'status' | 'meaning'> {
  if (/^PT[1-5]\d\d$/.test(code)) return { status: Number(code.slice(2)), meaning: 'refused' }
  const [status, meaning = 'other'] = ANSWERS[code] ?? ANSWERS[code.slice(0, 2)] ?? [400]
  return { status, meaning }
}

/**
 * SQLSTATE, or its class, to the status of the table protocol; each door puts the meaning into its own form. Where that
 * protocol answers 500 to what a caller can bring about alone (a statement cut off by its time limit, nesting beyond
 * PostgreSQL's stack, one row hit twice by an upsert), a 4xx says so instead.
 */
const ANSWERS: Record<string, [status: number, meaning?: SqlMeaning]> = {
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
  // The view cannot be written to.
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
