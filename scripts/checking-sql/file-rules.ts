/** The role that sends the statements of a file; the first match applies. Scripts and seeds run as the owner. */
const ROLES: [RegExp, string][] = [
  [/^platform\/auth\//, 'auth_admin'],
  [
    /^platform\/(postgres\/(migrations\/migrate|definitions\/[\w-]+|owner-connection|servers\/server-check)|secrets\/site-identity|backups\/[\w-]+)\.ts$/,
    '',
  ],
  // Sent on connections without SET ROLE.
  [/^platform\/postgres\/servers\/(log-position|standby)\.ts$/, 'authenticator'],
  // Switches to the auth service's role for the login, and back.
  [/^server\/accounts\/(delete-account|erase-person)\.ts$/, ''],
  [/^server\/discovery\//, 'anon'],
  [/^(platform|server)\//, 'service_role'],
]

/** The role that sends a file's statements; undefined for the owner. */
export function roleOf(path: string): string | undefined {
  return ROLES.find(([pattern]) => pattern.test(path))?.[1] || undefined
}

/** Files with a statement that is known only at run time, and its variable part. */
export const EXCLUDED_FILES: Record<string, string> = {
  'server/data-protection/read-held-data.ts': 'tables of the register of processing, which is code',
  'database/seed/content/documents.ts': 'charges that both kinds of fee write the same way',
  'database/seed/fill/fill-copies.ts': 'tables to be copied, with their columns from the catalogue',
  'database/seed/fill/without-indexes.ts': 'indexes with their definitions from the catalogue',
  'database/seed/rows.ts': 'columns of the rows to be written',
  'database/seed/history/seed-history.ts': 'columns that a step writes',
  'platform/auth/users/users.ts': 'columns of the changes; their names are checked by UserChanges',
  'platform/backups/dump-database.ts': 'tables with their columns, from the catalogue',
  'platform/backups/load-database.ts': 'tables with their columns, from the catalogue',
  'platform/postgres/authenticator.ts': 'a password, which no statement takes as a value',
  'platform/postgres/database.ts': 'statements of callers',
  'platform/postgres/definitions/apply-definitions.ts': 'the object that a comment is about',
  'platform/postgres/definitions/drop-definition.ts': 'the object to be dropped',
  'platform/postgres/definitions/rights.ts': 'the object and the roles of a right',
  'platform/postgres/definitions/run-definition.ts': 'the text of a definition, and its owner',
  'platform/postgres/transaction.ts': 'as many settings as a transaction has',
  'platform/postgres/queries/listener.ts': 'the name of a channel',
  'platform/postgres/migrations/migrate.ts': 'the text of a file of tables',
  'platform/postgres/servers/server-check.ts': 'names of settings of the server',
  'platform/postgres/queries/anonymous-queries.ts': 'statements of callers, with a condition',
  'platform/realtime/changes/read-rows.ts': 'a table and its readable columns, from the catalogue',
  'platform/tables/handle-read.ts': 'the query of a request',
  'platform/tables/statements/explain.ts': 'the query of a request',
  'platform/tables/statements/run-statement.ts': 'the query of a request',
  'scripts/reading-queries/parse-statement.ts': 'the statement to be read',
  'scripts/simulating/sharing-day/end-of-day.ts': 'a query for each rule, all of which its test runs',
  'scripts/simulating/open-market.ts': 'statements of callers',
  'scripts/simulating/shadow-clock.ts': "functions that take the place of the server's own",
  'scripts/checking-sql/check-functions.ts': 'the function to be checked',
  'scripts/checking-sql/check-statements.ts': 'the statement to be checked',
}

/** Files whose statements use temporary tables that they create themselves. Their tests run all of them. */
export const TEMPORARY_TABLE_FILES: ReadonlySet<string> = new Set([
  'database/seed/fill/fill-ledger.ts',
  'database/seed/fill/fill-market.ts',
])
