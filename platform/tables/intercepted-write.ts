import type pg from 'pg'
import { SERVICE } from '#platform/postgres/database.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import type { Table } from './catalogue/schema.ts'
import { notSingle, planImpossible, rollbackRefused, TablesError } from './errors/errors.ts'
import { type Exchange, inTransaction, interceptorsOf, isRolledBack, type Reply } from './exchange.ts'
import { type InterceptedWrite, isRefusal, type Show, type Written } from './interceptors.ts'
import { contentType } from './media-types.ts'
import type { ParsedQuery } from './parsing/parse-query.ts'
import type { Row } from './payload.ts'
import { planRead } from './statements/plan-read.ts'
import { bodyColumns } from './statements/read-statement.ts'
import { selectSql } from './statements/select-sql.ts'
import { Bindings, type BoundStatement, quoted } from './statements/statement.ts'
import { locationHeader, planWrite, writtenForm, writtenRange, writtenStatus } from './write-reply.ts'

interface InterceptedInput {
  table: Table
  query: ParsedQuery
  rows: Row[]
}

/** The response of a command that batches this write with others; undefined if it must run alone. */
export async function batchedReply(exchange: Exchange, input: InterceptedInput): Promise<Reply | undefined> {
  const { write, interceptor } = findInterceptor(exchange, input)
  if (!interceptor?.runBatched || !isPlain(exchange, input)) return undefined
  const wantsShow = exchange.preferences.returns === 'representation'
  const statementFor = planIfPossible(exchange, input)
  if (!statementFor) return undefined
  let body: string | null = null
  const show: Show = async (tx, key) => {
    body = await represent(exchange, tx, statementFor([key]))
  }
  const outcome = await interceptor.runBatched({ ...write, show: wantsShow ? show : null })
  if (!outcome) return undefined
  if (isRefusal(outcome)) throw new TablesError(outcome.status, outcome)
  return replyToCommand(exchange, { table: input.table, outcome, body })
}

/**
 * Returns the row's own columns only, so that an embedded resource of one caller can neither fail nor delay the batch.
 */
function isPlain({ preferences }: Exchange, { query }: InterceptedInput): boolean {
  return (
    preferences.timezone === undefined &&
    query.levels.length === 1 &&
    query.select.every(
      (item) =>
        item.kind === 'star' ||
        (item.kind === 'column' && item.field?.path.length === 0 && !item.cast && !item.aggregate),
    )
  )
}

/** A write that cannot be planned is rejected when it runs alone. */
function planIfPossible(exchange: Exchange, input: InterceptedInput): ((keys: Row[]) => BoundStatement) | undefined {
  try {
    return planRepresentation(exchange, input)
  } catch (error) {
    if (error instanceof TablesError) return undefined
    throw error
  }
}

function findInterceptor(exchange: Exchange, { table, query, rows }: InterceptedInput) {
  const write: InterceptedWrite = {
    rows,
    filters: query.levels[0]?.conditions ?? [],
    identity: exchange.identity,
    request: exchange.request,
  }
  const interceptor = interceptorsOf(exchange).find(
    (candidate) =>
      candidate.method === exchange.method && candidate.table === table.name && (candidate.applies?.(write) ?? true),
  )
  if (interceptor && exchange.explain) throw planImpossible(table.name)
  if (interceptor && isRolledBack(exchange))
    throw rollbackRefused(`A command handles writes to '${table.name}', and its effects reach further.`)
  return { write, interceptor }
}

/** The response of the product's command for this write, or undefined if none handles it. */
export async function interceptedReply(exchange: Exchange, input: InterceptedInput): Promise<Reply | undefined> {
  const { write, interceptor } = findInterceptor(exchange, input)
  const { table } = input
  if (!interceptor) return undefined
  // Planned before anything is done, so that a request for an impossible answer changes nothing.
  const statementFor = planRepresentation(exchange, input)
  return inTransaction(exchange, { readOnly: false, as: SERVICE }, async (tx) => {
    const outcome = await interceptor.run({ ...write, tx })
    if (isRefusal(outcome)) throw new TablesError(outcome.status, outcome)
    const { kind } = exchange.form
    if (kind === 'object' && outcome.keys.length !== 1) throw notSingle(outcome.keys.length)
    const body =
      exchange.preferences.returns === 'representation'
        ? await represent(exchange, tx, statementFor(outcome.keys))
        : null
    return replyToCommand(exchange, { table, outcome, body })
  })
}

function planRepresentation(exchange: Exchange, { table, query }: InterceptedInput): (keys: Row[]) => BoundStatement {
  const levels = query.levels.map((level) =>
    level.path.length === 0 ? { ...level, conditions: [], limit: undefined, offset: undefined } : level,
  )
  planWrite(exchange, table, { ...query, levels })
  const make = (keys: Row[]): BoundStatement => {
    const node = planRead(exchange.schema, table, { ...query, levels }, exchange.settings)
    const bindings = new Bindings()
    const links = [keysSql(table, { alias: node.alias, keys, bindings })]
    const page = selectSql(node, bindings, { links, maxRows: undefined })
    return {
      text: `select ${bodyColumns(writtenForm(exchange)).join(', ')} from (${page}) as p`,
      values: bindings.values,
    }
  }
  make([])
  return make
}

function keysSql(table: Table, { alias, keys, bindings }: { alias: string; keys: Row[]; bindings: Bindings }): string {
  const columns = table.primaryKey.flatMap((name) => table.columns.get(name) ?? [])
  const shape = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const names = (prefix: string) => columns.map(({ name }) => `${prefix}.${quoted(name)}`).join(', ')
  const json = JSON.stringify(keys, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return `(${names(alias)}) in (select ${names('k')} from json_to_recordset(${bindings.bind(json)}::json) as k(${shape}))`
}

/**
 * Drops the service role before reading, so that the caller sees only permitted rows. Sends both statements
 * synchronously.
 */
async function represent(exchange: Exchange, tx: pg.PoolClient, statement: BoundStatement): Promise<string> {
  const { identity, form } = exchange
  const [, row] = await awaitPipelined([
    tx.query({ ...TAKE_ROLE, values: [JSON.stringify(identity.claims), identity.role] }),
    exchange.run(tx, statement),
  ])
  if (form.kind === 'object' && row.page !== 1) throw notSingle(row.page)
  return row.body
}

const TAKE_ROLE = {
  name: 'tables_take_role',
  text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
}

function replyToCommand(
  exchange: Exchange,
  { table, outcome, body }: { table: Table; outcome: Written; body: string | null },
): Reply {
  const { method, preferences, form } = exchange
  const headers: Record<string, string> = { 'content-range': writtenRange(exchange, outcome.keys.length) }
  if (body !== null) headers['content-type'] = contentType(form)
  const [key] = outcome.keys
  if (method === 'POST' && preferences.returns === 'headers-only' && key) headers.location = locationHeader(table, key)
  return { status: outcome.status ?? writtenStatus(exchange, outcome.keys.length, 0), body, headers }
}
