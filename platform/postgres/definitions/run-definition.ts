import pg from 'pg'
import { migrationFault } from '../migrations/migration-fault.ts'
import { type Definition, statementPlace } from './reading/definition.ts'

/** Runs the statements of a definition as its owner. Throws a `PostgresFault` that names file and line. */
export async function runDefinition(client: pg.ClientBase, { statements, owner }: Definition): Promise<void> {
  if (owner !== undefined) await client.query(`set local role ${pg.escapeIdentifier(owner)}`)
  for (const statement of statements) {
    try {
      await client.query(statement.sql)
    } catch (error) {
      throw migrationFault(error, statement.sql, (linesBelow) => statementPlace(statement, linesBelow))
    }
  }
  if (owner !== undefined) await client.query('reset role')
}
