import { type Chance, nasty, operandOf } from './chance.ts'
import type { DoorRequest, Known, KnownSchema, KnownTable } from './known.ts'

const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov fts plfts phfts wfts sl sr nxl nxr adj'.split(
    ' ',
  )
const ACCEPTS = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|buffers',
  'application/geo+json',
  'application/octet-stream',
  'text/csv',
  'text/plain',
  'text/html, */*',
]
const PREFERENCES = [
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=2',
  'tx=rollback',
  'tx=commit',
  'timezone=Africa/Lagos',
  'timezone=Nowhere',
  'params=single-object',
]
const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

/** A request to `/rest/v1` by the grammar of its addresses, with names that exist. */
export function tableRequest(chance: Chance, { schema, ids }: Known): DoorRequest {
  const grammar: Grammar = { chance, schema, ids }
  if (chance.in(2)) return { door: 'tables', method: 'GET', path: '/rest/v1/', headers: headers(grammar) }
  if (chance.in(15)) return routineRequest(grammar)
  const table = chance.of(schema.tables)
  const method = chance.of(METHODS)
  const isWrite = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return {
    door: 'tables',
    method,
    path: `/rest/v1/${encodeURIComponent(table.name)}${search(parameters(grammar, table, isWrite))}`,
    headers: headers(grammar),
    ...(isWrite && { body: rows(grammar, table) }),
  }
}

interface Grammar {
  chance: Chance
  schema: KnownSchema
  ids: readonly string[]
}

type Parameters = [name: string, value: string][]

const search = (given: Parameters): string => {
  const parts = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function parameters(grammar: Grammar, table: KnownTable, isWrite: boolean): Parameters {
  const { chance } = grammar
  const given: Parameters = chance.in(80) ? [['select', selectOf(grammar, table, 0)]] : []
  given.push(...chance.some(2, () => filterParameter(grammar, table)))
  if (chance.in(40)) given.push(['order', chance.some(2, () => orderOf(grammar, table)).join(',') || 'id'])
  if (chance.in(60))
    given.push([
      prefixed(grammar, table, 'limit'),
      chance.in(90) ? chance.of(['1', '5', '50', '0']) : chance.of(['-1', '99999999', nasty(chance)]),
    ])
  if (chance.in(15)) given.push([prefixed(grammar, table, 'offset'), chance.of(['0', '3', '100000', '-2'])])
  if (isWrite && chance.in(15)) given.push(['columns', columnList(grammar, table)])
  if (isWrite && chance.in(10)) given.push(['on_conflict', columnList(grammar, table)])
  return given
}

const columnList = ({ chance }: Grammar, { columns }: KnownTable): string =>
  chance.some(3, () => `"${chance.of(columns).name}"`).join(',')

const prefixed = ({ chance }: Grammar, { related }: KnownTable, name: string): string =>
  related.length > 0 && chance.in(20) ? `${chance.of(related)}.${name}` : name

function selectOf(grammar: Grammar, table: KnownTable, depth: number): string {
  const { chance } = grammar
  if (chance.in(15)) return '*'
  const items = [itemOf(grammar, table, depth), ...chance.some(3, () => itemOf(grammar, table, depth))]
  return chance.in(2) ? `${items.join(',')}${nasty(chance)}` : items.join(',')
}

function itemOf(grammar: Grammar, table: KnownTable, depth: number): string {
  const { chance, schema } = grammar
  if (depth < 4 && table.related.length > 0 && chance.in(30)) {
    const name = chance.of(table.related)
    const target = schema.tables.find((one) => one.name === name) ?? chance.of(schema.tables)
    const hint = chance.in(20) ? `!${chance.of([...table.related, chance.of(table.columns).name])}` : ''
    const join = chance.of(['', '', '!inner', '!left'])
    const inside = chance.in(10) ? '' : selectOf(grammar, target, depth + 1)
    return `${chance.of(['', '', 'a:', '...'])}${name}${hint}${join}(${inside})`
  }
  const { name, type } = chance.of(table.columns)
  if (chance.in(8))
    return chance.of(['count()', 'count', `${name}.sum()`, `${name}.max()::text`, `...${name}`, `${name}(`])
  const path = /^json/.test(type) && chance.in(60) ? chance.of(['->a', '->>a', '->0->>b', '->-1']) : ''
  return `${chance.in(15) ? `"b,${chance.below(3)}":` : ''}${name}${path}${chance.in(10) ? chance.of(['::text', '::int', '::bytea', '::x']) : ''}`
}

function filterOf(grammar: Grammar, table: KnownTable, separator: '=' | '.'): [string, string] {
  const { chance, ids } = grammar
  const { name, type } = chance.of(table.columns)
  const operator = chance.in(45) ? 'eq' : chance.of(OPERATORS)
  const value = operandOf(chance, type, ids)
  const quoted = separator === '.' && /[,()"]/.test(value) ? JSON.stringify(value) : value
  const many = chance.some(3, () => `"${operandOf(chance, type, ids).replaceAll(/["\\]/g, '\\$&')}"`).join(',')
  const operand =
    operator === 'in' ? `(${many})` : operator === 'is' ? chance.of(['null', 'true', 'not_null', 'x']) : quoted
  const not = chance.in(15) ? 'not.' : ''
  if (chance.in(8)) return [name, `${not}${operator}(${chance.of(['any', 'all', 'english', 'klingon'])}).{${many}}`]
  const field = /^json/.test(type) && chance.in(50) ? `${name}->>a` : name
  return [field, `${not}${operator}.${operand}`]
}

function filterParameter(grammar: Grammar, table: KnownTable): [string, string] {
  const { chance } = grammar
  if (chance.in(15)) return [chance.of(['or', 'and', 'not.or', 'not.and']), treeOf(grammar, table, 0)]
  const [name, value] = filterOf(grammar, table, '=')
  return [prefixed(grammar, table, name), value]
}

function treeOf(grammar: Grammar, table: KnownTable, depth: number): string {
  const { chance } = grammar
  const branch = () =>
    depth < 3 && chance.in(25)
      ? `${chance.of(['', 'not.'])}${chance.of(['or', 'and'])}${treeOf(grammar, table, depth + 1)}`
      : filterOf(grammar, table, '.').join('.')
  return `(${[branch(), ...chance.some(2, branch)].join(',')}${chance.in(97) ? ')' : ''}`
}

function orderOf(grammar: Grammar, table: KnownTable): string {
  const { chance } = grammar
  const { name } = chance.of(table.columns)
  const field = table.related.length > 0 && chance.in(20) ? `${chance.of(table.related)}(${name})` : name
  return `${field}${chance.of(['', '.asc', '.desc', '.desc.nullslast', '.nullsfirst', '.sideways'])}`
}

function headers({ chance }: Grammar): Record<string, string> {
  return {
    ...(chance.in(35) && {
      prefer: [chance.of(PREFERENCES), ...chance.some(2, () => chance.of(PREFERENCES))].join(', '),
    }),
    ...(chance.in(20) && { accept: chance.of(ACCEPTS) }),
    ...(chance.in(8) && { range: chance.of(['0-4', '5-', '9-1', 'x']) }),
    ...(chance.in(5) && { 'accept-profile': chance.of(['public', 'auth', 'pg_catalog']) }),
    ...(chance.in(5) && { 'content-profile': chance.of(['public', 'ledger']) }),
    ...(chance.in(6) && {
      'content-type': chance.of([
        'text/csv',
        'text/plain',
        'application/x-www-form-urlencoded',
        'image/png',
        'application/octet-stream',
      ]),
    }),
  }
}

function rows(grammar: Grammar, table: KnownTable): string {
  const { chance, ids } = grammar
  if (chance.in(4)) return nasty(chance)
  const row = () =>
    Object.fromEntries(
      chance.some(5, () => chance.of(table.columns)).map(({ name, type }) => [name, jsonValue(chance, type, ids)]),
    )
  return JSON.stringify(chance.in(70) ? row() : chance.some(3, row))
}

function jsonValue(chance: Chance, type: string, ids: readonly string[]): unknown {
  if (chance.in(8)) return null
  const text = operandOf(chance, type, ids)
  if (/^(?:smallint|integer|bigint|numeric)/.test(type) && chance.in(70)) return Number(text)
  return /^json/.test(type) && chance.in(60) ? { a: [text] } : text
}

function routineRequest(grammar: Grammar): DoorRequest {
  const { chance, schema, ids } = grammar
  const { name, args } = chance.of(schema.routines)
  const method = chance.of(['GET', 'POST', 'POST', 'HEAD', 'OPTIONS'])
  const given = args
    .filter(() => chance.in(85))
    .map((arg): [string, string] => [arg, operandOf(chance, /id$/.test(arg) ? 'uuid' : 'text', ids)])
  const isPost = method === 'POST'
  const extra: Parameters = chance.in(20)
    ? [
        ['select', '*'],
        ['limit', '3'],
      ]
    : []
  return {
    door: 'tables',
    method,
    path: `/rest/v1/rpc/${name}${search(isPost ? extra : [...given, ...extra])}`,
    headers: headers(grammar),
    ...(isPost && { body: chance.in(5) ? nasty(chance) : JSON.stringify(Object.fromEntries(given)) }),
  }
}
