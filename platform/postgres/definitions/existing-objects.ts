import type pg from 'pg'
import { type DefinitionKind, type DefinitionName, definitionKey } from './reading/definition.ts'

/**
 * The keys of the definitions that exist in the database. Rights always count as existing, because they are compared
 * with what was applied last, and so does a view whose name a table has taken.
 */
export async function existingKeys(client: pg.ClientBase, wanted: readonly DefinitionName[]): Promise<Set<string>> {
  const { rows } = await client.query<{ kind: DefinitionKind; name: string }>(
    `select w.kind, w.name from unnest($1::text[], $2::text[]) w (kind, name) where case w.kind
       when 'function' then ${routineOid('w.name')} is not null
       when 'view' then to_regclass(w.name) is not null
       when 'trigger' then exists (select from pg_trigger t
         where t.tgname = split_part(w.name, ' on ', 1) and t.tgrelid = to_regclass(split_part(w.name, ' on ', 2)))
       when 'policy' then exists (select from pg_policy p
         where p.polname = split_part(w.name, ' on ', 1) and p.polrelid = to_regclass(split_part(w.name, ' on ', 2)))
       else true end`,
    [wanted.map(({ kind }) => kind), wanted.map(({ name }) => name)],
  )
  return new Set(rows.map(definitionKey))
}

/**
 * SQL expression for the oid of a function by its signature, or null. PostgreSQL 15 itself throws for a type that
 * doesn't exist, such as the row type of a table that isn't created yet.
 */
export function routineOid(name: string): string {
  return `(case when not exists (select from regexp_split_to_table(substring(${name} from '\\((.*)\\)$'), ', ') type
    where type <> '' and to_regtype(type) is null) then to_regprocedure(${name}) end)`
}
