import pg from 'pg'
import { quotedName, readTables } from '#platform/backups/dump-database.ts'
import { qualifiedName } from '#platform/backups/manifest.ts'

/** A checksum of a database's rows, to compare two databases of different versions. */
interface Rows {
  version: string
  rows: number
  /** A sum over all rows of each table. */
  tables: Map<string, string>
}

export async function rowsOf(connectionString: string): Promise<Rows> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("set timezone = 'UTC'; set statement_timeout = 0")
    const all: Rows = { version: '', rows: 0, tables: new Map() }
    all.version = String((await client.query('show server_version')).rows[0].server_version).split(/[. ]/)[0] ?? ''
    for (const table of await readTables(client)) {
      const { rows } = await client.query<{ rows: number; sum: string }>(
        `select count(*)::integer as rows, coalesce(md5(string_agg(one, '' order by one collate "C")), '') as sum
         from (select md5(t::text) as one from ${quotedName(table)} t) summed`,
      )
      all.rows += rows[0]?.rows ?? 0
      all.tables.set(qualifiedName(table), `${rows[0]?.rows} ${rows[0]?.sum}`)
    }
    return all
  } finally {
    await client.end()
  }
}

/** The tables whose rows differ. */
export const differences = (one: Rows, other: Rows): string[] =>
  [...new Set([...one.tables.keys(), ...other.tables.keys()])].filter(
    (table) => one.tables.get(table) !== other.tables.get(table),
  )
