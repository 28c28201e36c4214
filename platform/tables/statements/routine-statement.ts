import type { Routine, RoutineArgument } from '../catalogue/schema.ts'
import type { ReadNode } from './plan-read.ts'
import { bodyColumns, type ReadOptions } from './read-statement.ts'
import { selectSql } from './select-sql.ts'
import { arrayLiteral, Bindings, type BoundStatement, qualified, quoted } from './statement.ts'

/** Arguments as JSON (POST), as text (GET), or the whole body for one unnamed JSON argument. */
export type Arguments =
  | { kind: 'json'; json: string; names: string[] }
  | { kind: 'texts'; texts: Map<string, string[]> }
  | { kind: 'whole'; json: string }

interface RoutineCall {
  schema: string
  routine: Routine
  args: Arguments
  /** For routines that return rows. */
  node: ReadNode | undefined
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
  const called = `called as materialized (select ${node.alias}.* from ${source})`
  return `with ${called} select ${columns.join(', ')} from (${page}) as p`
}

function valueSql({ routine }: RoutineCall, { before, expression, options }: Parts): string {
  const from = before === '' ? '' : ` from ${before}`
  const called = `select ${expression} as value${from}`
  if (routine.returns === 'void') {
    return `select '' as body, count(v.value)::int4 as page, ${SETTINGS.join(', ')} from (${called}) as v`
  }
  const body = routine.returnsSet
    ? `coalesce(json_agg(v.value), '[]')::text`
    : `coalesce((array_agg(to_json(v.value)))[1]::text, 'null')`
  const limit = routine.returnsSet ? ` limit ${options.maxRows}` : ''
  return `select ${body} as body, count(*)::int4 as page, ${SETTINGS.join(', ')} from (${called}${limit}) as v`
}

/** `before` holds the typed arguments `a` if they come as JSON. */
function callSql({ schema, routine, args }: RoutineCall, bindings: Bindings): { before: string; expression: string } {
  const name = qualified({ schema, name: routine.name })
  if (args.kind === 'whole') {
    return { before: '', expression: `${name}(${bindings.bind(args.json)}::${routine.args[0]?.type})` }
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

function textOf({ isVariadic }: RoutineArgument, values: string[]): string {
  return isVariadic ? arrayLiteral(values) : (values.at(-1) ?? '')
}
