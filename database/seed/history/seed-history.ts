import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { SeedRow } from '../rows.ts'
import { type Access, accessedBy, type HistoryEvent, overlaps, type Phase, splitIntoPhases } from './overlaps.ts'
import type { Scenario } from './scenario.ts'

const TABLES = {
  group_buy: 'public.group_buys',
  checkout: 'public.checkouts',
  order: 'public.orders',
  payment: 'public.payments',
  refund: 'public.refunds',
}

/**
 * Replays the scenarios in order of time through the same tables, triggers and constraints as real requests: each price
 * is the one of its time, each move is allowed for its cause, and counters, stock and history follow. Guards compare
 * with the current time, so `backdateMoves` sets the dates afterwards. Rows that no guard compares are written by one
 * statement.
 */
export async function seedHistory(client: pg.ClientBase, scenarios: readonly Scenario[]): Promise<void> {
  const phases = splitIntoPhases(
    scenarios.flatMap((scenario) => scenario.steps.map((step, index) => ({ scenario, step, index }))),
  )
  // Pipelined: the connection preserves their order.
  await Promise.all(phases.flatMap(groupIntoBatches).map((batch) => writeBatch(client, batch)))
  await client.query(`select set_config('request.jwt.claims', '', true)`)
}

/** Rows that one statement writes, with one cause and one actor. */
interface WriteBatch {
  kind: 'insert' | 'update'
  table: string
  claims: string
  columns: readonly string[]
  rows: SeedRow[]
}

async function writeBatch(client: pg.ClientBase, { kind, table, claims, columns, rows }: WriteBatch): Promise<void> {
  const computed = COMPUTED_COLUMNS[table] ?? {}
  const text =
    kind === 'insert'
      ? `insert into ${table} (${[...columns, ...Object.keys(computed)].join(', ')}) select ${[...columns.map((column) => `r.${column}`), ...Object.values(computed)].join(', ')}
         from set_config('request.jwt.claims', $2, true), jsonb_populate_recordset(null::${table}, $1::jsonb) r`
      : `update ${table} t set ${columns.map((column) => `${column} = r.${column}`).join(', ')}
         from set_config('request.jwt.claims', $2, true), jsonb_populate_recordset(null::${table}, $1::jsonb) r where t.id = r.id`
  // A prepared statement: there are few different texts, each executed some hundred times.
  const name = createHash('sha1').update(text).digest('hex')
  const { rowCount } = await client.query({ name, text, values: [JSON.stringify(rows), claims] })
  if (rowCount !== rows.length) throw new Error(`${rows.length - (rowCount ?? 0)} rows of ${table} were not written`)
}

/** Columns that commands compute in the database when they write such a row. */
const COMPUTED_COLUMNS: Record<string, Record<string, string>> = {
  'public.orders': {
    pickup_point_id: `case when r.fulfilment <> 'delivery' then public.usual_place(r.vendor_id) end`,
    hold_expires_at: `(select public.hold_of(g.payment_mode, s.lapses, s.limits) from public.group_buys g, public.unpaid_standing(r.user_id) s where g.id = r.group_buy_id)`,
  },
}

/** Events are added to a batch until one conflicts with it. */
function groupIntoBatches({ events, isOrderSensitive }: Phase): WriteBatch[] {
  const finished: WriteBatch[] = []
  const open = new Map<string, { batches: WriteBatch[]; accesses: Map<string, Access[1]> }>()
  for (const event of events) {
    const accesses = isOrderSensitive ? accessedBy(event) : []
    for (const [key, { batches, accesses: others }] of open) {
      if (!overlaps(accesses, others)) continue
      finished.push(...batches)
      open.delete(key)
    }
    const eventBatches = batchesForEvent(event)
    const key = JSON.stringify(eventBatches.map(({ rows, ...batch }) => batch))
    const group = open.get(key) ?? {
      batches: eventBatches.map((batch): WriteBatch => ({ ...batch, rows: [] })),
      accesses: new Map(),
    }
    open.set(key, group)
    for (const [index, { rows }] of eventBatches.entries()) group.batches[index]?.rows.push(...rows)
    for (const [thing, mode] of accesses) group.accesses.set(thing, mode)
  }
  return [...finished, ...[...open.values()].flatMap(({ batches }) => batches)]
}

function batchesForEvent({ scenario, step, index }: HistoryEvent): WriteBatch[] {
  const table = TABLES[scenario.subject]
  // Cause and actor are set with the statement, as by a command.
  const claims = JSON.stringify({ cause: step.cause, ...(step.actor && { act: step.actor }) })
  if (index > 0) {
    const set: SeedRow = { status: step.to, ...step.set }
    return [
      { kind: 'update', table, claims, columns: Object.keys(set), rows: [{ ...set, id: scenario.initialRow.id }] },
    ]
  }
  const inserts: { table: string; rows: readonly SeedRow[] }[] = [
    { table, rows: [scenario.initialRow] },
    ...(scenario.lines ? [{ table: 'public.order_lines', rows: scenario.lines }] : []),
  ]
  return inserts.map(({ table, rows }) => ({
    kind: 'insert',
    table,
    claims,
    columns: Object.keys(rows[0] ?? {}),
    rows: [...rows],
  }))
}
