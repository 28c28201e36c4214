import { isConnectionLost } from '#platform/postgres/connection-lost.ts'
import { TablesError } from './errors.ts'

interface PostgresReport {
  code: string
  message: string
  detail?: string
  hint?: string
}

/** The answer to an error from PostgreSQL or its driver, or undefined for any other error. */
export function fromPostgres(error: unknown, role: string): TablesError | undefined {
  const report = reportOf(error)
  if (!report) return undefined
  if (report.message.startsWith('timeout exceeded when trying to connect')) {
    const message = 'Timed out acquiring connection from connection pool.'
    return new TablesError(504, { code: 'PGRST003', message })
  }
  if (isConnectionLost(error)) {
    return new TablesError(503, { code: 'PGRST001', message: 'Database connection error. Retrying the connection.' })
  }
  if (!/^[0-9A-Z]{5}$/.test(report.code)) return undefined
  if (report.code === 'PGRST') return raisedResponse(report)
  const headers: Record<string, string> = {}
  const status = statusOf(report, role)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return new TablesError(
    status,
    { code: report.code, message: report.message, details: report.detail, hint: report.hint ?? hints[report.code] },
    headers,
  )
}

/** A serialization failure or a deadlock: nothing was kept, and the same request may succeed on retry. */
export function isWorthRetrying(error: unknown): boolean {
  const code = reportOf(error)?.code
  return code === '40001' || code === '40P01'
}

/**
 * SQLSTATE to status. Where the dialect answers 500 to something a caller can cause alone (a statement that exceeds its
 * time limit, nesting beyond PostgreSQL's stack, an upsert that hits one row twice), we answer a 4xx.
 */
function statusOf({ code, message }: PostgresReport, role: string): number {
  if (/^PT[1-5]\d\d$/.test(code)) return Number(code.slice(2))
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (code === '22023' && message.startsWith('role "')) return 401
  const exact = byCode[code]
  return exact ?? byClass[code.slice(0, 2)] ?? 400
}

const byCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '25006': 405,
  '40001': 409,
  '40P01': 409,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  // The view cannot be written to.
  '55000': 405,
  '55P03': 409,
  '57014': 400,
  P0001: 400,
}

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

const hints: Record<string, string> = {
  '57014': 'Ask for less: fewer rows, fewer embedded resources or a narrower filter.',
  '40001': 'Other requests changed the same rows; send the request again.',
  '40P01': 'Other requests changed the same rows; send the request again.',
}

/** `raise sqlstate 'PGRST'` carries body and status as JSON in its message and detail. */
function raisedResponse(report: PostgresReport): TablesError {
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

function reportOf(error: unknown): PostgresReport | undefined {
  if (error instanceof AggregateError) return error.errors.map(reportOf).find((report) => report !== undefined)
  if (!(error instanceof Error)) return undefined
  const { code, detail, hint } = error as Error & { code?: unknown; detail?: unknown; hint?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    message: error.message,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  }
}
