import type { Database, Identity } from '#platform/postgres/database.ts'
import type { TableName, WatchableTable } from './columns.ts'
import { readRows, rowId } from './read-rows.ts'

const VISITOR: Identity = { role: 'anon', claims: { role: 'anon' } }

type Row = Record<string, unknown>

interface Read {
  startedAt: number
  row: Promise<Row | null>
}

interface PublicRowsOptions {
  database: Database
  name: TableName
  /** What visitors, and identities that share their reads, may read. */
  readable: WatchableTable
}

const KEEP_MS = 1_000

/**
 * Rows that visitors may see, read once for every identity whose policies include the visitors'. So a public row that a
 * thousand signed-in people watch costs one read per change.
 */
export class PublicRows {
  readonly #options: PublicRowsOptions
  readonly #reads = new Map<string, Read>()

  constructor(options: PublicRowsOptions) {
    this.#options = options
  }

  /** The row as it was at `heardAt` (of `performance.now()`) or later; null if visitors may not see it. */
  get(key: Row, heardAt: number): Promise<Row | null> {
    const id = rowId(key)
    const known = this.#reads.get(id)
    if (known && known.startedAt >= heardAt) return known.row
    const read: Read = { startedAt: performance.now(), row: this.#read(key, id) }
    this.#reads.set(id, read)
    const forget = () => {
      if (this.#reads.get(id) === read) this.#reads.delete(id)
    }
    setTimeout(forget, KEEP_MS).unref()
    read.row.catch(forget)
    return read.row
  }

  async #read(key: Row, id: string): Promise<Row | null> {
    const { database, name, readable } = this.#options
    const rows = await readRows(database, VISITOR, { ...name, readable, keys: [key] })
    return rows.get(id) ?? null
  }
}
