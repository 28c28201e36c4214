import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Cause } from '#domain/moves.ts'
import type { Row } from './rows.ts'

/** One move of something, with what else is written by it. */
export interface Step {
  to: string
  at: Date
  cause: Cause
  /** Null when the clock or a payment caused it. */
  actor: string | null
  set?: Row
}

/** The life of a buy, an order or a checkout, from its beginning. */
export interface Tale {
  subject: 'group_buy' | 'checkout' | 'order' | 'payment' | 'refund'
  /** The columns it begins with, its `id` among them. */
  born: Row & { id: string }
  /** What an order from the cart contains. */
  lines?: readonly Row[]
  /** The first one is the beginning. */
  steps: readonly Step[]
}

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
 * follow. The guards of windows know no past: `writePast` gives the moves their days afterwards.
 */
export async function tellStory(client: pg.ClientBase, tales: readonly Tale[]): Promise<void> {
  const events = tales.flatMap((tale) => tale.steps.map((step, index) => ({ tale, step, isBirth: index === 0 })))
  events.sort((a, b) => a.step.at.getTime() - b.step.at.getTime())
  // Sent one after the other without waiting: the connection keeps their order.
  await Promise.all(
    events.flatMap(({ tale, step, isBirth }) => {
      const table = TABLES[tale.subject]
      if (!isBirth) return [move(client, step, { table, id: tale.born.id })]
      const lines = (tale.lines ?? []).map((row) => ({ table: 'public.order_lines', row }))
      return [{ table, row: tale.born }, ...lines].map((birth) => insertBy(client, step, birth))
    }),
  )
  await client.query(`select set_config('request.jwt.claims', '', true)`)
}

/** Whose act it is travels with the statement, as in a command. */
const claimsOf = ({ cause, actor }: Step) => JSON.stringify({ cause, ...(actor && { act: actor }) })

async function insertBy(client: pg.ClientBase, step: Step, { table, row }: { table: string; row: Row }): Promise<void> {
  const columns = Object.keys(row)
  await ask(
    client,
    `insert into ${table} (${columns.join(', ')}) select ${columns.map((column) => `r.${column}`).join(', ')}
     from set_config('request.jwt.claims', $2, true), jsonb_populate_record(null::${table}, $1::jsonb) r`,
    [JSON.stringify(row), claimsOf(step)],
  )
}

async function move(client: pg.ClientBase, step: Step, { table, id }: { table: string; id: string }): Promise<void> {
  const row: Row = { status: step.to, ...step.set }
  const sets = Object.keys(row).map((column) => `${column} = r.${column}`)
  const { rowCount } = await ask(
    client,
    `update ${table} t set ${sets.join(', ')}
     from set_config('request.jwt.claims', $3, true), jsonb_populate_record(null::${table}, $1::jsonb) r where t.id = $2`,
    [JSON.stringify(row), id, claimsOf(step)],
  )
  if (rowCount !== 1) throw new Error(`${table} has no ${id} that could become ${step.to}`)
}

/** Few shapes of statement, some thousand times each: PostgreSQL plans each shape once. */
function ask(client: pg.ClientBase, text: string, values: unknown[]): Promise<pg.QueryResult> {
  return client.query({ name: createHash('sha1').update(text).digest('hex'), text, values })
}
