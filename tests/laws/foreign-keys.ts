import { withoutTexts } from '#platform/postgres/definitions/reading/split-statements.ts'
import type { Source } from './laws.ts'

/**
 * Every foreign key must have an `on delete` clause. `no action` is checked at the end of the statement, so that rows
 * deleted together with their parent in one statement do not block it.
 */
export function foreignKeysHaveOnDelete({ path, text }: Source): string[] {
  if (!/(^database|\/sql)\/tables\/.*\.sql$/.test(path)) return []
  const bare = withoutTexts(text)
  return [...bare.matchAll(/\breferences\s+[\w.]+(?:\s*\([^)]*\))?([^,;]*)/gi)].flatMap(
    ({ index, 0: key, 1: rest = '' }) => {
      if (/\bon\s+delete\s+(no\s+action|restrict|cascade|set\s+null|set\s+default)\b/i.test(rest)) return []
      const line = bare.slice(0, index).split('\n').length
      return [`${path}:${line} "${key.trim()}" has no on delete clause.`]
    },
  )
}
