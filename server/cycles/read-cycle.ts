import type pg from 'pg'
import type { CycleRule, RoundDates } from '#domain/cycles/rounds.ts'
import type { CycleState } from '#domain/cycles/states.ts'

export interface LockedCycle {
  id: string
  status: CycleState
  rule: CycleRule
  next: RoundDates
  /** The latest sharing day of its rounds. */
  lastShareDate: string | null
  /** The latest round. */
  roundId: string | null
  productId: string
  product: string
  isArchived: boolean
  ownerId: string
  ownerEmail: string | null
  isShopActive: boolean
  now: Date
}

type CycleRow = Omit<LockedCycle, 'rule' | 'next'> & CycleRule & RoundDates

/** Locks a cycle: opening a round and changes by its shop come one after the other. Null if there is none, or if it is locked and `skipLocked`. */
export async function lockCycle(
  tx: pg.ClientBase,
  id: string,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<LockedCycle | null> {
  const { rowCount } = await tx.query(
    `select from public.buy_cycles where id = $1 for no key update ${skipLocked ? 'skip locked' : ''}`,
    [id],
  )
  if (!rowCount) return null
  // A separate statement, which sees what was committed while this transaction waited for the lock.
  const { rows } = await tx.query<CycleRow>(
    `select c.id, c.status, c.period, c.share_day as "shareDay", c.next_opens_at as "opensAt", c.next_end_date as "endDate",
       to_char(c.next_share_date, 'YYYY-MM-DD') as "shareDate",
       (select to_char(max(g.share_date), 'YYYY-MM-DD') from public.group_buys g where g.cycle_id = c.id) as "lastShareDate",
       (select g.id from public.group_buys g where g.cycle_id = c.id order by g.published_at desc limit 1) as "roundId",
       p.id as "productId", p.name as product, p.archived_at is not null as "isArchived", v.owner_id as "ownerId", rights.email_of(v.owner_id) as "ownerEmail",
       v.status = 'active' as "isShopActive", clock_timestamp() as now
     from public.buy_cycles c join public.products p on p.id = c.product_id join public.vendors v on v.id = c.vendor_id where c.id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) return null
  const { period, shareDay, opensAt, endDate, shareDate, ...cycle } = row
  return { ...cycle, rule: { period, shareDay }, next: { opensAt, endDate, shareDate } }
}

/** Writes the dates of the next round. */
export async function writeNextRound(
  tx: pg.ClientBase,
  id: string,
  { opensAt, endDate, shareDate }: RoundDates,
): Promise<void> {
  await tx.query(
    'update public.buy_cycles set next_opens_at = $2, next_end_date = $3, next_share_date = $4 where id = $1',
    [id, opensAt, endDate, shareDate],
  )
}
