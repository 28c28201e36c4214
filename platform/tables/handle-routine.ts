import { recorderOf } from '#platform/response-cache/dependency-recorder.ts'
import { admitRead, ROWS_OF_A_CALL } from './admit-read.ts'
import { findRoutine } from './catalogue/find-routine.ts'
import type { Routine } from './catalogue/schema.ts'
import { invalidBody, notSingle, tooManyAffected } from './errors/errors.ts'
import { type Exchange, inTransaction, type Reply } from './exchange.ts'
import { replyWithPage } from './handle-read.ts'
import { contentType } from './media-types.ts'
import { parseQuery } from './parsing/parse-query.ts'
import { isRow } from './payload.ts'
import { applyRange } from './ranges.ts'
import { planRead, type ReadNode } from './statements/plan-read.ts'
import { readCost } from './statements/read-cost.ts'
import type { ReadOptions, ResultRow } from './statements/read-statement.ts'
import { type Arguments, routineStatement } from './statements/routine-statement.ts'
import { raisedHeaders } from './write-reply.ts'

const RESERVED = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'and',
  'or',
  'not.and',
  'not.or',
  'apikey',
])

/** `/rpc/name` by POST, GET or HEAD. Throws PGRST202 or PGRST203 if it is unclear which function is meant. */
export async function handleRoutine(exchange: Exchange, name: string): Promise<Reply> {
  const { method, schema, settings, parameters, request, preferences } = exchange
  const { routine, args } = method === 'POST' ? await routineByPost(exchange, name) : routineByGet(exchange, name)
  const passed = args.kind === 'texts' ? args.texts : undefined
  const query = parseQuery(parameters, settings, (parameter) => passed?.has(parameter) ?? false)
  let node: ReadNode | undefined
  if (routine.table) {
    node = planRead(schema, routine.table, query, settings)
    applyRange(node, request.headers.get('range'))
  }
  const cost = node ? readCost(node, settings) : { rows: 0, isHeavy: false }
  const isBodiless = method === 'HEAD' && node !== undefined
  const options: ReadOptions = {
    form: isBodiless ? { kind: 'none', stripNulls: false } : exchange.form,
    count: preferences.count,
    maxRows: settings.maxRows,
    maxCountedRows: settings.maxCountedRows,
    maxAnswerBytes: settings.maxAnswerBytes,
  }
  const statement = routineStatement({ schema: schema.name, routine, args, node }, options)
  const readOnly = method !== 'POST' || !routine.isVolatile
  if (readOnly && exchange.identity.role === 'anon') recorderOf(request)?.record(`${schema.name}.${name}`)
  else recorderOf(request)?.markUncacheable()
  return admitRead(exchange, { ...cost, rows: cost.rows + ROWS_OF_A_CALL }, () =>
    inTransaction(exchange, { readOnly }, async (tx) => {
      return replyToCall(exchange, { routine, row: await exchange.run(tx, statement), offset: node?.offset ?? 0 })
    }),
  )
}

interface ResolvedCall {
  routine: Routine
  args: Arguments
}

async function routineByPost({ schema, json }: Exchange, name: string): Promise<ResolvedCall> {
  const body = await json()
  const given = isRow(body?.value) ? Object.keys(body.value) : []
  const { routine, isWhole } = findRoutine(schema, { name, given, hasBody: body !== undefined })
  if (isWhole) return { routine, args: { kind: 'whole', json: body?.text ?? 'null' } }
  if (body && !isRow(body.value)) throw invalidBody('The arguments have to be a JSON object')
  return { routine, args: { kind: 'json', json: body?.text ?? '{}', names: given } }
}

/** In a GET, parameters unknown to every overload are filters. */
function routineByGet({ parameters, schema }: Exchange, name: string): ResolvedCall {
  const known = new Set((schema.routines.get(name) ?? []).flatMap(({ args }) => args.map((argument) => argument.name)))
  const hasOverloads = (schema.routines.get(name) ?? []).length > 0
  const texts = new Map<string, string[]>()
  for (const [parameter, value] of parameters) {
    const isArgument = hasOverloads ? known.has(parameter) : !parameter.includes('.')
    if (!RESERVED.has(parameter) && isArgument) texts.set(parameter, [...(texts.get(parameter) ?? []), value])
  }
  const { routine } = findRoutine(schema, { name, given: [...texts.keys()], hasBody: false })
  return { routine, args: { kind: 'texts', texts } }
}

interface Called {
  routine: Routine
  row: ResultRow
  offset: number
}

function replyToCall(exchange: Exchange, { routine, row, offset }: Called): Reply {
  const { preferences, form } = exchange
  const raised = raisedHeaders(row.response_headers)
  const status = Number(row.response_status) || undefined
  if (routine.returns === 'void') return { status: status ?? 204, body: null, headers: raised }
  if (preferences.maxAffected !== undefined && row.page > preferences.maxAffected) throw tooManyAffected(row.page)
  const total = row.total === undefined ? undefined : Number(row.total)
  if (routine.returnsSet && routine.returns === 'rows') {
    const reply = replyWithPage(exchange, row, { offset, total, form })
    return { ...reply, status: status ?? reply.status, headers: { ...reply.headers, ...raised } }
  }
  const isSingleRow = routine.returns === 'rows'
  if (isSingleRow && form.kind === 'object' && row.page !== 1) throw notSingle(row.page)
  const body = preferences.returns === 'minimal' || exchange.method === 'HEAD' ? null : row.body || 'null'
  const shown = { ...form, kind: form.kind === 'csv' && isSingleRow ? form.kind : ('array' as const) }
  const headers = { 'content-type': contentType(shown), 'content-range': '0-0/*', ...raised }
  return { status: status ?? (preferences.returns === 'minimal' ? 204 : 200), body, headers }
}
