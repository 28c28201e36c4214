import type pg from 'pg'
import type { Routine, Schema, Table } from '../catalogue/schema.ts'

/** Rights of one role to a table. */
export interface TableRights {
  table: Table
  /** Columns in the table's order. */
  readable: string[]
  insertable: string[]
  updatable: string[]
  canDelete: boolean
}

export interface SchemaRights {
  tables: TableRights[]
  /** Functions that may be called, by name; overloads together. */
  routines: Map<string, Routine[]>
}

interface RightsRow {
  oid: string
  readable: string[]
  insertable: string[]
  updatable: string[]
  removable: boolean
}

/** Grants only: row policies decide about rows, which a description does not name. */
const RIGHTS = `
  with columns as (
    select c.oid, a.attnum, a.attname::text as name from unnest($1::oid[]) as c (oid)
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  )
  select oid::text as oid, has_table_privilege(oid, 'delete') as removable,
    coalesce(array_agg(name order by attnum) filter (where has_column_privilege(oid, attnum, 'select')), '{}') as readable,
    coalesce(array_agg(name order by attnum) filter (where has_column_privilege(oid, attnum, 'insert')), '{}') as insertable,
    coalesce(array_agg(name order by attnum) filter (where has_column_privilege(oid, attnum, 'update')), '{}') as updatable
  from columns group by oid`

const CALLABLE = `select oid::text as oid from unnest($1::oid[]) as f (oid) where has_function_privilege(oid, 'execute')`

/** The rights of the transaction's role to the schema; none without a right to use the schema itself. */
export async function readRights(tx: pg.ClientBase, schema: Schema): Promise<SchemaRights> {
  const tables = [...schema.tables.values()]
  const routines = [...schema.routines.values()].flat()
  const usage = await tx.query<{ usable: boolean }>('select has_schema_privilege($1, $2) as usable', [
    schema.name,
    'usage',
  ])
  if (!usage.rows[0]?.usable) return { tables: [], routines: new Map() }
  const rights = await tx.query<RightsRow>(RIGHTS, [tables.map(({ oid }) => oid)])
  const callable = await tx.query<{ oid: string }>(CALLABLE, [routines.map(({ oid }) => oid)])
  const byOid = new Map(rights.rows.map((row) => [row.oid, row]))
  const known = new Set(callable.rows.map(({ oid }) => oid))
  return {
    tables: tables.flatMap((table) => {
      const row = byOid.get(table.oid)
      return row && isAny(row) ? [tableRights(table, row)] : []
    }),
    routines: byName(routines.filter(({ oid }) => known.has(oid))),
  }
}

function byName(routines: Routine[]): Map<string, Routine[]> {
  const found = new Map<string, Routine[]>()
  for (const routine of routines) found.set(routine.name, [...(found.get(routine.name) ?? []), routine])
  return found
}

const isAny = ({ readable, insertable, updatable, removable }: RightsRow): boolean =>
  readable.length > 0 || insertable.length > 0 || updatable.length > 0 || removable

const tableRights = (table: Table, { readable, insertable, updatable, removable }: RightsRow): TableRights => ({
  table,
  readable,
  insertable,
  updatable,
  canDelete: removable,
})
