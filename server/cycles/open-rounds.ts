import type pg from 'pg'
import { assert } from '#domain/assert.ts'
import { followingRound, nextOpenRound } from '#domain/cycles/rounds.ts'
import { inSavepoint } from '#platform/postgres/queries/in-savepoint.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { CLOCK } from '#server/identities.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import type { CycleJob } from './cycle-job.ts'
import { type LockedCycle, lockCycle, writeNextRound } from './read-cycle.ts'

const MOST_ROUNDS = 100

/** Opens the rounds that are due, each in a transaction of its own. Returns the faults. */
export async function openRounds({ database, siteUrl }: CycleJob): Promise<unknown[]> {
  const { rows } = await database.as(
    CLOCK,
    (tx) =>
      tx.query<{ id: string }>(
        `select c.id from public.buy_cycles c where c.status = 'running' and c.next_opens_at <= clock_timestamp() and public.is_cycle_due(c)
         order by c.next_opens_at, c.id limit ${MOST_ROUNDS}`,
      ),
    { readOnly: true },
  )
  const faults: unknown[] = []
  for (const { id } of rows)
    await database.as(CLOCK, (tx) => openRound(tx, id, siteUrl)).catch((fault: unknown) => faults.push(fault))
  return faults
}

async function openRound(tx: pg.PoolClient, id: string, siteUrl: string): Promise<void> {
  const cycle = await lockCycle(tx, id, { skipLocked: true })
  // Another worker opens it or has opened it, or its shop has changed it meanwhile.
  if (!cycle || !(await isDue(tx, id))) return
  if (cycle.isArchived) return end(tx, cycle)
  const next = nextOpenRound(cycle.next, cycle.rule, { now: cycle.now, after: cycle.lastShareDate })
  if (next.opensAt > cycle.now) return writeNextRound(tx, id, next)
  const fault = (await priceFault(tx, cycle)) ?? (await tryToPublish(tx, cycle, next))
  if (fault) return handleFault(tx, { ...cycle, next }, { fault, siteUrl })
  await writeNextRound(tx, id, followingRound(next, cycle.rule))
  await notifyShop(tx, cycle, siteUrl)
}

async function isDue(tx: pg.PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from public.buy_cycles c where c.id = $1 and public.is_cycle_due(c)', [
    id,
  ])
  return rowCount !== 0
}

/** Its standing orders end with it (end-standing-orders.ts). */
const end = async (tx: pg.PoolClient, { id }: LockedCycle): Promise<void> =>
  void (await tx.query(`update public.buy_cycles set status = 'ended', ended_at = clock_timestamp() where id = $1`, [
    id,
  ]))

interface Fault {
  reason: string
  /** The shop does not work on that day; the round after it may be possible. */
  isOfCalendar: boolean
}

/** Tiers are prices below a base price. If that has changed, only the shop knows the new ones. */
async function priceFault(tx: pg.PoolClient, { id }: LockedCycle): Promise<Fault | null> {
  const { rows } = await tx.query<{ is_same: boolean }>(
    `select g.base_price = p.base_price as is_same from public.group_buys g join public.products p on p.id = g.product_id
     where g.cycle_id = $1 and g.published_at is not null order by g.published_at desc limit 1`,
    [id],
  )
  return rows[0]?.is_same === false
    ? { reason: 'The price of the product is another one than in the last round', isOfCalendar: false }
    : null
}

/**
 * Publishes the next round with the terms of the one before, by the same guards as a shop's own. A refusal leaves
 * nothing behind.
 */
async function tryToPublish(tx: pg.PoolClient, cycle: LockedCycle, next: LockedCycle['next']): Promise<Fault | null> {
  try {
    await inSavepoint(tx, () => publish(tx, cycle, next))
    return null
  } catch (fault) {
    const report = readSqlError(fault)
    if (report?.meaning !== 'refused') throw fault
    return { reason: report.message, isOfCalendar: report.constraint === 'calendar_of_shop' }
  }
}

async function publish(tx: pg.PoolClient, { id, productId }: LockedCycle, { endDate, shareDate }: LockedCycle['next']) {
  await tx.query('update public.products set share_date = $2 where id = $1 and share_date is distinct from $2', [
    productId,
    shareDate,
  ])
  const { rowCount } = await tx.query(
    `insert into public.group_buys (product_id, vendor_id, status, cycle_id, end_date, target_quantity, min_participants, max_participants, price_tiers,
       payment_mode, allow_extension, pack_size, pack_unit)
     select g.product_id, g.vendor_id, 'active', $1, $2, coalesce(g.former_target_quantity, g.target_quantity), g.min_participants, g.max_participants, g.price_tiers,
       g.payment_mode, g.allow_extension, g.pack_size, g.pack_unit
     from public.group_buys g where g.cycle_id = $1 and g.published_at is not null order by g.published_at desc limit 1`,
    [id, endDate],
  )
  if (!rowCount) throw new Error('A cycle has a round to copy (repeat-group-buy)')
}

async function notifyShop(tx: pg.PoolClient, { id, ownerId, ownerEmail }: LockedCycle, siteUrl: string): Promise<void> {
  const { rows } = await tx.query<OpenedRound>(
    `select g.id, g.product_name, g.unit, g.end_date, to_char(g.share_date, 'YYYY-MM-DD') as share_date, count(s.id)::integer as standing_orders,
       coalesce(sum(s.quantity), 0)::integer as standing_units
     from public.group_buys g left join public.standing_orders s on s.cycle_id = g.cycle_id and s.status = 'active' and not s.skips_next
     where g.cycle_id = $1 and g.status = 'active' group by g.id`,
    [id],
  )
  for (const round of rows) {
    assert(round.share_date, 'A published buy has a sharing day (publish_faults)')
    await queueSystemMail(tx, 'shop-round-opened', {
      to: ownerEmail,
      person: ownerId,
      facts: {
        buyId: round.id,
        product: round.product_name,
        unit: round.unit,
        endDate: round.end_date,
        shareDate: round.share_date,
        standingOrders: round.standing_orders,
        standingUnits: round.standing_units,
      },
      siteUrl,
    })
  }
}

interface OpenedRound {
  id: string
  product_name: string
  unit: string
  end_date: Date
  share_date: string | null
  standing_orders: number
  standing_units: number
}

/** A round on a day on which the shop does not work is skipped; anything else is for the shop to settle. */
async function handleFault(
  tx: pg.PoolClient,
  cycle: LockedCycle,
  { fault, siteUrl }: { fault: Fault; siteUrl: string },
): Promise<void> {
  const after = fault.isOfCalendar
    ? nextOpenRound(followingRound(cycle.next, cycle.rule), cycle.rule, { now: cycle.now, after: cycle.lastShareDate })
    : null
  if (after) await writeNextRound(tx, cycle.id, after)
  else
    await tx.query(`update public.buy_cycles set status = 'paused', pause_reason = $2 where id = $1`, [
      cycle.id,
      fault.reason.slice(0, 400),
    ])
  await queueSystemMail(tx, 'shop-round-not-opened', {
    to: cycle.ownerEmail,
    person: cycle.ownerId,
    facts: { product: cycle.product, reason: fault.reason, skippedTo: after?.shareDate ?? null },
    siteUrl,
  })
}
