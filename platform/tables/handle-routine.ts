import { recorderOf } from '#platform/response-cache/dependency-recorder.ts'
import { admitRead, ROWS_OF_A_CALL } from './admit-read.ts'
import { findRoutine, JSON_TYPES } from './catalogue/find-routine.ts'
import type { Routine } from './catalogue/schema.ts'
import { invalidBody, maxAffectedNeedsSet, notSingle, tooManyAffected } from './errors/errors.ts'
import { type Exchange, inTransaction, mayExplain, type Reply } from './exchange.ts'
import { replyWithPage } from './handle-read.ts'
import { contentType, negotiate } from './media-types.ts'
import { parseQuery } from './parsing/parse-query.ts'
import { isRow } from './payload.ts'
import { rangeOf } from './ranges.ts'
import { explain, planContentType } from './statements/explain.ts'
import { planRead, type ReadNode } from './statements/plan-read.ts'
import { readCost } from './statements/read-cost.ts'
import type { BodyForm, ReadOptions, ResultRow } from './statements/read-statement.ts'
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
export async function handleRoutine(asked: Exchange, name: string): Promise<Reply> {
  const { method, schema, settings, parameters, request } = asked
  const { routine, args } = method === 'POST' ? await routineByPost(asked, name) : routineByGet(asked, name)
  const accepted = negotiate(request.headers.get('accept'), {
    scalarForms: scalarForms(routine),
    arePlansOn: mayExplain(asked),
  })
  const exchange: Exchange = { ...asked, form: accepted.form, explain: accepted.explain }
  if (asked.preferences.maxAffected !== undefined && !routine.returnsSet) throw maxAffectedNeedsSet()
  const passed = args.kind === 'texts' ? args.texts : undefined
  const query = parseQuery(parameters, settings, (parameter) => passed?.has(parameter) ?? false)
  const node = routine.table && planRead(schema, routine.table, query, settings)
  const page = rangeOf(node ?? query.levels[0], request.headers.get('range'))
  if (node) Object.assign(node, page)
  const { limit, offset = 0 } = page
  const cost = node ? readCost(node, settings) : { rows: 0, isHeavy: false }
  const options = readOptions(exchange, node)
  const statement = routineStatement({ schema: schema.name, routine, args, node, limit, offset }, options)
  const readOnly = method !== 'POST' || !routine.isVolatile
  const isShared = readOnly && !routine.isVolatile && exchange.identity.role === 'anon'
  if (isShared) recorderOf(request)?.record(`${schema.name}.${name}`)
  else recorderOf(request)?.markUncacheable()
  return admitRead(exchange, { ...cost, rows: cost.rows + ROWS_OF_A_CALL }, () =>
    inTransaction(exchange, { readOnly }, async (tx) => {
      if (exchange.explain) return explainedReply(await explain(tx, statement, exchange.explain), exchange.explain)
      return replyToCall(exchange, { routine, row: await exchange.run(tx, statement), offset })
    }),
  )
}

const explainedReply = (body: string, request: NonNullable<Exchange['explain']>): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': planContentType(request) },
})

function readOptions({ method, form, preferences, settings }: Exchange, node: ReadNode | undefined): ReadOptions {
  return {
    form: method === 'HEAD' && node ? { kind: 'none', stripNulls: false } : form,
    count: preferences.count,
    maxRows: settings.maxRows,
    maxCountedRows: settings.maxCountedRows,
    maxAnswerBytes: settings.maxAnswerBytes,
  }
}

/** Forms of one value, other than JSON and CSV. */
function scalarForms({ returns, returnsSet, valueType }: Routine): BodyForm['kind'][] {
  if (returns !== 'value' || returnsSet) return []
  if (valueType === 'bytea') return ['binary']
  return valueType === 'xml' ? ['xml', 'text', 'binary'] : ['text', 'binary']
}

interface ResolvedCall {
  routine: Routine
  args: Arguments
}

async function routineByPost({ schema, json, raw }: Exchange, name: string): Promise<ResolvedCall> {
  const whole = await raw()
  if (whole) {
    const { routine } = findRoutine(schema, { name, given: [], bodyTypes: [whole.type] })
    return { routine, args: { kind: 'whole', text: whole.text } }
  }
  const body = await json()
  const given = isRow(body?.value) ? Object.keys(body.value) : []
  const { routine, isWhole } = findRoutine(schema, { name, given, bodyTypes: body ? JSON_TYPES : [] })
  if (isWhole) return { routine, args: { kind: 'whole', text: body?.text ?? 'null' } }
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
  const { routine } = findRoutine(schema, { name, given: [...texts.keys()], bodyTypes: [] })
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
  const { maxAffected } = preferences
  if (maxAffected !== undefined && row.page > maxAffected) throw tooManyAffected(row.page)
  const isMinimal = preferences.returns === 'minimal'
  const total = row.total === undefined ? undefined : Number(row.total)
  const counted = { 'content-range': `0-0/${total ?? '*'}` }
  if (routine.returns === 'void') {
    return { status: status ?? 204, body: null, headers: { ...(total === undefined ? {} : counted), ...raised } }
  }
  if (routine.returnsSet) {
    const reply = replyWithPage(exchange, row, { offset, total, form })
    const own = isMinimal ? { status: 204, body: null } : reply
    return { status: status ?? own.status, body: own.body, headers: { ...reply.headers, ...raised } }
  }
  const isSingleRow = routine.returns === 'rows'
  if (isSingleRow && form.kind === 'object' && row.page !== 1) throw notSingle(row.page)
  const isJson = form.kind === 'array' || form.kind === 'object'
  const shown = isJson ? { ...form, kind: 'array' as const } : form
  const headers = { 'content-type': contentType(shown), ...counted, ...raised }
  const body = isMinimal || exchange.method === 'HEAD' ? null : bodyOf(row, form)
  return { status: status ?? (isMinimal ? 204 : 200), body, headers }
}

function bodyOf({ body }: ResultRow, { kind }: BodyForm): Reply['body'] {
  if (kind === 'binary') return Uint8Array.from(Buffer.from(body, 'hex'))
  return kind === 'text' || kind === 'xml' ? body : body || 'null'
}
