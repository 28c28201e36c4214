/** Statements of a room are sent as its role; the first that fits counts. Those of scripts and seeds are the owner's. */
const ROLES: [RegExp, string][] = [
  [/^platform\/auth\//, 'auth_admin'],
  [
    /^platform\/(postgres\/(migrate|definitions\/[\w-]+|owner-connection|server-check)|secrets\/site-marks|backups\/[\w-]+)\.ts$/,
    '',
  ],
  // Asked on connections that have taken no role.
  [/^platform\/postgres\/(log-position|standby)\.ts$/, 'authenticator'],
  // Switches to the auth service's role for the login, and back.
  [/^server\/accounts\/delete-account\.ts$/, ''],
  [/^server\/discovery\//, 'anon'],
  [/^(platform|server)\//, 'service_role'],
]

/** Undefined for the owner. */
export function roleOf(path: string): string | undefined {
  return ROLES.find(([room]) => room.test(path))?.[1] || undefined
}

/** Files with a statement that only a run can tell, and what it is made of. */
export const LEFT_OUT: Record<string, string> = {
  'database/seed/documents.ts': 'charges that both kinds of fee write the same way',
  'database/seed/fill-copies.ts': 'tables to be copied, with their columns from the catalogue',
  'database/seed/rows.ts': 'columns of the rows to be written',
  'database/seed/story.ts': 'columns that an event writes',
  'platform/auth/users.ts': 'columns of the changes; their names are checked by UserChanges',
  'platform/backups/copy-out.ts': 'tables with their columns, from the catalogue',
  'platform/backups/load-database.ts': 'tables with their columns, from the catalogue',
  'platform/postgres/authenticator.ts': 'a password, which no statement takes as a value',
  'platform/postgres/database.ts': 'a statement that others send',
  'platform/postgres/definitions/apply-definitions.ts': 'the object that a comment is about',
  'platform/postgres/definitions/drop-definition.ts': 'the object to be dropped',
  'platform/postgres/definitions/rights.ts': 'the object and the roles of a right',
  'platform/postgres/definitions/run-definition.ts': 'the text of a definition, and its owner',
  'platform/postgres/transaction.ts': 'as many settings as a transaction has',
  'platform/postgres/listener.ts': 'the name of a channel',
  'platform/postgres/migrate.ts': 'the text of a file of tables',
  'platform/postgres/server-check.ts': 'names of settings of the server',
  'platform/postgres/visitor-reads.ts': 'a statement that others send, under a condition',
  'platform/realtime/read-rows.ts': 'a table and its readable columns, from the catalogue',
  'platform/tables/handle-read.ts': 'what a request asks',
  'platform/tables/run-statement.ts': 'what a request asks',
  'scripts/reading-queries/parse-statement.ts': 'the statement to be read',
  'scripts/simulating/end-of-day.ts': 'the rules of the day, a query each, which its trial runs',
  'scripts/simulating/open-market.ts': 'what whoever simulates asks of it',
  'scripts/simulating/shadow-clock.ts': "functions that take the place of the server's own",
  'scripts/checking-sql/check-functions.ts': 'the function to be checked',
  'scripts/checking-sql/check-statements.ts': 'the statement to be checked',
}

/** Files whose statements work on temporary tables of their own making, which no migrated database has. Their tests run them all. */
export const ON_OWN_TABLES: ReadonlySet<string> = new Set([
  'database/seed/fill-ledger.ts',
  'database/seed/fill-market.ts',
])
