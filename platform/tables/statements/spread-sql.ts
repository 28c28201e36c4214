import { castSql } from './casts.ts'
import type { EmbedNode, PlannedColumn, ReadNode } from './plan-read.ts'
import { quoted } from './statement.ts'

/** Whether a level groups its rows, for its own aggregates or for those that a to-one spread lifts into it. */
export function isAggregated(node: ReadNode): boolean {
  return node.columns.some((column) => column.aggregate !== undefined) || node.embeds.some(liftsAggregates)
}

const liftsAggregates = (embed: EmbedNode): boolean => embed.isSpread && embed.isToOne && isAggregated(embed)

/** A to-one spread whose aggregates are calculated by the level around it, over all its rows. */
export function withoutLifted(embed: EmbedNode): EmbedNode {
  if (!liftsAggregates(embed)) return embed
  return {
    ...embed,
    columns: embed.columns.map((column) => ({ ...column, aggregate: undefined, aggregateCast: undefined })),
    embeds: embed.embeds.map((inner) => (inner.isSpread ? withoutLifted(inner) : inner)),
  }
}

interface SpreadOutput {
  sql: string
  /** Undefined for an aggregate. */
  grouped: string | undefined
}

/** The columns of a spread beside aggregates: they group the rows, as the level's own columns do. */
export function spreadOutputs(embed: EmbedNode): SpreadOutput[] {
  const row = `${embed.alias}r`
  return columnsOf(embed).map(({ name, column }) => {
    const value = `${row}.${quoted(name)}`
    if (!column?.aggregate) return { sql: value, grouped: value }
    return {
      sql: `${castSql(`${column.aggregate}(${value})`, column.aggregateCast)} as ${quoted(name)}`,
      grouped: undefined,
    }
  })
}

/** The names in a spread resource's row. */
export const outputNames = (node: ReadNode): string[] => columnsOf(node).map(({ name }) => name)

interface NamedColumn {
  name: string
  column: PlannedColumn | undefined
}

function columnsOf(node: ReadNode): NamedColumn[] {
  const stars = node.hasStar ? [...node.table.columns.keys()] : []
  const found = new Map<string, NamedColumn>(stars.map((name) => [name, { name, column: undefined }]))
  for (const column of node.columns) found.set(column.name, { name: column.name, column })
  for (const embed of node.embeds) {
    if (embed.isHidden) continue
    const inner = embed.isSpread ? columnsOf(embed) : [{ name: embed.name, column: undefined }]
    // A list has calculated its aggregates itself.
    for (const { name, column } of inner) found.set(name, { name, column: embed.isToOne ? column : undefined })
  }
  return [...found.values()]
}
