import type { Condition, Filter } from '../parsing/parse-filters.ts'
import { fieldSql, rowSql, typeOf } from './field-sql.ts'
import type { EmbedNode, ReadNode } from './plan-read.ts'
import { arrayLiteral, type Bindings, qualified, quoted } from './statement.ts'

const COMPARISONS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const SEARCH_FUNCTIONS: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS_TESTS: Record<string, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/** Everything a row at this level must satisfy, including its inner embeds. */
export function whereSql(node: ReadNode, bindings: Bindings, options: { joined?: EmbedNode[] } = {}): string[] {
  const inner = node.embeds.filter((embed) => embed.isInner && !options.joined?.includes(embed))
  return [
    ...node.conditions.map((condition) => conditionSql(node, condition, bindings)),
    ...inner.map((embed) => existsSql(node, embed, bindings)),
  ]
}

function conditionSql(node: ReadNode, condition: Condition, bindings: Bindings): string {
  if (condition.kind === 'tree') {
    const parts = condition.conditions.map((part) => conditionSql(node, part, bindings))
    return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.joiner} `)})`
  }
  const embed = nullTested(node, condition)
  if (embed) {
    const wantsNull = (condition.operation.value === 'null') !== condition.negated
    return `${wantsNull ? 'not ' : ''}${existsSql(node, embed, bindings)}`
  }
  const sql = filterSql(node, condition, bindings)
  return condition.negated ? `not (${sql})` : sql
}

/** `author=not.is.null` tests the embedded resource of that name. */
function nullTested(node: ReadNode, { field, operation }: Filter): EmbedNode | undefined {
  const isTest = operation.operator === 'is' && (operation.value === 'null' || operation.value === 'not_null')
  if (!isTest || field.path.length > 0) return undefined
  return node.embeds.find((embed) => embed.name === field.name)
}

function filterSql(node: ReadNode, { field, operation }: Filter, bindings: Bindings): string {
  const left = fieldSql(node, field, bindings)
  const { operator, value, quantifier, list } = operation
  if (operator === 'is') return `${left} ${IS_TESTS[value]}`
  if (list) return `${left} = any(${bindings.bind(arrayLiteral(list))})`
  const search = SEARCH_FUNCTIONS[operator]
  if (search) return searchSql(node, { field, operation, kind: 'filter', negated: false }, { search, left, bindings })
  const isPattern = operator === 'like' || operator === 'ilike'
  const right = bindings.bind(isPattern ? value.replaceAll('*', '%') : value)
  return `${left} ${COMPARISONS[operator]} ${quantifier ? `${quantifier}(${right})` : right}`
}

interface SearchParts {
  search: string
  left: string
  bindings: Bindings
}

function searchSql(node: ReadNode, { field, operation }: Filter, { search, left, bindings }: SearchParts): string {
  const language = operation.language === undefined ? '' : `${bindings.bind(operation.language)}::regconfig, `
  const vector = typeOf(node, field) === 'tsvector' ? left : `to_tsvector(${language}${left})`
  return `${vector} @@ ${search}(${language}${bindings.bind(operation.value)})`
}

/**
 * Whether an inner resource only filters rows by a text search. It is then evaluated first, once, by its index; as a
 * join it might be evaluated row by row until enough are found.
 */
export function isEvaluatedFirst(embed: EmbedNode): boolean {
  const { pairs, through } = embed.relationship
  const isAlone = embed.isHidden && embed.isInner && embed.isToOne && !embed.isSpread && embed.embeds.length === 0
  return isAlone && !through && pairs.length === 1 && embed.conditions.some(isTextSearch)
}

const isTextSearch = (condition: Condition): boolean =>
  condition.kind === 'filter' && !condition.negated && condition.operation.operator in SEARCH_FUNCTIONS

/** True when the embedded resource has at least one row that passes its own filters. */
function existsSql(parent: ReadNode, embed: EmbedNode, bindings: Bindings): string {
  const [pair] = embed.relationship.pairs
  if (pair && isEvaluatedFirst(embed)) {
    const found = `select ${embed.alias}.${quoted(pair[1])} from ${sourceOf(parent, embed)} where ${whereSql(embed, bindings).join(' and ')}`
    return `${parent.alias}.${quoted(pair[0])} = any(array(${found}))`
  }
  const where = [...linkSql(parent, embed), ...whereSql(embed, bindings)]
  return `exists (select from ${sourceOf(parent, embed)} where ${where.join(' and ')})`
}

/** The `from` items of an embedded resource: its table, and the join table if there is one. */
export function sourceOf(parent: ReadNode, embed: EmbedNode): string {
  const { computedBy } = embed.relationship
  if (computedBy !== undefined) {
    const routine = qualified({ schema: parent.table.schema, name: computedBy })
    return `${routine}(${rowSql(parent)}) as ${embed.alias}`
  }
  const table = `${quoted(embed.table.schema)}.${quoted(embed.table.name)} as ${embed.alias}`
  const { through } = embed.relationship
  if (!through) return table
  return `${table}, ${quoted(through.table.schema)}.${quoted(through.table.name)} as ${embed.alias}j`
}

/** The condition that joins an embedded row to the row that embeds it. */
export function linkSql(parent: ReadNode, embed: EmbedNode): string[] {
  const { pairs, through, computedBy } = embed.relationship
  // A function that is no set returns a row of nulls where there is none.
  if (computedBy !== undefined) return embed.isToOne ? [`not (${embed.alias} is null)`] : ['true']
  const far = through ? `${embed.alias}j` : embed.alias
  const links = pairs.map(([here, there]) => `${far}.${quoted(there)} = ${parent.alias}.${quoted(here)}`)
  const joins = through?.pairs.map(([here, there]) => `${far}.${quoted(here)} = ${embed.alias}.${quoted(there)}`) ?? []
  return [...links, ...joins]
}
