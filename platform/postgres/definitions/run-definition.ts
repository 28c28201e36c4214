import pg from 'pg'
import { errorText, PostgresFault } from '../fault.ts'
import { type Definition, placeOf } from './definition.ts'

/** As its owner. Throws a `PostgresFault` that names file and line. */
export async function runDefinition(client: pg.ClientBase, { statements, owner }: Definition): Promise<void> {
  if (owner !== undefined) await client.query(`set local role ${pg.escapeIdentifier(owner)}`)
  for (const statement of statements) {
    try {
      await client.query(statement.sql)
    } catch (error) {
      const position = error instanceof pg.DatabaseError ? Number(error.position ?? 1) : 1
      const linesBelow = statement.sql.slice(0, position - 1).split('\n').length - 1
      throw new PostgresFault(
        `Migrating the database failed in ${placeOf(statement, linesBelow)}: ${errorText(error)}.`,
        { cause: error },
      )
    }
  }
  if (owner !== undefined) await client.query('reset role')
}
