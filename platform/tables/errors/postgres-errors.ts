import { isConnectionLost } from '#platform/postgres/connections/connection-lost.ts'
import { NoFreeConnection } from '#platform/postgres/connections/connection-pools.ts'
import { readSqlError, type SqlError } from '#platform/postgres/sqlstate.ts'
import { RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { TablesError } from './errors.ts'

/** The answer to an error from PostgreSQL or its driver, or undefined for any other error. */
export function fromPostgres(error: unknown, role: string): TablesError | undefined {
  if (error instanceof NoFreeConnection) {
    return new TablesError(
      504,
      { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' },
      LATER,
    )
  }
  if (isConnectionLost(error)) {
    const message = 'Database connection error. Retrying the connection.'
    return new TablesError(503, { code: 'PGRST001', message }, LATER)
  }
  const report = readSqlError(error)
  if (!report) return undefined
  if (report.code === 'PGRST') return raisedResponse(report)
  const { code, message, detail: details } = report
  const status = statusOf(report, role)
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 503 ? LATER : {}
  return new TablesError(status, { code, message, details, hint: report.hint ?? hints[code] }, headers)
}

const LATER: Record<string, string> = { 'retry-after': String(RETRY_AFTER_SECONDS) }

/** For anonymous users: what is forbidden may be allowed after signing in. */
function statusOf({ code, meaning, message, status }: SqlError, role: string): number {
  if (meaning === 'forbidden') return role === 'anon' ? 401 : status
  return code === '22023' && message.startsWith('role "') ? 401 : status
}

const hints: Record<string, string> = {
  '55P03': 'Somebody else was changing the same rows; nothing was kept, send the request again.',
  '57014': 'Ask for less: fewer rows, fewer embedded resources or a narrower filter.',
  '40001': 'Other requests changed the same rows; send the request again.',
  '40P01': 'Other requests changed the same rows; send the request again.',
}

/** `raise sqlstate 'PGRST'` carries body and status as JSON in its message and detail. */
function raisedResponse(report: SqlError): TablesError {
  try {
    const body = JSON.parse(report.message) as Record<string, unknown>
    const detail = JSON.parse(report.detail ?? '{}') as { status?: number; headers?: Record<string, string> }
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return new TablesError(
      detail.status !== undefined && detail.status >= 200 && detail.status <= 599 ? detail.status : 400,
      {
        code: text(body.code) ?? 'PGRST',
        message: text(body.message) ?? '',
        details: text(body.details),
        hint: text(body.hint),
      },
      detail.headers ?? {},
    )
  } catch {
    return new TablesError(500, {
      code: 'PGRST121',
      message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    })
  }
}
