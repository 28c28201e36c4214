import type pg from 'pg'
import { type Definition, type DefinitionKind, sqlOf } from './definition.ts'

/** A definition as it was applied last. */
export interface StoredDefinition {
  kind: DefinitionKind
  name: string
  sql: string
  /** The release that no longer has it; null while it is in use. */
  retiredIn: string | null
  /** For messages: where it is written no longer. */
  path: string
  owner: string | undefined
}

export const keyOf = ({ kind, name }: { kind: DefinitionKind; name: string }): string => `${kind} ${name}`

/** By their keys, in the order in which they were created. */
export async function storedDefinitions(client: pg.ClientBase): Promise<Map<string, StoredDefinition>> {
  const { rows } = await client.query<StoredDefinition>(
    `select kind, name, sql, retired_in as "retiredIn" from migrations.definitions order by place`,
  )
  return new Map(
    rows.map((row) => {
      const [, owner] = /^-- owner: (\w+)\n/.exec(row.sql) ?? []
      return [keyOf(row), { ...row, path: `a former release's ${row.kind} ${row.name}`, owner }]
    }),
  )
}

interface Changes {
  changed: readonly Definition[]
  retired: readonly StoredDefinition[]
  forgotten: readonly StoredDefinition[]
  /** Of the release that applies them. */
  version: string
}

export async function storeDefinitions(
  client: pg.ClientBase,
  { changed, retired, forgotten, version }: Changes,
): Promise<void> {
  const columns = (all: readonly { kind: DefinitionKind; name: string }[]) => [
    all.map(({ kind }) => kind),
    all.map(({ name }) => name),
  ]
  await client.query(
    `insert into migrations.definitions (kind, name, sql) select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict (kind, name) do update set sql = excluded.sql, retired_in = null`,
    [...columns(changed), changed.map(sqlOf)],
  )
  await client.query(
    `update migrations.definitions d set retired_in = $3 from unnest($1::text[], $2::text[]) r (kind, name)
     where d.kind = r.kind and d.name = r.name and d.retired_in is null`,
    [...columns(retired), version],
  )
  await client.query(
    `delete from migrations.definitions d using unnest($1::text[], $2::text[]) f (kind, name) where d.kind = f.kind and d.name = f.name`,
    columns(forgotten),
  )
}
