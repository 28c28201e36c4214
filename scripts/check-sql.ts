import { resolve } from 'node:path'
import { sourceFiles } from '../tests/laws/imports.ts'
import { checkFunctions } from './checking-sql/check-functions.ts'
import { checkStatements, needlesslyLeftOut } from './checking-sql/check-statements.ts'
import { findStatements } from './checking-sql/find-statements.ts'
import { withThrowawayDatabase } from './throwaway-database.ts'

/** Part of npm run check: every SQL text that the product sends, against the database that the sources make (decision 0008). */
const SENDS_SQL = /^(server|platform|database\/seed|scripts)\/.*\.ts$/
const IS_OF_TESTS = /\.test\.ts$|\/tests\/|\/testing(-server)?[./]/

const breaches = await withThrowawayDatabase(async (client) => {
  const paths = sourceFiles().filter((path) => SENDS_SQL.test(path) && !IS_OF_TESTS.test(path))
  const statements = findStatements(paths.map((path) => resolve(path)))
  const idle = needlesslyLeftOut(statements).map(
    (path) => `${path}: every statement is fixed; take it out of rooms.ts.`,
  )
  console.log(`${statements.length} SQL statements checked.`)
  return [...(await checkStatements(client, statements)), ...(await checkFunctions(client)), ...idle]
})
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length > 0 ? 1 : 0
