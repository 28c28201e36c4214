import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Row } from './rows.ts'
import type { Tale } from './tale.ts'
import { type Event, inParts, meets, type Part, type Touched, touchedBy } from './touching.ts'

const TABLES = {
  group_buy: 'public.group_buys',
  checkout: 'public.checkouts',
  order: 'public.orders',
  payment: 'public.payments',
  refund: 'public.refunds',
}

/**
 * Tells what happened in the order in which it happened, through the same tables, triggers and constraints as everybody's
 * acts: each price is the one of its moment, each move one that its cause may bring about, and counters, stock and history
 * follow. The guards of windows know no past: `datePast` gives the moves their days afterwards. What no guard compares shares a
 * statement, which costs less than one a row.
 */
export async function tellStory(client: pg.ClientBase, tales: readonly Tale[]): Promise<void> {
  const parts = inParts(tales.flatMap((tale) => tale.steps.map((step, index) => ({ tale, step, index }))))
  // Sent one after the other without waiting: the connection keeps their order.
  await Promise.all(parts.flatMap(inChapters).map((chapter) => writeChapter(client, chapter)))
  await client.query(`select set_config('request.jwt.claims', '', true)`)
}

/** Rows that one statement writes, by one cause and one actor. */
interface Chapter {
  kind: 'birth' | 'move'
  table: string
  claims: string
  columns: readonly string[]
  rows: Row[]
}

async function writeChapter(client: pg.ClientBase, { kind, table, claims, columns, rows }: Chapter): Promise<void> {
  const lookedUp = LOOKED_UP_COLUMNS[table] ?? {}
  const text =
    kind === 'birth'
      ? `insert into ${table} (${[...columns, ...Object.keys(lookedUp)].join(', ')}) select ${[...columns.map((column) => `r.${column}`), ...Object.values(lookedUp)].join(', ')}
         from set_config('request.jwt.claims', $2, true), jsonb_populate_recordset(null::${table}, $1::jsonb) r`
      : `update ${table} t set ${columns.map((column) => `${column} = r.${column}`).join(', ')}
         from set_config('request.jwt.claims', $2, true), jsonb_populate_recordset(null::${table}, $1::jsonb) r where t.id = r.id`
  // Few shapes of statement, each some hundred times: PostgreSQL plans each shape once.
  const name = createHash('sha1').update(text).digest('hex')
  const { rowCount } = await client.query({ name, text, values: [JSON.stringify(rows), claims] })
  if (rowCount !== rows.length) throw new Error(`${rows.length - (rowCount ?? 0)} rows of ${table} were not written`)
}

/** Columns that a command reads from the database when it writes such a row. */
const LOOKED_UP_COLUMNS: Record<string, Record<string, string>> = {
  'public.orders': {
    pickup_point_id: `case when r.fulfilment <> 'delivery' then public.usual_place(r.vendor_id) end`,
    hold_expires_at: `(select public.hold_of(g.payment_mode, s.lapses, s.limits) from public.group_buys g, public.unpaid_standing(r.user_id) s where g.id = r.group_buy_id)`,
  },
}

/** A statement takes more rows until an event touches what one of them touches. */
function inChapters({ events, isCompared }: Part): Chapter[] {
  const told: Chapter[] = []
  const open = new Map<string, { chapters: Chapter[]; touched: Map<string, Touched[1]> }>()
  for (const event of events) {
    const touched = isCompared ? touchedBy(event) : []
    for (const [key, { chapters, touched: others }] of open) {
      if (!meets(touched, others)) continue
      told.push(...chapters)
      open.delete(key)
    }
    const written = writtenBy(event)
    const key = JSON.stringify(written.map(({ rows, ...chapter }) => chapter))
    const part = open.get(key) ?? {
      chapters: written.map((chapter): Chapter => ({ ...chapter, rows: [] })),
      touched: new Map(),
    }
    open.set(key, part)
    for (const [index, { rows }] of written.entries()) part.chapters[index]?.rows.push(...rows)
    for (const [thing, way] of touched) part.touched.set(thing, way)
  }
  return [...told, ...[...open.values()].flatMap(({ chapters }) => chapters)]
}

function writtenBy({ tale, step, index }: Event): Chapter[] {
  const table = TABLES[tale.subject]
  // Whose act it is travels with the statement, as in a command.
  const claims = JSON.stringify({ cause: step.cause, ...(step.actor && { act: step.actor }) })
  if (index > 0) {
    const set: Row = { status: step.to, ...step.set }
    return [{ kind: 'move', table, claims, columns: Object.keys(set), rows: [{ ...set, id: tale.born.id }] }]
  }
  const births: { table: string; rows: readonly Row[] }[] = [
    { table, rows: [tale.born] },
    ...(tale.lines ? [{ table: 'public.order_lines', rows: tale.lines }] : []),
  ]
  return births.map(({ table, rows }) => ({
    kind: 'birth',
    table,
    claims,
    columns: Object.keys(rows[0] ?? {}),
    rows: [...rows],
  }))
}
