import type pg from 'pg'
import type { Buy } from './life.ts'
import type { Dated } from './rows.ts'
import type { Tale } from './tale.ts'

// The one place where the market's past is dated. It runs as the owner of the database, whose rights no request, command or job
// has; what it writes are days alone. Status, counters, prices and stock were written through the market's guards.

export const datesOfTales = (tales: readonly Tale[]): Dated[] =>
  tales.flatMap(({ born, steps }) => steps.map(({ to, at }) => ({ id: born.id, to, at })))

export async function datePast(client: pg.ClientBase, moves: readonly Dated[]): Promise<void> {
  await client.query(
    `update public.status_changes c set at = s.at
     from jsonb_to_recordset($1::jsonb) as s (id uuid, "to" text, at timestamptz) where c.subject_id = s.id and c.to_status = s."to"`,
    [JSON.stringify(moves)],
  )
}

/** Windows, holds and sharing days; while the story was told they lay ahead, as the guards of publishing ask. */
export async function dateBuys(client: pg.ClientBase, buys: readonly Buy[]): Promise<void> {
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
  // The database dates a hold by its own clock, which is not the story's.
  await client.query(
    `update public.orders o set hold_expires_at = case when g.payment_mode = 'pay_to_join' then o.created_at + interval '30 minutes' end
     from public.group_buys g where g.id = o.group_buy_id and g.id = any ($1::uuid[]) and o.hold_expires_at is not null`,
    [buys.map(({ id }) => id)],
  )
}
