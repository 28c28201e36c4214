import type { Database, Identity } from '#platform/postgres/database.ts'
import { announcingTables, type FindWatchable } from './columns.ts'
import { parseFilter } from './filters.ts'
import { isRecord } from './frames.ts'
import type { Interest } from './table-watch.ts'

/** A `postgres_changes` entry as the client wrote it. The reply echoes it, because clients compare the two by position. */
export interface Binding {
  id: number
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  schema: string | undefined
  table: string | undefined
  filter: string | undefined
}

const MOST_BINDINGS = 50
let lastId = 1_000

/** Null if it is not a list, or too long. */
export function readBindings(list: unknown): Binding[] | null {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > MOST_BINDINGS) return null
  const bindings = list.map(readBinding)
  return bindings.every((binding) => binding !== null) ? bindings : null
}

function readBinding(entry: unknown): Binding | null {
  if (!isRecord(entry)) return null
  const { event, schema, table, filter } = entry
  if (event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE' && event !== '*') return null
  if (!isOptionalText(schema) || !isOptionalText(table) || !isOptionalText(filter)) return null
  lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER
  return { id: lastId, event, schema: schema ?? undefined, table: table ?? undefined, filter: filter ?? undefined }
}

interface InterestsOptions {
  database: Database
  findWatchable: FindWatchable
  identity: Identity
}

/** What a binding means for an identity, one interest per table; a sentence if it cannot be served. */
export async function interestsOf(binding: Binding, options: InterestsOptions): Promise<Interest[] | string> {
  const schema = binding.schema ?? 'public'
  const everyTable = binding.table === undefined || binding.table === '*'
  const tables = everyTable ? await announcingTables(options.database, schema) : [binding.table ?? '']
  const interests: Interest[] = []
  for (const table of tables) {
    const readable = await options.findWatchable(options.identity.role, { schema, table })
    const filter = readable && binding.filter ? parseFilter(binding.filter, readable.columns) : null
    if (readable && (!binding.filter || filter)) {
      const keys = readable.columns.filter(({ name }) => readable.keyColumns.includes(name))
      const filtersByKey = filter !== null && parseFilter(binding.filter ?? '', keys) !== null
      const forVisitors = await options.findWatchable('anon', { schema, table })
      const sameColumns = JSON.stringify(forVisitors?.columns) === JSON.stringify(readable.columns)
      const isShared = sameColumns && readable.seesWhatVisitorsSee
      const { id, event } = binding
      interests.push({ id, event, schema, table, filter, filtersByKey, readable, isShared })
    } else if (!everyTable) return cannotServe(binding)
  }
  return interests.length > 0 ? interests : cannotServe(binding)
}

function cannotServe({ event, schema = 'public', table = '*', filter }: Binding): string {
  const parameters = `event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]`
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters}]`
}

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= 2_000)
}
