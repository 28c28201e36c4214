import { readFile } from 'node:fs/promises'
import type { TableFile } from '../database-sources.ts'
import { keyOf } from './definition.ts'
import { functionName } from './function-name.ts'
import { splitStatements, withoutTexts } from './split-statements.ts'

interface TableFiles {
  all: readonly TableFile[]
  /** Those that the database has not seen. */
  pending: readonly TableFile[]
}

/**
 * Keys of definitions that belong to files of tables from now on: of functions that any of them makes, as a new database has
 * them too, and of views that give their names to new tables.
 */
export async function madeByTables({ all, pending }: TableFiles): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const file of all) {
    for (const { sql } of splitStatements(await readFile(file.path, 'utf8'))) {
      const bare = withoutTexts(sql)
      const [, name] = CREATE_FUNCTION.exec(bare) ?? []
      if (name !== undefined) keys.add(keyOf({ kind: 'function', name: functionName(name, bare) }))
      const [, table] = CREATE_TABLE.exec(bare) ?? []
      if (table !== undefined && pending.includes(file)) keys.add(keyOf({ kind: 'view', name: table }))
    }
  }
  return keys
}

const CREATE_FUNCTION = /^create\s+(?:or\s+replace\s+)?function\s+([\w.]+)/i
const CREATE_TABLE = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/i
