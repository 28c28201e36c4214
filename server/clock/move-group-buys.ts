import type pg from 'pg'
import { DAY_MS } from '#domain/calendar.ts'
import { clocks } from '#domain/clocks.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { tellShops } from '../notices/tell-shops.ts'
import { tellOfExpiry } from './tell-of-expiry.ts'
import { tellOfExtension } from './tell-of-extension.ts'

/** What the clock moves, it moves as the clock. */
export const CLOCK: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'clock' } }

const EXTENSION_DAYS = clocks.extensionMs / DAY_MS

/**
 * The one job that moves buys by the database's clock (docs/decisions/0001). Each step is idempotent and takes few rows at a
 * time, so that it can run beside joins. A buy that cannot be moved is reported at the end and stands in nobody's way.
 */
export async function moveGroupBuys(database: Database, siteUrl: string): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const step of [EXPIRE_HELD, CLOSE_ENDED, EXTEND_SHORT, EXPIRE_UNPAID, SETTLE_DUE, FAIL_SHORT]) {
    faults.push(...(await take(database, step, siteUrl)))
  }
  return faults
}

interface MovedBuy {
  id: string
}

const idsOf = (moved: readonly MovedBuy[]): string[] => moved.map(({ id }) => id)

interface Step {
  /** Ids of the buys whose time has come. */
  due: string
  /** Moves those of `$1` that are still due. */
  move: string
  /** What else belongs to the move, in its transaction. */
  tell?: (tx: pg.PoolClient, moved: MovedBuy[], siteUrl: string) => Promise<void>
  /** The same, for moves of the buys' orders. */
  tellBuyers?: (tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string) => Promise<void>
}

/** All that are due together; one by one when they fail together. Returns what went wrong. */
async function take(database: Database, { due, move, tell, tellBuyers }: Step, siteUrl: string): Promise<unknown[]> {
  const moving = (ids: string[]) =>
    database.as(CLOCK, async (tx) => {
      const { rows } = await tx.query<MovedBuy>(move, [ids])
      await tell?.(tx, rows, siteUrl)
      await tellBuyers?.(tx, ids, siteUrl)
    })
  const { rows } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(due), { readOnly: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  try {
    await moving(ids)
    return []
  } catch (fault) {
    // Alone, only a deadlock is worth a second try.
    if (ids.length === 1 && !isWorthRetrying(fault)) return [fault]
  }
  const faults: unknown[] = []
  for (const id of ids) await moving([id]).catch((fault: unknown) => faults.push(fault))
  return faults
}

function step(condition: string, { most, move, ...telling }: { most: number } & Omit<Step, 'due'>): Step {
  return {
    ...telling,
    due: `select id from public.group_buys where ${condition} order by end_date limit ${most}`,
    move: `with due as (select id from public.group_buys where id = any ($1::uuid[]) and ${condition} order by id for update skip locked) ${move}`,
  }
}

// A place that is paid on joining is held for minutes.
const HOLD_IS_OVER = `o.status = 'pending' and o.hold_expires_at <= now() and not public.is_being_paid(o.id)`
const EXPIRE_HELD = step(`id in (select o.group_buy_id from public.orders o where ${HOLD_IS_OVER})`, {
  most: 50,
  move: `update public.orders o set status = 'expired', amount_due_kobo = 0, ended_at = now(), end_reason = 'not paid while the place was held'
    where ${HOLD_IS_OVER} and o.group_buy_id in (select id from due)`,
  tellBuyers: tellOfExpiry,
})

const CLOSE_ENDED = step(`status = 'active' and (end_date <= clock_timestamp() or paid_quantity >= target_quantity)`, {
  most: 200,
  move: `update public.group_buys set status = 'closed', closed_at = now() where id in (select id from due) returning id`,
  tell: (tx, moved, siteUrl) => tellShops(tx, { mail: 'shop-buy-closed', buyIds: idsOf(moved), siteUrl }),
})

const IS_DUE = `status = 'closed' and payment_due_at <= clock_timestamp()`

// A vendor's offer counts while the shop is open and the stock still holds what the target needs again.
const IS_EXTENDED = `allow_extension and extended_at is null and paid_participants < min_participants
  and exists (select from public.vendors v where v.id = group_buys.vendor_id and v.status = 'active')
  and exists (select from public.products p where p.id = group_buys.product_id and p.archived_at is null
    and p.available_quantity >= group_buys.target_quantity - group_buys.set_aside)`

// The decision on extension comes first: then all orders stay, and all days shift. A site that was down shifts from today on. Between the
// end of the window and the due time lies what lay there before, as far as that leaves people two days to join, or to leave free.
const EXTEND_SHORT = step(`${IS_DUE} and ${IS_EXTENDED}`, {
  most: 50,
  move: `, shifted as (
    select b.id, greatest(b.share_date, (clock_timestamp() at time zone 'Africa/Lagos')::date + 1) + ${EXTENSION_DAYS} as share_date,
      b.payment_due_at - b.end_date as to_pay
    from public.group_buys b join due on due.id = b.id
  )
  update public.group_buys g set status = 'active', extended_at = clock_timestamp(), closed_at = null, share_date = s.share_date,
    payment_due_at = public.payment_due_at(s.share_date),
    end_date = least(public.payment_due_at(s.share_date), greatest(public.payment_due_at(s.share_date) - s.to_pay, clock_timestamp() + interval '48 hours'))
  from shifted s where g.id = s.id returning g.id`,
  tell: (tx, moved, siteUrl) => tellOfExtension(tx, idsOf(moved), siteUrl),
})

const PAYMENT_IS_DUE = `${IS_DUE} and not (${IS_EXTENDED})`

// At the due time an unpaid order gives its place back. Who is at the gateway at that moment may finish: a payment can be begun until the
// due time and lasts half an hour.
const EXPIRE_UNPAID = step(
  `${PAYMENT_IS_DUE} and exists (select from public.orders o where o.group_buy_id = group_buys.id and o.status = 'pending' and not public.is_being_paid(o.id))`,
  {
    most: 50,
    move: `update public.orders o set status = 'expired', amount_due_kobo = 0, ended_at = now(), end_reason = 'not paid by the due time'
    where o.status = 'pending' and not public.is_being_paid(o.id) and o.group_buy_id in (select id from due)`,
    tellBuyers: tellOfExpiry,
  },
)

// A price is not final while those who make it may still leave free: a buy that filled up early stays closed until then.
const MAY_LEAVE_FREE = `clock_timestamp() < group_buys.end_date and (clock_timestamp() < group_buys.end_date - interval '72 hours'
    or clock_timestamp() < group_buys.extended_at + interval '48 hours' or exists (select from public.orders o
      where o.group_buy_id = group_buys.id and o.status = 'paid' and o.paid_at > clock_timestamp() - interval '1 hour'))`

// As soon as everybody has paid, or at the due time.
const SETTLE_DUE = step(
  `status = 'closed' and ((${MAY_LEAVE_FREE}) is not true) and (paid_participants >= min_participants or (${PAYMENT_IS_DUE})) and not exists (select from public.orders o where o.group_buy_id = group_buys.id and o.status = 'pending')`,
  {
    most: 200,
    move: `update public.group_buys set status = 'settling' where id in (select id from due)
 returning id`,
    tell: (tx, moved, siteUrl) => tellShops(tx, { mail: 'shop-buy-short', buyIds: idsOf(moved), siteUrl }),
  },
)

// A vendor has 12 hours to honour a short buy. Then it has failed, and everybody who paid gets everything back.
const FAIL_SHORT = step(
  `status = 'settling' and paid_participants < case when honoured_at is null then greatest(min_participants, 1) else 1 end and payment_due_at < clock_timestamp() - interval '12 hours'`,
  {
    most: 200,
    move: `update public.group_buys set status = 'failed', end_reason = 'the minimum was not reached' where id in (select id from due) returning id`,
    tell: (tx, moved, siteUrl) => tellShops(tx, { mail: 'shop-buy-failed', buyIds: idsOf(moved), siteUrl }),
  },
)
