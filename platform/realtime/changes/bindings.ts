import type { Database, Identity } from '#platform/postgres/database.ts'
import { isRecord } from '../frames.ts'
import { announcingTables, type FindWatchable } from './columns.ts'
import { parseFilter } from './filters.ts'
import type { TableSubscription } from './table-watch.ts'

/** A `postgres_changes` entry from the client. The reply echoes it, because clients compare the two by position. */
export interface Binding {
  id: number
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  schema: string | undefined
  table: string | undefined
  filter: string | undefined
  /** Columns that the client wants; all that it may read if undefined. */
  select: string[] | undefined
}

const MAX_BINDINGS = 50
const MAX_SELECTED = 100
let lastId = 1_000

/** Null if it is not a list, is too long, or has a malformed entry. */
export function readBindings(list: unknown): Binding[] | null {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > MAX_BINDINGS) return null
  const bindings = list.map(readBinding)
  return bindings.every((binding) => binding !== null) ? bindings : null
}

function readBinding(entry: unknown): Binding | null {
  if (!isRecord(entry)) return null
  const { event, schema, table, filter, select } = entry
  if (event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE' && event !== '*') return null
  if (!isOptionalText(schema) || !isOptionalText(table) || !isOptionalText(filter)) return null
  if (!isOptionalList(select)) return null
  lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER
  return {
    id: lastId,
    event,
    schema: schema ?? undefined,
    table: table ?? undefined,
    filter: filter ?? undefined,
    select: select ?? undefined,
  }
}

interface ResolveOptions {
  database: Database
  findWatchable: FindWatchable
  identity: Identity
}

/** Resolves a binding for an identity into one subscription per table; an error message if it cannot be served. */
export async function resolveBinding(binding: Binding, options: ResolveOptions): Promise<TableSubscription[] | string> {
  const schema = binding.schema ?? 'public'
  const everyTable = binding.table === undefined || binding.table === '*'
  const tables = everyTable ? await announcingTables(options.database, schema) : [binding.table ?? '']
  const subscriptions: TableSubscription[] = []
  for (const table of tables) {
    const readable = await options.findWatchable(options.identity.role, { schema, table })
    const filter = readable && binding.filter ? parseFilter(binding.filter, readable.columns) : null
    const canSelect = binding.select?.every((name) => readable?.columns.some((column) => column.name === name)) ?? true
    if (readable && canSelect && (!binding.filter || filter)) {
      const keys = readable.columns.filter(({ name }) => readable.keyColumns.includes(name))
      const filtersByKey = filter !== null && parseFilter(binding.filter ?? '', keys) !== null
      const forAnonymous = await options.findWatchable('anon', { schema, table })
      const sameColumns = JSON.stringify(forAnonymous?.columns) === JSON.stringify(readable.columns)
      const isShared = sameColumns && readable.seesAnonymousRows
      const { id, event, select } = binding
      subscriptions.push({ id, event, schema, table, filter, filtersByKey, select, readable, isShared })
    } else if (!everyTable) return unservable(binding)
  }
  return subscriptions.length > 0 ? subscriptions : unservable(binding)
}

function unservable({ event, schema = 'public', table = '*', filter }: Binding): string {
  const parameters = `event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]`
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters}]`
}

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= 2_000)
}

function isOptionalList(value: unknown): value is string[] | null | undefined {
  if (value === undefined || value === null) return true
  return Array.isArray(value) && value.length <= MAX_SELECTED && value.every((name) => typeof name === 'string')
}
