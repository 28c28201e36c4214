import type pg from 'pg'
import { firstQuery, parseStatement } from './parse-statement.ts'
import type { Node } from './query-tree.ts'

/** Facts from the catalogue about objects that a parse tree references by oid. */
export interface CatalogueFacts {
  isNotNull(relation: number, place: number): boolean
  viewQuery(relation: number): Node | undefined
  /** The body of one of our functions, if it is plain SQL. */
  bodyOf(routine: number): Node | undefined
  /** Returns null if any argument is null. */
  isStrict(routine: number): boolean
  /** Never returns null unless an argument is null. */
  isTotal(routine: number): boolean
  /** Never returns null, not even for null arguments. */
  isBuilder(routine: number): boolean
  /** An aggregate or window function that never returns null, not even without rows. */
  isCount(routine: number): boolean
  /** An aggregate that is not null if any row has a value. */
  isFolding(routine: number): boolean
}

/** PostgreSQL's functions that are total; its operators and casts are too, except the accessors of json. */
const TOTAL =
  `now clock_timestamp statement_timestamp transaction_timestamp timezone date_trunc date_part extract age to_char
  lower upper length char_length btrim ltrim rtrim left right replace regexp_replace md5 encode strpos
  starts_with split_part round floor ceil ceiling abs mod sign trunc power sqrt cardinality hashtext hashtextextended gen_random_uuid nextval to_json
  to_jsonb row_to_json jsonb_array_length`.split(/\s+/)

/** Never null, whatever the arguments. */
const BUILDERS = ['concat', 'json_build_object', 'jsonb_build_object', 'json_build_array', 'jsonb_build_array']

const GETTERS = /^jsonb?_(object_field|array_element|extract_path|path_match)/

const COUNTS = ['count', 'row_number', 'rank', 'dense_rank']
const FOLDS = [
  'sum',
  'min',
  'max',
  'avg',
  'bool_and',
  'bool_or',
  'every',
  'string_agg',
  'array_agg',
  'json_agg',
  'jsonb_agg',
]

interface CatalogueFunction {
  oid: number
  name: string
  strict: boolean
  isBuiltIn: boolean
  /** Implements an operator or a cast. */
  converts: boolean
}

export async function readCatalogueFacts(client: pg.ClientBase): Promise<CatalogueFacts> {
  const { rows: columns } = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
  )
  const { rows: routines } = await client.query<CatalogueFunction>(
    `select p.oid, proname::text as name, proisstrict as strict, pronamespace = 'pg_catalog'::regnamespace as "isBuiltIn",
       exists (select from pg_operator where oprcode = p.oid) or exists (select from pg_cast where castfunc = p.oid) as converts
     from pg_proc p`,
  )
  const { rows: views } = await client.query<{ relation: number; query: string }>(
    `select ev_class as relation, ev_action::text as query from pg_rewrite join pg_class c on c.oid = ev_class
     where rulename = '_RETURN' and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  const bodies = await readBodies(client)
  const notNull = new Set(columns.map(({ key }) => key))
  const byOid = new Map(routines.map((routine) => [routine.oid, routine]))
  const queries = new Map(views.map(({ relation, query }) => [relation, firstQuery(query)]))
  const isBuiltIn = (oid: number, fits: (routine: CatalogueFunction) => boolean) => {
    const routine = byOid.get(oid)
    return routine?.isBuiltIn === true && fits(routine)
  }
  return {
    isNotNull: (relation, place) => notNull.has(`${relation}.${place}`),
    viewQuery: (relation) => queries.get(relation),
    bodyOf: (routine) => bodies.get(routine),
    isStrict: (routine) => byOid.get(routine)?.strict ?? false,
    isTotal: (routine) =>
      isBuiltIn(routine, ({ name, converts }) => TOTAL.includes(name) || (converts && !GETTERS.test(name))),
    isBuilder: (routine) => isBuiltIn(routine, ({ name }) => BUILDERS.includes(name)),
    isCount: (routine) => isBuiltIn(routine, ({ name }) => COUNTS.includes(name)),
    isFolding: (routine) => isBuiltIn(routine, ({ name }) => FOLDS.includes(name)),
  }
}

/** Bodies of our functions in plain SQL that return a scalar. */
async function readBodies(client: pg.ClientBase): Promise<Map<number, Node>> {
  const { rows } = await client.query<{ oid: number; parameters: string; body: string }>(
    `select p.oid, pg_get_function_arguments(p.oid) as parameters, prosrc as body from pg_proc p
     where prolang = (select oid from pg_language where lanname = 'sql') and not proretset and prosrc <> ''
       and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  const bodies = new Map<number, Node>()
  await client.query('begin')
  try {
    for (const { oid, parameters, body } of rows) {
      const query = await parseStatement(client, body, parameters)
      if (query) bodies.set(oid, query)
    }
  } finally {
    await client.query('rollback')
  }
  return bodies
}
