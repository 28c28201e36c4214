import { findRelationship } from '../catalogue/find-relationship.ts'
import { isToOne } from '../catalogue/relationships.ts'
import type { Relationship, Schema, Table } from '../catalogue/schema.ts'
import { aggregatesOff, notEmbedded, syntaxError } from '../errors/errors.ts'
import type { Field } from '../parsing/parse-field.ts'
import type { Condition } from '../parsing/parse-filters.ts'
import type { OrderTerm } from '../parsing/parse-order.ts'
import type { Level, ParsedQuery } from '../parsing/parse-query.ts'
import type { Aggregate, ColumnItem, EmbedItem, SelectItem } from '../parsing/parse-select.ts'

export interface PlannedColumn {
  /** Undefined for a bare count. */
  field: Field | undefined
  /** The key in the answer. */
  name: string
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

/** One level of a read: a table and what to read from it. */
export interface ReadNode {
  table: Table
  /** The table's name inside the statement; made here, never taken from the caller. */
  alias: string
  /** Rows come from a write or a function, so computed columns are plain columns. */
  isMaterialised: boolean
  hasStar: boolean
  columns: PlannedColumn[]
  embeds: EmbedNode[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

export interface EmbedNode extends ReadNode {
  relationship: Relationship
  /** The key in the answer, and the name filters use. */
  name: string
  /** As written before `(`. */
  target: string
  isToOne: boolean
  isInner: boolean
  isSpread: boolean
  /** Named only to be filtered by. */
  isHidden: boolean
}

interface ReadPlanOptions {
  areAggregatesOn: boolean
}

/** PostgreSQL would truncate a longer name, so that the key in the response would differ from the requested one. */
const MAX_NAME_BYTES = 63

/** Joins the parsed query with the catalogue. Throws PGRST108, PGRST123, PGRST200 and PGRST201. */
export function planRead(schema: Schema, table: Table, query: ParsedQuery, options: ReadPlanOptions): ReadNode {
  const planner: Planner = { schema, options, aliases: 0 }
  const root = planNode(planner, table, query.select)
  for (const level of query.levels) apply(root, level)
  return root
}

interface Planner {
  schema: Schema
  options: ReadPlanOptions
  aliases: number
}

function planNode(planner: Planner, table: Table, items: SelectItem[]): ReadNode {
  const node: ReadNode = {
    table,
    alias: `t${planner.aliases++}`,
    isMaterialised: false,
    hasStar: false,
    columns: [],
    embeds: [],
    conditions: [],
    order: [],
    limit: undefined,
    offset: undefined,
  }
  for (const item of items) {
    if (item.kind === 'star') node.hasStar = true
    else if (item.kind === 'column') node.columns.push(planColumn(planner, table, item))
    else node.embeds.push(planEmbed(planner, table, item))
  }
  return node
}

function planColumn({ options }: Planner, table: Table, item: ColumnItem): PlannedColumn {
  const { field, cast, aggregateCast } = item
  if (item.aggregate && !options.areAggregatesOn) throw aggregatesOff()
  // The dialect's older form of counting, `rel(count)`, is allowed even where aggregates are not.
  const isCount = field && isCountColumn(table, field)
  const aggregate = isCount ? 'count' : item.aggregate
  const name = checkedName(item.alias ?? (isCount ? 'count' : (item.aggregate ?? keyOf(field))))
  if (isCount) return { field: undefined, name, cast: undefined, aggregate, aggregateCast: cast }
  return { field, name, cast, aggregate, aggregateCast }
}

export function isCountColumn(table: Table, field: Field): boolean {
  return (
    field.name === 'count' && field.path.length === 0 && !table.columns.has('count') && !table.computed.has('count')
  )
}

/** A JSON path is named for its last key that is not an index. */
function keyOf(field: Field | undefined): string {
  const keys = field?.path.map(({ key }) => key).filter((key) => typeof key === 'string')
  return keys?.at(-1) ?? field?.name ?? 'count'
}

function checkedName(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw syntaxError('select parameter', name, 0, `expecting a name of 1 to ${MAX_NAME_BYTES} bytes`)
  }
  return name
}

function planEmbed(planner: Planner, table: Table, item: EmbedItem): EmbedNode {
  const relationship = findRelationship(planner.schema, table, item)
  const node = planNode(planner, relationship.target, item.items)
  return {
    ...node,
    relationship,
    name: checkedName(item.alias ?? item.target),
    target: item.target,
    isToOne: isToOne(relationship),
    isInner: item.inner,
    isSpread: item.spread,
    isHidden: item.items.length === 0,
  }
}

function apply(root: ReadNode, level: Level): void {
  let node = root
  for (const name of level.path) {
    node = embedNamed(node, name)
  }
  node.conditions.push(...level.conditions)
  node.order = level.order.length > 0 ? level.order : node.order
  node.limit = level.limit
  node.offset = level.offset
}

/** Found by its key in the answer, or by its own name if an alias hides that and nothing else has the name. */
export function embedNamed(node: ReadNode, name: string): EmbedNode {
  const embed = node.embeds.find((candidate) => candidate.name === name)
  if (embed) return embed
  const [hidden, ...others] = node.embeds.filter((candidate) => candidate.target === name)
  if (!hidden || others.length > 0) throw notEmbedded(name)
  return hidden
}
