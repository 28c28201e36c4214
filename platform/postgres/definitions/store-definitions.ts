import type pg from 'pg'
import type { DefinitionsPlan } from './plan-definitions.ts'
import { type DefinitionName, definitionSql } from './reading/definition.ts'

/** Records the applied plan in migrations.definitions. */
export async function storeDefinitions(
  client: pg.ClientBase,
  { definitions, changed, retained, removed, version }: DefinitionsPlan,
): Promise<void> {
  const columns = (all: readonly DefinitionName[]) => [all.map(({ kind }) => kind), all.map(({ name }) => name)]
  await client.query(
    `insert into migrations.definitions (kind, name, sql, place) select *, 0 from unnest($1::text[], $2::text[], $3::text[])
     on conflict (kind, name) do update set sql = excluded.sql`,
    [...columns([...changed]), [...changed].map(definitionSql)],
  )
  await client.query(
    `update migrations.definitions d set place = w.place, retired_in = null
     from unnest($1::text[], $2::text[]) with ordinality w (kind, name, place)
     where d.kind = w.kind and d.name = w.name and (d.place <> w.place or d.retired_in is not null)`,
    columns(definitions),
  )
  await client.query(
    `update migrations.definitions d set retired_in = $3 from unnest($1::text[], $2::text[]) s (kind, name)
     where d.kind = s.kind and d.name = s.name and d.retired_in is null`,
    [...columns(retained), version],
  )
  await client.query(
    `delete from migrations.definitions d using unnest($1::text[], $2::text[]) f (kind, name) where d.kind = f.kind and d.name = f.name`,
    columns(removed),
  )
}
