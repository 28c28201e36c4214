import { relatedOrderImpossible } from '../errors/errors.ts'
import type { OrderTerm } from '../parsing/parse-order.ts'
import { castSql } from './casts.ts'
import { isEvaluatedFirst, linkSql, sourceOf, whereSql } from './condition-sql.ts'
import { fieldSql } from './field-sql.ts'
import { type EmbedNode, embedNamed, isCountColumn, type PlannedColumn, type ReadNode } from './plan-read.ts'
import { isAggregated, outputNames, spreadOutputs, withoutLifted } from './spread-sql.ts'
import { type Bindings, qualified, quoted } from './statement.ts'

interface SelectOptions {
  /** Read from this instead of the node's own table. */
  from?: string
  /** Conditions that join it to the surrounding row. */
  links?: string[]
  /** Most rows at this level and in every embedded list. */
  maxRows: number | undefined
}

/**
 * `select … from … where … order by … limit …` for one level. Embedded resources are subqueries in the select list,
 * which PostgreSQL evaluates only for rows that remain after sorting and limit; inner to-one resources and spreads
 * are joined.
 */
export function selectSql(node: ReadNode, bindings: Bindings, options: SelectOptions): string {
  // A group of rows has no one joined row, but a subquery can use what the rows are grouped by.
  const isJoined = (embed: EmbedNode) =>
    embed.isToOne && embed.isInner && !isEvaluatedFirst(embed) && !isAggregated(node)
  const joined = node.embeds.filter((embed) => embed.isSpread || isJoined(embed))
  const outputs = columnOutputs(node, bindings)
  if (isAggregated(node)) outputs.push(...joined.filter(({ isHidden }) => !isHidden).flatMap(spreadOutputs))
  const grouping = groupingOf(node, outputs)
  const list = outputs.map(({ sql }) => sql)
  const joins: string[] = []
  for (const embed of node.embeds) {
    if (joined.includes(embed)) joins.push(joinSql(node, embed, { bindings, maxRows: options.maxRows }))
    if (!embed.isHidden && !(embed.isSpread && isAggregated(node)))
      list.push(embedOutput(node, embed, { bindings, maxRows: options.maxRows, joined }))
  }
  const isCountedBy = (embed: EmbedNode) => embed.isToOne && embed.isInner
  const where = [...(options.links ?? []), ...whereSql(node, bindings, { joined: joined.filter(isCountedBy) })]
  const from = options.from ?? `${qualified(node.table)} as ${node.alias}`
  const parts = [`select ${list.join(', ')} from ${[from, ...joins].join(' ')}`]
  if (where.length > 0) parts.push(`where ${where.join(' and ')}`)
  if (grouping.length > 0) parts.push(`group by ${grouping.join(', ')}`)
  if (node.order.length > 0) {
    parts.push(`order by ${node.order.map((term) => orderSql(node, term, { bindings, joined })).join(', ')}`)
  }
  parts.push(...limitSql(node, bindings, options.maxRows))
  return parts.join(' ')
}

interface Output {
  sql: string
  /** Undefined for an aggregate. */
  grouped: string | undefined
}

function columnOutputs(node: ReadNode, bindings: Bindings): Output[] {
  const outputs = node.columns.map((column) => columnOutput(node, column, bindings))
  if (!node.hasStar) return outputs
  if (!node.isMaterialised && !isAggregated(node)) return [{ sql: `${node.alias}.*`, grouped: undefined }, ...outputs]
  const all = [...node.table.columns.keys()].map((name) => `${node.alias}.${quoted(name)}`)
  return [...all.map((sql) => ({ sql, grouped: sql })), ...outputs]
}

function columnOutput(node: ReadNode, column: PlannedColumn, bindings: Bindings): Output {
  const name = quoted(column.name)
  const value = column.field && castSql(fieldSql(node, column.field, bindings), column.cast)
  // Each row counts once where the level around this one counts them.
  if (!column.aggregate) return { sql: `${value ?? '1'} as ${name}`, grouped: value }
  return {
    sql: `${castSql(`${column.aggregate}(${value ?? '*'})`, column.aggregateCast)} as ${name}`,
    grouped: undefined,
  }
}

/** Next to aggregates, all other selected columns, and those that embedded resources join on, are grouped by. */
function groupingOf(node: ReadNode, outputs: Output[]): string[] {
  if (!isAggregated(node)) return []
  const links = node.embeds.flatMap(({ relationship, isSpread }) =>
    (isSpread ? [] : relationship.pairs).map(([here]) => `${node.alias}.${quoted(here)}`),
  )
  return [...new Set([...outputs.flatMap(({ grouped }) => grouped ?? []), ...links])]
}

interface SelectContext {
  bindings: Bindings
  maxRows: number | undefined
}

function embedOutput(
  node: ReadNode,
  embed: EmbedNode,
  { bindings, maxRows, joined }: SelectContext & { joined: EmbedNode[] },
): string {
  const row = `${embed.alias}r`
  if (embed.isSpread) return `${row}.*`
  if (joined.includes(embed)) return `row_to_json(${row}) as ${quoted(embed.name)}`
  const inner = embeddedSelect(node, embed, { bindings, maxRows })
  const json = embed.isToOne ? `row_to_json(${row})` : `coalesce(json_agg(${row}), '[]'::json)`
  return `(select ${json} from (${inner}) as ${row}) as ${quoted(embed.name)}`
}

function embeddedSelect(node: ReadNode, embed: EmbedNode, { bindings, maxRows }: SelectContext): string {
  return selectSql(embed, bindings, {
    from: sourceOf(node, embed),
    links: linkSql(node, embed),
    maxRows: embed.isToOne ? onlyOne(embed) : maxRows,
  })
}

/** A view may show the row behind a key more than once, and a function may return more than it declares. */
function onlyOne({ table, relationship }: EmbedNode): 1 | undefined {
  return table.isView || relationship.computedBy !== undefined ? 1 : undefined
}

function joinSql(node: ReadNode, embed: EmbedNode, { bindings, maxRows }: SelectContext): string {
  const row = `${embed.alias}r`
  const kind = embed.isInner && embed.isToOne ? 'join' : 'left join'
  const visible = embed.isHidden ? { ...embed, columns: [], hasStar: true } : withoutLifted(embed)
  const inner = embeddedSelect(node, visible, { bindings, maxRows })
  if (embed.isToOne) return `${kind} lateral (${inner}) as ${row} on true`
  // A spread list becomes one array per column. Rows can be grouped by jsonb, not by json.
  const json = isAggregated(node) ? 'jsonb' : 'json'
  const arrays = outputNames(visible).map(
    (name) => `coalesce(${json}_agg(s.${quoted(name)}), '[]'::${json}) as ${quoted(name)}`,
  )
  return `${kind} lateral (select ${arrays.join(', ')} from (${inner}) as s) as ${row} on true`
}

function orderSql(
  node: ReadNode,
  term: OrderTerm,
  { bindings, joined }: { bindings: Bindings; joined: EmbedNode[] },
): string {
  const direction = term.direction ? ` ${term.direction}` : ''
  const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
  return `${orderedBy(node, term, { bindings, joined })}${direction}${nulls}`
}

function orderedBy(
  node: ReadNode,
  { relation, field }: OrderTerm,
  { bindings }: { bindings: Bindings; joined: EmbedNode[] },
): string {
  if (relation === undefined) {
    const isCount = isCountColumn(node.table, field) && isAggregated(node)
    return isCount ? 'count(*)' : fieldSql(node, field, bindings)
  }
  const embed = embedNamed(node, relation)
  if (!embed.isToOne) throw relatedOrderImpossible(node.table.name, relation)
  // Rows that a spread groups are ordered by what it groups them by.
  if (isAggregated(node) && embed.isSpread && field.path.length === 0 && outputNames(embed).includes(field.name))
    return `${embed.alias}r.${quoted(field.name)}`
  const where = [...linkSql(node, embed), ...whereSql(embed, bindings)]
  return `(select ${fieldSql(embed, field, bindings)} from ${sourceOf(node, embed)} where ${where.join(' and ')}${onlyOne(embed) ? ' limit 1' : ''})`
}

/** The limit is written into the text, so that PostgreSQL plans for that many rows; offsets vary too much for that. */
function limitSql(node: ReadNode, bindings: Bindings, maxRows: number | undefined): string[] {
  const parts: string[] = []
  const limit = Math.min(node.limit ?? Number.POSITIVE_INFINITY, maxRows ?? Number.POSITIVE_INFINITY)
  if (Number.isSafeInteger(limit)) parts.push(`limit ${limit}`)
  if (node.offset) parts.push(`offset ${bindings.bind(String(node.offset))}`)
  return parts
}
