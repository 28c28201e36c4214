import type pg from 'pg'
import type { CircleKind } from '#domain/ajo/circle.ts'
import type { CircleState } from '#domain/ajo/states.ts'

export interface LockedCircle {
  id: string
  name: string
  kind: CircleKind
  status: CircleState
  starterId: string
  seats: number
  months: number
  dueDay: number
  monthlyKobo: bigint
  now: Date
}

/**
 * Locks a circle. Everything that changes its members, months or money takes this lock first, so that paying, leaving,
 * voting and closing a month come one after the other.
 */
export async function lockCircle(tx: pg.ClientBase, circleId: string): Promise<LockedCircle | null> {
  const { rows: locked } = await tx.query('select from public.ajo_circles where id = $1 for no key update', [circleId])
  if (locked.length === 0) return null
  // A separate statement, which sees what was committed while this transaction waited for the lock.
  const { rows } = await tx.query<LockedCircle>(
    `select id, name, kind, status, starter_id as "starterId", seats, months, due_day as "dueDay", monthly_kobo as "monthlyKobo", clock_timestamp() as now
     from public.ajo_circles where id = $1`,
    [circleId],
  )
  return rows[0] ?? null
}
