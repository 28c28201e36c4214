import { tooMuch } from '../errors/errors.ts'
import type { Condition } from '../parsing/parse-filters.ts'
import type { EmbedNode, ReadNode } from './plan-read.ts'

/** The maximum cost of a read, estimated from its shape alone, without the contents of the tables. */
export interface ReadCost {
  /** Rows of all levels together. */
  rows: number
  /** Whether the database may have to look at far more rows than it returns. */
  isHeavy: boolean
}

/** Assumed number of rows of a nested list without a limit. */
const LIST_ROWS = 20
/** Reads of more rows or conditions are heavy: no screen, and no usual client, makes them. */
const LIGHT_ROWS = 30_000
const LIGHT_CONDITIONS = 20

/** Throws PGRST100 for a read of more rows than one request may read. */
export function readCost(node: ReadNode, { maxRows, maxReadRows }: { maxRows: number; maxReadRows: number }): ReadCost {
  const rows = totalRows(node, Math.min(node.limit ?? maxRows, maxRows, maxNamedRows(node)), maxRows)
  if (rows > maxReadRows) {
    throw tooMuch(
      `The request asks for ${rows} rows and may ask for ${maxReadRows}`,
      `Embed fewer lists, or give them and the request a limit; a list without one counts as ${LIST_ROWS} rows.`,
    )
  }
  const { conditions, isSearching } = survey(node)
  return { rows, isHeavy: rows > LIGHT_ROWS || conditions > LIGHT_CONDITIONS || isSearching }
}

/** Maximum rows that the filters select if they name values of a unique column. */
function maxNamedRows({ table, conditions }: ReadNode): number {
  const counts = new Map<string, number>()
  for (const condition of conditions) {
    if (condition.kind === 'tree' || condition.negated || condition.field.path.length > 0) continue
    const { operator, list, quantifier } = condition.operation
    if (operator === 'eq' && !quantifier) counts.set(condition.field.name, 1)
    else if (operator === 'in' && list) counts.set(condition.field.name, list.length)
  }
  const sizes = table.uniques.map((columns) =>
    columns.reduce((size, column) => size * (counts.get(column) ?? Number.POSITIVE_INFINITY), 1),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...sizes)
}

/** Rows of this level and all below it, if this level has that many. */
function totalRows(node: ReadNode, rows: number, maxRows: number): number {
  let all = rows
  for (const embed of node.embeds) all += totalRows(embed, rows * rowsPerParent(embed, maxRows), maxRows)
  return all
}

/** Rows of an embedded resource for one row around it. An embedded count costs as much as the list that it counts. */
function rowsPerParent(embed: EmbedNode, maxRows: number): number {
  return embed.isToOne ? 1 : Math.min(embed.limit ?? LIST_ROWS, maxRows)
}

interface Survey {
  conditions: number
  isSearching: boolean
}

/** Regular expressions have no upper bound, and an order by another table's column reads that table for every row. */
function survey(node: ReadNode): Survey {
  const own: Survey = {
    conditions: 0,
    isSearching: node.order.some(({ relation }) => relation !== undefined),
  }
  for (const condition of node.conditions) look(condition, own)
  for (const embed of node.embeds) {
    const below = survey(embed)
    own.conditions += below.conditions
    own.isSearching ||= below.isSearching
  }
  return own
}

function look(condition: Condition, into: Survey): void {
  if (condition.kind === 'tree') {
    for (const part of condition.conditions) look(part, into)
    return
  }
  into.conditions += 1
  if (['match', 'imatch', 'fts', 'plfts', 'phfts', 'wfts'].includes(condition.operation.operator))
    into.isSearching = true
}
