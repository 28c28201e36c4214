import type pg from 'pg'
import type { Copied } from './fill-tables.ts'

/** How many copies there are of each series. */
export type Copies = Record<Copied['series'], number> & {
  /** So many copies of the orders are whole; the others hold only what has ended, as most of a market's past has. */
  whole: number
}

/** Seconds between the moments of one copy and those of the next, so that a list has no hundred rows of one moment. */
const APART_S = 13

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
  { copies, ...copied }: Copied & { copies: Copies },
): Promise<void> {
  const { table, series, where = 'true', set = {}, orderBy } = copied
  const { rows: columns } = await client.query<Column>(COLUMNS, [table])
  const expression = ({ name, type, isKey, refers }: Column): string => {
    const own = set[name]
    if (own !== undefined) return own
    if (refers === 'public.profiles' || refers === 'auth.users') return `person(t.${name})`
    if (refers === 'public.products') return `product(t.${name})`
    if (refers === null ? isKey && type === 'uuid' : OF_A_COPY.has(refers)) return `copied(t.${name})`
    return type === 'timestamp with time zone' && series === 'orders'
      ? `t.${name} - c * interval '${APART_S} seconds'`
      : `t.${name}`
  }
  const select = columns.map((column) => inCopy(expression(column), series, copies))
  const about = columns.filter(({ refers, isKey, type }) =>
    refers === null ? isKey && type === 'uuid' : OF_A_COPY.has(refers),
  )
  const ended =
    copied.ended ?? `(${about.map(({ name }) => `t.${name} in (select id from pg_temp.ended)`).join(' or ')})`
  const when = series === 'orders' && ended !== '()' ? `(${where}) and (c <= ${copies.whole} or ${ended})` : where
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
     select ${select.join(', ')} from ${table} t cross join generate_series(1, ${copies[series]}) c
     where ${inCopy(when, series, copies)} ${orderBy ? `order by ${orderBy}` : ''}`,
  )
}

/** Tables whose rows each copy of the orders has of its own. */
const OF_A_COPY = new Set(
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

/** An expression of `fill-tables.ts` with its words replaced by SQL for one series. */
export function inCopy(expression: string, series: Copied['series'], copies: Copies): string {
  const turn = (of: Copied['series']) =>
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
        `case when ${id} in (select id from pg_temp.customers) then ${copied(id, turn('people'))} else ${id} end`,
    )
    .replace(/\bproduct\(([^()]*)\)/g, (_, id) => copied(id, turn('products')))
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
