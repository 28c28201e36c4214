import { type Database, VISITOR } from '#platform/postgres/database.ts'
import type { TableName, WatchableTable } from './columns.ts'
import { readRows, rowId } from './read-rows.ts'

type JsonRow = Record<string, unknown>

interface CachedRead {
  startedAt: number
  row: Promise<JsonRow | null>
}

interface PublicRowsOptions {
  database: Database
  name: TableName
  /** The columns that anonymous users, and identities that share their reads, may read. */
  readable: WatchableTable
}

const CACHE_TTL_MS = 1_000

/**
 * Reads rows visible to anonymous users once for every identity whose policies include theirs. A public row that a
 * thousand signed-in users watch costs one read per change.
 */
export class PublicRows {
  readonly #options: PublicRowsOptions
  readonly #reads = new Map<string, CachedRead>()

  constructor(options: PublicRowsOptions) {
    this.#options = options
  }

  /** Returns the row as of `receivedAt` (from `performance.now()`) or later; null if anonymous users may not see it. */
  get(key: JsonRow, receivedAt: number): Promise<JsonRow | null> {
    const id = rowId(key)
    const cached = this.#reads.get(id)
    if (cached && cached.startedAt >= receivedAt) return cached.row
    const read: CachedRead = { startedAt: performance.now(), row: this.#read(key, id) }
    this.#reads.set(id, read)
    const forget = () => {
      if (this.#reads.get(id) === read) this.#reads.delete(id)
    }
    setTimeout(forget, CACHE_TTL_MS).unref()
    read.row.catch(forget)
    return read.row
  }

  async #read(key: JsonRow, id: string): Promise<JsonRow | null> {
    const { database, name, readable } = this.#options
    const rows = await readRows(database, VISITOR, { ...name, readable, keys: [key] })
    return rows.get(id) ?? null
  }
}
