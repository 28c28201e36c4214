import pg from 'pg'
import { errorCode, errorText, PostgresFault } from '../fault.ts'

/**
 * The fault for a failed statement, with hints for the operator. `placeOf` gets the number of lines between the
 * statement's first line and the error.
 */
export function migrationFault(error: unknown, sql: string, placeOf: (linesBelow: number) => string): PostgresFault {
  const position = error instanceof pg.DatabaseError ? Number(error.position ?? 1) : 1
  const linesBelow = sql.slice(0, position - 1).split('\n').length - 1
  const hint = HINTS[errorCode(error)] ?? ''
  return new PostgresFault(`Migrating the database failed in ${placeOf(linesBelow)}: ${errorText(error)}.${hint}`, {
    cause: error,
  })
}

const HINTS: Record<string, string> = {
  '42501':
    ' The user of DATABASE_URL must own the database and be allowed to make roles, one of them with BYPASSRLS: ' +
    'a superuser, or from PostgreSQL 16 on a user with CREATEROLE and BYPASSRLS.',
  '53100': ' The disk is full.',
}
