import { readFile } from 'node:fs/promises'
import type { TableFile } from '../migrations/database-sources.ts'
import { definitionKey } from './reading/definition.ts'
import { functionName } from './reading/function-name.ts'
import { splitStatements, withoutTexts } from './reading/split-statements.ts'

/**
 * Keys of functions that migrations create. They belong to the migrations unless a definition has the same name,
 * because a new database has them as well.
 */
export async function madeByTables(files: readonly TableFile[]): Promise<Set<string>> {
  const texts = await Promise.all(files.map(({ path }) => readFile(path, 'utf8')))
  return new Set(
    texts.flatMap(splitStatements).flatMap(({ sql }) => {
      const code = withoutTexts(sql)
      const [, name] = /^create\s+(?:or\s+replace\s+)?function\s+([\w.]+)/i.exec(code) ?? []
      return name === undefined ? [] : [definitionKey({ kind: 'function', name: functionName(name, code) })]
    }),
  )
}
