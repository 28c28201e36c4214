import type pg from 'pg'
import { type Definition, type DefinitionName, definitionKey } from './reading/definition.ts'
import { splitStatements } from './reading/split-statements.ts'

/** A definition as it was applied last. */
export interface StoredDefinition extends DefinitionName {
  sql: string
  /** The release that removed it; null while it is in use. */
  retiredIn: string | null
  owner: string | undefined
}

/** The stored definitions by key, in the order in which they are created. */
export async function readStoredDefinitions(client: pg.ClientBase): Promise<Map<string, StoredDefinition>> {
  const { rows } = await client.query<Omit<StoredDefinition, 'owner'>>(
    `select kind, name, sql, retired_in as "retiredIn" from migrations.definitions order by place`,
  )
  return new Map(
    rows.map((row) => {
      const [, owner] = /^-- owner: (\w+)\n/.exec(row.sql) ?? []
      return [definitionKey(row), { ...row, owner }]
    }),
  )
}

/** Converts a stored definition, so that it can be created again. */
export function toDefinition({ kind, name, sql, owner }: StoredDefinition): Definition {
  const path = `a former release's ${kind} ${name}`
  return { kind, name, owner, statements: splitStatements(sql).map((statement) => ({ ...statement, path })) }
}
