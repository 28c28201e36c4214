import type pg from 'pg'
import type { CopiedTable } from './fill-tables.ts'

/** The number of copies of each series. */
export type CopyCounts = Record<CopiedTable['series'], number> & {
  /** Complete copies of the orders; the others contain only what has ended, as most of a market's past has. */
  whole: number
}

/** Time offset between two copies in seconds, so that lists do not have many rows with the same time. */
const COPY_OFFSET_S = 13

interface Column {
  name: string
  type: string
  isKey: boolean
  /** The table that this column refers to. */
  refers: string | null
}

/** Copies one table's rows for all copies in one statement. Triggers and foreign keys must be off. */
export async function copyTable(
  client: pg.ClientBase,
  { copies, ...copied }: CopiedTable & { copies: CopyCounts },
): Promise<void> {
  const { table, series, where = 'true', set = {}, orderBy } = copied
  const { rows: columns } = await client.query<Column>(COLUMNS, [table])
  const expression = ({ name, type, isKey, refers }: Column): string => {
    const own = set[name]
    if (own !== undefined) return own
    if (refers === 'public.profiles' || refers === 'auth.users') return `person(t.${name})`
    if (refers === 'public.products') return `product(t.${name})`
    if (refers === null ? isKey && type === 'uuid' : TABLES_PER_COPY.has(refers)) return `copied(t.${name})`
    return type === 'timestamp with time zone' && series === 'orders'
      ? `t.${name} - c * interval '${COPY_OFFSET_S} seconds'`
      : `t.${name}`
  }
  const select = columns.map((column) => expandExpression(expression(column), series, copies))
  const about = columns.filter(({ refers, isKey, type }) =>
    refers === null ? isKey && type === 'uuid' : TABLES_PER_COPY.has(refers),
  )
  const ended =
    copied.ended ?? `(${about.map(({ name }) => `t.${name} in (select id from pg_temp.ended)`).join(' or ')})`
  const when = series === 'orders' && ended !== '()' ? `(${where}) and (c <= ${copies.whole} or ${ended})` : where
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
     select ${select.join(', ')} from ${table} t cross join generate_series(1, ${copies[series]}) c
     where ${expandExpression(when, series, copies)} ${orderBy ? `order by ${orderBy}` : ''}`,
  )
}

/** Tables whose rows are copied with the orders and get ids of their own. */
const TABLES_PER_COPY = new Set(
  [
    'group_buys',
    'checkouts',
    'orders',
    'order_lines',
    'payments',
    'refunds',
    'hand_overs',
    'claims',
    'lot_incidents',
    'conversations',
    'documents',
  ].map((name) => `public.${name}`),
)

/** Expands the pseudo-functions in an expression of `fill-tables.ts` to SQL for one series. */
export function expandExpression(expression: string, series: CopiedTable['series'], copies: CopyCounts): string {
  const copyNumber = (of: CopiedTable['series']) =>
    series === of || copies[of] === copies[series] ? 'c' : `(1 + (c - 1) % ${Math.max(1, copies[of])})`
  const copied = (id: string, number = 'c') => `md5(${id}::text || ':' || ${number})::uuid`
  return expression
    .replace(
      /\bcopied_in\(([^()]*)\)/g,
      (_, text) => `replace(${text}, ${uuidIn(text)}, ${copied(uuidIn(text))}::text)`,
    )
    .replace(
      /\bperson\(([^()]*)\)/g,
      (_, id) =>
        `case when ${id} in (select id from pg_temp.customers) then ${copied(id, copyNumber('people'))} else ${id} end`,
    )
    .replace(/\bproduct\(([^()]*)\)/g, (_, id) => copied(id, copyNumber('products')))
    .replace(/\bcopied\(([^()]*)\)/g, (_, id) => copied(id))
    .replace(/\bis_customer\(([^()]*)\)/g, (_, id) => `${id} in (select id from pg_temp.customers)`)
}

const uuidIn = (text: string) => `right(${text}, 36)`

const COLUMNS = `
select a.attname as name, format_type(a.atttypid, null) as type, coalesce(k.is_key, false) as "isKey", f.refers
from pg_catalog.pg_attribute a
left join lateral (select true as is_key from pg_catalog.pg_constraint where conrelid = a.attrelid and contype = 'p' and conkey = array[a.attnum]) k on true
left join lateral (select n.nspname || '.' || r.relname as refers from pg_catalog.pg_constraint c
  join pg_catalog.pg_class r on r.oid = c.confrelid join pg_catalog.pg_namespace n on n.oid = r.relnamespace
  where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum] limit 1) f on true
where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  and (a.attidentity = '' or ($1::text like 'local\\_gateway.%' and a.attname = 'id'))
order by a.attnum`
