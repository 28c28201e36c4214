import type pg from 'pg'
import type { CatalogueFacts } from '../reading-queries/catalogue-facts.ts'
import { resultNullness } from '../reading-queries/nullness.ts'

interface Field {
  name: string
  type: string
  nullable: boolean
}

/** A function that can be called over the wire. */
export interface Routine {
  name: string
  args: { name: string; type: string; optional: boolean }[]
  returnsSet: boolean
  /** The table or view whose rows it returns; or its own columns; or a scalar; undefined for void. */
  result:
    | { row: { kind: 'Tables' | 'Views'; name: string } }
    | { columns: Field[] }
    | { type: string; nullable: boolean }
    | undefined
}

interface RoutineRow {
  oid: number
  name: string
  names: string[]
  modes: string[]
  types: string[]
  defaults: number
  returnsSet: boolean
  returnType: string
  row: { kind: 'Tables' | 'Views'; name: string } | null
  comment: string
}

/**
 * Functions of `public` that anon or authenticated may call, by name; functions over one row are columns of its table
 * instead.
 */
export async function readRoutines(client: pg.ClientBase, facts: CatalogueFacts): Promise<Routine[]> {
  const { rows } = await client.query<RoutineRow>(
    `select p.oid, p.proname::text as name, coalesce(p.proargnames, '{}') as names, coalesce(p.proargmodes::text[], '{}') as modes,
       array(select format_type(t, null) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (t, n) order by n) as types,
       p.pronargdefaults as defaults, p.proretset as "returnsSet", format_type(p.prorettype, null) as "returnType",
       (select jsonb_build_object('kind', case c.relkind when 'v' then 'Views' else 'Tables' end, 'name', c.relname) from pg_class c
         where c.reltype = p.prorettype and c.relnamespace = p.pronamespace and c.relkind in ('r', 'v')) as "row",
       coalesce(obj_description(p.oid, 'pg_proc'), '') as comment
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and not (p.pronargs = 1 and exists (select from pg_class c where c.reltype = p.proargtypes[0]))
       and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
     order by p.proname, p.oid::regprocedure::text`,
  )
  return rows.map((row) => ({
    name: row.name,
    args: routineArguments(row),
    returnsSet: row.returnsSet,
    result: routineResult(facts, row),
  }))
}

function routineArguments({ names, modes, types, defaults }: RoutineRow): Routine['args'] {
  const all = types.map((type, index) => ({ type, name: names[index] ?? '', mode: modes[index] ?? 'i' }))
  const inputs = all.filter(({ mode }) => ['i', 'b', 'v'].includes(mode))
  return inputs.map(({ name, type, mode }, index) => ({
    name,
    type,
    optional: index >= inputs.length - defaults || mode === 'v',
  }))
}

function routineResult(facts: CatalogueFacts, row: RoutineRow): Routine['result'] {
  if (row.returnType === 'void') return undefined
  if (row.row !== null) return { row: row.row }
  const columns = row.types.flatMap((type, index) =>
    ['o', 'b', 't'].includes(row.modes[index] ?? 'i') ? [{ name: row.names[index] ?? '', type }] : [],
  )
  if (columns.length < 2 && !row.modes.includes('t')) {
    return { type: row.returnType, nullable: resultNullness(facts, row.oid) !== 'never' }
  }
  const nullable = isNullable(row)
  return { columns: columns.map((column) => ({ ...column, nullable: nullable(column.name) })) }
}

/**
 * The catalogue does not record whether columns of a result can be null: "@null a, b" in the comment names all nullable
 * ones, "@null none" means that none is.
 */
function isNullable({ comment }: RoutineRow): (name: string) => boolean {
  const [, written] = /@null\b([\w, ]*)/.exec(comment) ?? []
  const named = written?.split(',').map((name) => name.trim())
  return (name) => named?.includes(name) ?? true
}
