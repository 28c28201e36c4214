import type pg from 'pg'
import type { Buy } from '../model.ts'
import type { DatedMove } from '../rows.ts'
import type { Scenario } from './scenario.ts'

// Backdates moves and buys after the seed has written them; orders/hand-overs.ts and stored-orders.ts backdate
// hand-overs likewise. It runs as the owner of the database, whose rights no request, command or job has, and writes
// dates only. Status, counters, prices and stock were written through the market's guards.

export const scenarioDates = (scenarios: readonly Scenario[]): DatedMove[] =>
  scenarios.flatMap(({ initialRow, steps }) => steps.map(({ to, at }) => ({ id: initialRow.id, to, at })))

export async function backdateMoves(client: pg.ClientBase, moves: readonly DatedMove[]): Promise<void> {
  await client.query(
    `update public.status_changes c set at = s.at
     from jsonb_to_recordset($1::jsonb) as s (id uuid, "to" text, at timestamptz) where c.subject_id = s.id and c.to_status = s."to"`,
    [JSON.stringify(moves)],
  )
}

/**
 * Sets windows, holds and sharing days. While the history is seeded they are in the future, as the guards of publishing
 * require.
 */
export async function backdateBuys(client: pg.ClientBase, buys: readonly Buy[]): Promise<void> {
  await client.query(
    `update public.group_buys g set share_date = s.share_date, payment_due_at = s.due, end_date = s.ends, starts_at = s.opens,
       published_at = case when g.status <> 'draft' then s.opens end
     from jsonb_to_recordset($1::jsonb) as s (id uuid, share_date date, due timestamptz, ends timestamptz, opens timestamptz)
     where g.id = s.id`,
    [
      JSON.stringify(
        buys.map((buy) => ({
          id: buy.id,
          share_date: buy.shareDay,
          due: buy.dueAt,
          ends: buy.endsAt,
          opens: buy.opensAt,
        })),
      ),
    ],
  )
  // The database computed the hold from its own clock.
  await client.query(
    `update public.orders o set hold_expires_at = case when g.payment_mode = 'pay_to_join' then o.created_at + interval '30 minutes' end
     from public.group_buys g where g.id = o.group_buy_id and g.id = any ($1::uuid[]) and o.hold_expires_at is not null`,
    [buys.map(({ id }) => id)],
  )
}
