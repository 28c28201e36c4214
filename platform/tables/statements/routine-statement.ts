import type { Routine, RoutineArgument } from '../catalogue/schema.ts'
import { computedColumns } from './field-sql.ts'
import type { ReadNode } from './plan-read.ts'
import { type BodyForm, bodyColumns, type ReadOptions } from './read-statement.ts'
import { selectSql } from './select-sql.ts'
import { arrayLiteral, Bindings, type BoundStatement, qualified, quoted } from './statement.ts'

/** Arguments as JSON (POST), as text (GET), or the whole body for one unnamed argument. */
export type Arguments =
  | { kind: 'json'; json: string; names: string[] }
  | { kind: 'texts'; texts: Map<string, string[]> }
  | { kind: 'whole'; text: string }

interface RoutineCall {
  schema: string
  routine: Routine
  args: Arguments
  /** For routines that return rows. */
  node: ReadNode | undefined
  /** Page of a set of values. */
  limit: number | undefined
  offset: number
}

const SETTINGS = [
  `current_setting('response.status', true) as response_status`,
  `current_setting('response.headers', true) as response_headers`,
]

export function routineStatement(call: RoutineCall, options: ReadOptions): BoundStatement {
  const bindings = new Bindings()
  const { before, expression } = callSql(call, bindings)
  if (call.routine.returns === 'rows' && call.node) {
    const statement = rowsSql(call, { node: call.node, before, expression, bindings, options })
    return { text: statement, values: bindings.values }
  }
  return { text: valueSql(call, { before, expression, options }), values: bindings.values }
}

interface Parts {
  before: string
  expression: string
  options: ReadOptions
}

function rowsSql({ routine }: RoutineCall, parts: Parts & { node: ReadNode; bindings: Bindings }): string {
  const { node, before, expression, bindings, options } = parts
  const source =
    before === '' ? `${expression} as ${node.alias}` : `${before} cross join lateral ${expression} as ${node.alias}`
  const isSingle = !routine.returnsSet
  const form = isSingle && options.form.kind === 'array' ? { ...options.form, kind: 'object' as const } : options.form
  const columns = [...bodyColumns(form), ...SETTINGS]
  if (options.count === undefined) {
    const page = selectSql(node, bindings, { from: source, maxRows: options.maxRows })
    return `select ${columns.join(', ')} from (${page}) as p`
  }
  // When rows are counted it must still run once: page and total are both read from its result.
  const plain = { ...node, isMaterialised: true }
  const page = selectSql(plain, bindings, { from: `called as ${node.alias}`, maxRows: options.maxRows })
  const whole = { ...plain, limit: undefined, offset: undefined, order: [] }
  const all = selectSql(whole, bindings, { from: `called as ${node.alias}`, maxRows: undefined })
  columns.push(`(select count(*) from (${all}) as c)::text as total`)
  const called = `called as materialized (select ${[`${node.alias}.*`, ...computedColumns(node)].join(', ')} from ${source})`
  return `with ${called} select ${columns.join(', ')} from (${page}) as p`
}

function valueSql({ routine, limit, offset }: RoutineCall, { before, expression, options }: Parts): string {
  const from = before === '' ? '' : ` from ${before}`
  const called = `select ${expression} as pgrst_scalar${from}`
  const total = options.count === undefined ? '' : ', (select count(*) from called)::text as total'
  if (routine.returns === 'void') {
    return `with called as materialized (${called}) select '' as body, count(v)::int4 as page, ${SETTINGS.join(', ')}${total} from called as v`
  }
  const most = Math.min(limit ?? options.maxRows, options.maxRows)
  const page = routine.returnsSet ? `select * from called limit ${most} offset ${offset}` : 'select * from called'
  const body = valueBody(routine, options.form)
  return `with called as materialized (${called}) select ${body} as body, count(*)::int4 as page, ${SETTINGS.join(', ')}${total} from (${page}) as v`
}

const VALUE = 'v.pgrst_scalar'

function valueBody(routine: Routine, form: BodyForm): string {
  const one = (sql: string) => `(array_agg(${sql}))[1]`
  if (form.kind === 'text' || form.kind === 'xml') return `coalesce(${one(`${VALUE}::text`)}, '')`
  if (form.kind === 'binary') {
    const bytes = routine.valueType === 'bytea' ? VALUE : `convert_to(${VALUE}::text, 'UTF8')`
    return `coalesce(${one(`encode(${bytes}, 'hex')`)}, '')`
  }
  if (form.kind === 'csv') return bodyColumns(form, 'v')[0]?.replace(/ as body$/, '') ?? `''`
  if (!routine.returnsSet) return `coalesce(${one(`to_json(${VALUE})`)}::text, 'null')`
  return form.kind === 'object'
    ? `coalesce(string_agg(to_json(${VALUE})::text, ','), '')`
    : `coalesce(json_agg(${VALUE}), '[]')::text`
}

/** `before` holds the typed arguments `a` if they come as JSON. */
function callSql({ schema, routine, args }: RoutineCall, bindings: Bindings): { before: string; expression: string } {
  const name = qualified({ schema, name: routine.name })
  if (args.kind === 'whole') {
    return { before: '', expression: `${name}(${bindings.bind(args.text)}::${routine.args[0]?.type})` }
  }
  const given = args.kind === 'json' ? new Set(args.names) : new Set(args.texts.keys())
  const used = routine.args.filter((argument) => given.has(argument.name))
  if (args.kind === 'texts') {
    const passed = used.map((argument) => {
      const value = textOf(argument, args.texts.get(argument.name) ?? [])
      return passSql(argument, `${bindings.bind(value)}::${argument.type}`)
    })
    return { before: '', expression: `${name}(${passed.join(', ')})` }
  }
  const passed = used.map((argument) => passSql(argument, `a.${quoted(argument.name)}`))
  const expression = `${name}(${passed.join(', ')})`
  if (used.length === 0) return { before: '', expression }
  const shape = used.map((argument) => `${quoted(argument.name)} ${argument.type}`)
  return { before: `json_to_record(${bindings.bind(args.json)}::json) as a(${shape.join(', ')})`, expression }
}

function passSql({ name, isVariadic }: RoutineArgument, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoted(name)} := ${value}`
}

/** A variadic list is sent value by value, or as one literal in braces, which is what the public client makes of a list. */
function textOf({ isVariadic }: RoutineArgument, values: string[]): string {
  const [only = '', ...more] = values
  if (isVariadic && more.length === 0 && /^\{.*\}$/s.test(only)) return only
  return isVariadic ? arrayLiteral(values) : (values.at(-1) ?? '')
}
