import { type DependencyRecorder, recorderOf } from '#platform/response-cache/dependency-recorder.ts'
import { admitRead } from './admit-read.ts'
import type { Schema, Table } from './catalogue/schema.ts'
import { notSingle } from './errors/errors.ts'
import { type Exchange, inTransaction, type Reply } from './exchange.ts'
import { contentType } from './media-types.ts'
import { parseQuery } from './parsing/parse-query.ts'
import { pageRange, rangeOf } from './ranges.ts'
import { explain, planContentType } from './statements/explain.ts'
import { planRead, type ReadNode } from './statements/plan-read.ts'
import { type ReadCost, readCost } from './statements/read-cost.ts'
import { type ReadShape, toReadShape, valueIndexes } from './statements/read-shape.ts'
import {
  type BodyForm,
  plannedCountStatement,
  type ReadOptions,
  type ResultRow,
  readStatement,
} from './statements/read-statement.ts'
import type { BoundStatement } from './statements/statement.ts'

interface PreparedRead {
  statement: BoundStatement
  planned: BoundStatement | undefined
  offset: number
  cost: ReadCost
  /** The tables and views that it reads, with their schema. */
  tableNames: string[]
}

/** GET and HEAD of a table or view. */
export async function handleRead(exchange: Exchange, table: Table): Promise<Reply> {
  const read = prepareRead(exchange, table)
  const { explain: plan } = exchange
  if (plan) {
    const body = await admitRead(exchange, read.cost, () =>
      inTransaction(exchange, { readOnly: true }, (tx) => explain(tx, read.statement, plan)),
    )
    return { status: 200, body, headers: { 'content-type': planContentType(plan) } }
  }
  const { row, estimate } = await admitRead(exchange, read.cost, () => runRead(exchange, read))
  return replyWithPage(exchange, row, {
    offset: read.offset,
    total: totalCount(exchange, row, { estimate, offset: read.offset }),
    form: exchange.form,
  })
}

/**
 * Runs a read for one of our own pages without an HTTP request: the same plan with the same permissions. Undefined for
 * other reads, which need a request.
 */
export async function readFromPlan(request: PlannedRead): Promise<Reply | undefined> {
  const read = cachedRead(request)
  if (!read || read.planned || read.cost.isHeavy || request.preferences.timezone !== undefined) return undefined
  for (const name of read.tableNames) request.recorder?.record(name)
  const row = await request.readQuickly(read.statement)
  if (!row || (request.form.kind === 'object' && row.page !== 1)) return undefined
  return replyWithPage(request, row, {
    offset: read.offset,
    total: totalCount(request, row, { offset: read.offset }),
    form: request.form,
  })
}

interface PlannedRead extends ReadRequest, Pick<Exchange, 'settings'> {
  /** Undefined if the statement needs a transaction of its own. */
  readQuickly: (statement: BoundStatement) => Promise<ResultRow | undefined>
  recorder: DependencyRecorder | undefined
}

async function runRead(
  exchange: Exchange,
  read: PreparedRead,
): Promise<{ row: ResultRow; estimate?: number | undefined }> {
  const { statement, planned, cost } = read
  trackTables(exchange, read)
  const isQuick = isPlainAnonymous(exchange) && !planned && !cost.isHeavy
  const row = isQuick ? await exchange.readAnonymously(statement) : undefined
  if (row) return { row }
  return inTransaction(exchange, { readOnly: true, isHeavy: cost.isHeavy }, async (tx) => {
    const row = await exchange.run(tx, statement)
    // A count that was taken to its end needs no estimate.
    const isCounted = row.total !== undefined && Number(row.total) <= exchange.settings.maxCountedRows
    if (!planned || isCounted) return { row }
    const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(planned)
    return { row, estimate: rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] }
  })
}

/** Whether the request is anonymous, without a time zone of its own, and therefore the same for all policies. */
function isPlainAnonymous({ method, identity: { role, claims }, preferences }: Exchange): boolean {
  const isAnonymous = role === 'anon' && claims.role === 'anon' && Object.keys(claims).length === 1
  return isAnonymous && method === 'GET' && preferences.timezone === undefined
}

/** Plans of recent requests by their shape, cached until the schema changes. */
const plans = new WeakMap<Schema, Map<string, Plan>>()
const MAX_PLANS = 500

/** A read without its values. */
interface Plan extends PreparedRead {
  places: (number | null)[]
  plannedPlaces: (number | null)[]
}

type ReadRequest = Pick<Exchange, 'schema' | 'method' | 'form' | 'preferences' | 'location'>

function prepareRead(exchange: Exchange, table: Table): PreparedRead {
  const range = exchange.request.headers.get('range')
  const shape = toReadShape(exchange.location)
  const cache = plans.get(exchange.schema) ?? new Map<string, Plan>()
  plans.set(exchange.schema, cache)
  const key = planKey(exchange, { range, shape })
  const found = cache.get(key)
  if (found) return bindValues(found, shape)
  const plan = makePlan(exchange, table, shape)
  const oldest = cache.size >= MAX_PLANS ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(key, plan)
  return bindValues(plan, shape)
}

/** The cached plan of a read, with these values; undefined if there is none. */
function cachedRead(request: ReadRequest): PreparedRead | undefined {
  const shape = toReadShape(request.location)
  const plan = plans.get(request.schema)?.get(planKey(request, { range: null, shape }))
  return plan && bindValues(plan, shape)
}

function planKey(
  { method, form, preferences }: ReadRequest,
  { range, shape }: { range: string | null; shape: ReadShape },
) {
  return `${method === 'HEAD'}|${form.kind}|${form.stripNulls}|${preferences.count}|${range ?? ''}|${shape.location}`
}

function makePlan(exchange: Exchange, table: Table, shape: ReadShape): Plan {
  const form: BodyForm = exchange.method === 'HEAD' ? { kind: 'none', stripNulls: false } : exchange.form
  const parameters = new URLSearchParams(shape.location.slice(shape.location.indexOf('?') + 1 || shape.location.length))
  const read = makeRead({ ...exchange, parameters }, table, form)
  return {
    ...read,
    places: valueIndexes(read.statement.values),
    plannedPlaces: valueIndexes(read.planned?.values ?? []),
  }
}

function bindValues(plan: Plan, { values }: ReadShape): PreparedRead {
  if (values.length === 0) return plan
  const fill = (statement: BoundStatement, places: Plan['places']): BoundStatement => ({
    ...statement,
    values: statement.values.map((own, at) => values[places[at] ?? -1] ?? own),
  })
  return {
    ...plan,
    statement: fill(plan.statement, plan.places),
    planned: plan.planned && fill(plan.planned, plan.plannedPlaces),
  }
}

function makeRead(exchange: Exchange, table: Table, form: BodyForm): PreparedRead {
  const { schema, settings, preferences, parameters, request } = exchange
  const node: ReadNode = planRead(schema, table, parseQuery(parameters, settings), settings)
  Object.assign(node, rangeOf(node, request.headers.get('range')))
  const { maxRows, maxCountedRows, maxAnswerBytes } = settings
  const options: ReadOptions = { form, count: preferences.count, maxRows, maxCountedRows, maxAnswerBytes }
  const isPlanned = preferences.count === 'planned' || preferences.count === 'estimated'
  return {
    statement: readStatement(node, options),
    planned: isPlanned ? plannedCountStatement(node) : undefined,
    offset: node.offset ?? 0,
    cost: readCost(node, settings),
    tableNames: tableNames(node),
  }
}

const tableNames = ({ table, embeds }: ReadNode): string[] => [
  `${table.schema}.${table.name}`,
  ...embeds.flatMap(({ relationship: { computedBy } }) =>
    computedBy === undefined ? [] : [`${table.schema}.${computedBy}`],
  ),
  ...embeds.flatMap(tableNames),
]

/**
 * Registers the tables before reading, because a change announced later makes the response stale. Only responses to
 * anonymous requests may be shared.
 */
function trackTables({ request, identity }: Exchange, { tableNames: names }: PreparedRead): void {
  const recorder = recorderOf(request)
  if (identity.role !== 'anon') recorder?.markUncacheable()
  for (const name of names) recorder?.record(name)
}

function totalCount(
  { preferences, settings }: Pick<Exchange, 'preferences' | 'settings'>,
  row: ResultRow,
  { estimate, offset }: { estimate?: number | undefined; offset: number },
): number | undefined {
  const counted = row.total === undefined ? undefined : Number(row.total)
  if (preferences.count === 'planned') return estimate
  if (preferences.count === 'estimated' && counted !== undefined && counted > settings.maxCountedRows) {
    // The planner may estimate fewer rows than there are: a page of rows is never beyond the last one.
    return Math.max(counted, estimate ?? 0, row.page > 0 ? offset + row.page : 0)
  }
  return counted
}

interface PageInfo {
  offset: number
  total: number | undefined
  form: BodyForm
}

/**
 * The response to any read: page, range and location. Throws PGRST116 if one object is requested and none or several
 * are found.
 */
export function replyWithPage(
  exchange: Pick<Exchange, 'method' | 'location'>,
  row: ResultRow,
  { offset, total, form }: PageInfo,
): Reply {
  if (form.kind === 'object' && row.page !== 1) throw notSingle(row.page)
  const { status, range } = pageRange(offset, row.page, total)
  return {
    status,
    body: exchange.method === 'HEAD' ? null : row.body,
    headers: { 'content-type': contentType(form), 'content-range': range, 'content-location': exchange.location },
  }
}
