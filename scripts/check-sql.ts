import { resolve } from 'node:path'
import { sourceFiles } from '../tests/laws/imports.ts'
import { checkFunctions } from './checking-sql/check-functions.ts'
import { checkStatements, unneededExclusions } from './checking-sql/check-statements.ts'
import { findStatements } from './checking-sql/find-statements.ts'
import { withThrowawayDatabase } from './throwaway-database.ts'

/**
 * Part of npm run check: checks every SQL statement of the product against a database built from the sources (decision
 * 0008).
 */
const SENDS_SQL = /^(server|platform|database\/seed|scripts)\/.*\.ts$/
const TEST_FILES = /\.test\.ts$|\/tests\/|\/testing(-server)?[./]/

const breaches = await withThrowawayDatabase(async (client) => {
  const paths = sourceFiles().filter((path) => SENDS_SQL.test(path) && !TEST_FILES.test(path))
  const statements = findStatements(paths.map((path) => resolve(path)))
  const unneeded = unneededExclusions(statements).map(
    (path) => `${path}: every statement is constant; remove it from file-rules.ts.`,
  )
  console.log(`${statements.length} SQL statements checked.`)
  return [...(await checkStatements(client, statements)), ...(await checkFunctions(client)), ...unneeded]
})
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length > 0 ? 1 : 0
