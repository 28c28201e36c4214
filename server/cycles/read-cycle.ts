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

interface CycleRow {
  id: string
  status: CycleState
  period: CycleRule['period']
  share_day: number
  next_opens_at: Date
  next_end_date: Date
  next_share_date: string
  last_share_date: string | null
  round_id: string | null
  product_id: string
  product: string
  is_archived: boolean
  owner_id: string
  owner_email: string | null
  is_shop_active: boolean
  now: Date
}

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
    `select c.id, c.status, c.period, c.share_day, c.next_opens_at, c.next_end_date, to_char(c.next_share_date, 'YYYY-MM-DD') as next_share_date,
       (select to_char(max(g.share_date), 'YYYY-MM-DD') from public.group_buys g where g.cycle_id = c.id) as last_share_date,
       (select g.id from public.group_buys g where g.cycle_id = c.id order by g.published_at desc limit 1) as round_id,
       p.id as product_id, p.name as product, p.archived_at is not null as is_archived, v.owner_id, rights.email_of(v.owner_id) as owner_email,
       v.status = 'active' as is_shop_active, clock_timestamp() as now
     from public.buy_cycles c join public.products p on p.id = c.product_id join public.vendors v on v.id = c.vendor_id where c.id = $1`,
    [id],
  )
  const [row] = rows
  return row
    ? {
        id: row.id,
        status: row.status,
        rule: { period: row.period, shareDay: row.share_day },
        next: { opensAt: row.next_opens_at, endDate: row.next_end_date, shareDate: row.next_share_date },
        lastShareDate: row.last_share_date,
        roundId: row.round_id,
        productId: row.product_id,
        product: row.product,
        isArchived: row.is_archived,
        ownerId: row.owner_id,
        ownerEmail: row.owner_email,
        isShopActive: row.is_shop_active,
        now: row.now,
      }
    : null
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
