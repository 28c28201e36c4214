/** The four keys that every error body has. */
interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

/** A refusal with its status; thrown anywhere between request and statement, answered in one place, `respond.ts`. */
export class TablesError extends Error {
  override readonly name = 'TablesError'
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: { code: string; message: string; details?: unknown; hint?: string | null | undefined },
    headers: Record<string, string> = {},
  ) {
    super(body.message)
    this.status = status
    this.body = { code: body.code, details: body.details ?? null, hint: body.hint ?? null, message: body.message }
    this.headers = headers
  }
}

/** Malformed select, filter, order, limit or logic tree. `column` counts from 1. */
export function syntaxError(what: string, text: string, position: number, details: string): TablesError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return new TablesError(400, {
    code: 'PGRST100',
    message: `"failed to parse ${what} (${shown})" (line 1, column ${position + 1})`,
    details,
  })
}

export const invalidBody = (message: string) => new TablesError(400, { code: 'PGRST102', message })

export const tooManyRows = (limit: number) =>
  new TablesError(413, { code: 'PGRST102', message: `More than ${limit} rows in one write` })

export const tooManyWrites = () =>
  new TablesError(
    429,
    { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' },
    { 'retry-after': '60' },
  )

export const bodyTooLarge = (limitBytes: number) =>
  new TablesError(413, { code: 'PGRST102', message: `The body is larger than ${limitBytes} bytes` })

export const addressTooLong = (limit: number) =>
  new TablesError(414, { code: 'PGRST100', message: `The address is longer than ${limit} characters` })

export const rangeNotSatisfiable = (details: string, headers: Record<string, string> = {}) =>
  new TablesError(416, { code: 'PGRST103', message: 'Requested range not satisfiable', details }, headers)

/** Contains the number of rows (RFC 9110, 15.5.17), so that a list can return to its last page. */
export const offsetBeyond = (offset: number, total: number) =>
  rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'content-range': `*/${total}`,
  })

export const invalidSchema = (requested: string, schemas: readonly string[]) =>
  new TablesError(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${requested}`,
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })

export const unavailableMediaType = (accept: string) =>
  new TablesError(406, { code: 'PGRST107', message: `None of these media types are available: ${accept}` })

export const notEmbedded = (name: string) =>
  new TablesError(400, {
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const notSingle = (rows: number) =>
  new TablesError(406, {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })

export const unsupportedMethod = (method: string, allowed: string) =>
  new TablesError(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` }, { allow: allowed })

export const keyFiltersMissing = () =>
  new TablesError(405, {
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  })

export const pageImpossible = () =>
  new TablesError(400, { code: 'PGRST114', message: 'limit/offset querystring parameters are not allowed for PUT' })

export const keyDiffers = () =>
  new TablesError(400, {
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  })

export const relatedOrderImpossible = (table: string, related: string) =>
  new TablesError(400, {
    code: 'PGRST118',
    message: `A related order on '${related}' is not possible`,
    details: `'${table}' and '${related}' do not form a many-to-one or one-to-one relationship`,
  })

export const invalidPreferences = (preferences: string[]) =>
  new TablesError(400, {
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })

export const rollbackRefused = (hint: string) =>
  new TablesError(400, {
    code: 'PGRST122',
    message: 'The transaction cannot be rolled back on request',
    details: 'Invalid preferences: tx=rollback',
    hint,
  })

/** A command of the product has effects of its own, and no single statement whose plan could be shown. */
export const planImpossible = (table: string) =>
  new TablesError(406, {
    code: 'PGRST107',
    message: `There is no plan of a write to '${table}', which a command handles`,
  })

export const descriptionOff = () =>
  new TablesError(404, { code: 'PGRST126', message: 'Root endpoint metadata is disabled' })

export const aggregatesOff = () =>
  new TablesError(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })

export const tooManyAffected = (rows: number) =>
  new TablesError(400, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  })

/** One value is no set of rows that could be too many. */
export const maxAffectedNeedsSet = () =>
  new TablesError(400, {
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })

export const invalidPath = () =>
  new TablesError(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' })

/**
 * A row that sets something in motion is an act, which is done or refused, never skipped or merged into an earlier one.
 */
export const upsertImpossible = (table: string) =>
  new TablesError(400, {
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: `Rows of '${table}' cannot be skipped or merged when they exist already.`,
    hint: 'Leave out on_conflict and the resolution preference. A retry with the same id answers 409.',
  })

export const unknownColumnInBody = (column: string, table: string) =>
  new TablesError(400, {
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  })

export const unknownTable = (schema: string, table: string, near: string | undefined) =>
  new TablesError(404, {
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${table}' in the schema cache`,
    hint: near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`,
  })

/** The error PostgreSQL would report if the name reached it. */
export const undefinedColumn = (table: string, column: string) =>
  new TablesError(400, { code: '42703', message: `column ${table}.${column} does not exist` })

export const undefinedType = (type: string) =>
  new TablesError(400, { code: '42704', message: `type "${type}" does not exist` })

/** A guard against changing every row by forgetting the filter, in the hosted protocol's words. */
export const missingFilter = (verb: 'UPDATE' | 'DELETE') =>
  new TablesError(400, { code: '21000', message: `${verb} requires a WHERE clause` })

/** Our own limit on what one request may read. */
export const tooMuch = (message: string, hint?: string) => new TablesError(400, { code: 'PGRST100', message, hint })

/** Never cut in silence: a list that ends early looks like the whole. */
export const responseTooLarge = (limitBytes: number) =>
  new TablesError(413, {
    code: 'answer_too_large',
    message: `The answer is larger than ${limitBytes} bytes`,
    hint: 'Ask for fewer rows with limit and offset, for fewer columns, or for fewer embedded resources.',
  })

export const tooManyReads = (waitSeconds: number) =>
  new TablesError(
    429,
    { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' },
    { 'retry-after': String(Math.max(1, Math.ceil(waitSeconds))) },
  )

/** The dialect's code for a request that found no connection in time. */
export const tooBusy = () =>
  new TablesError(
    503,
    { code: 'PGRST003', message: 'Too many requests are running. Please try again in a moment.' },
    { 'retry-after': '2' },
  )
