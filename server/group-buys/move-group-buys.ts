import type pg from 'pg'
import { DAY_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import type { Database } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyOfExpiry } from './notify-of-expiry.ts'
import { notifyOfExtension } from './notify-of-extension.ts'

const EXTENSION_DAYS = clocks.extensionMs / DAY_MS

/**
 * Moves buys whose time has come by the database's clock (docs/decisions/0001). Each step is idempotent and locks few
 * rows at a time, so that joins are not blocked. Returns the faults; a buy that cannot be moved does not stop the
 * others.
 */
export async function moveGroupBuys(database: Database, siteUrl: string): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const step of [
    EXPIRE_HELD,
    LAPSE_OFFERS,
    LAPSE_GIFTS,
    CLOSE_ENDED,
    EXTEND_SHORT,
    EXPIRE_UNPAID,
    SETTLE_DUE,
    FAIL_SHORT,
  ]) {
    faults.push(...(await runStep(database, step, siteUrl)))
  }
  return faults
}

interface MovedBuy {
  id: string
}

const toIds = (moved: readonly MovedBuy[]): string[] => moved.map(({ id }) => id)

interface Step {
  /** SQL for the ids of the buys that are due. */
  due: string
  /** SQL that updates those buys of `$1` that are still due. */
  move: string
  /** Sends notifications about the moved buys, in the same transaction. */
  notify?: (tx: pg.PoolClient, moved: MovedBuy[], siteUrl: string) => Promise<void>
  /** Sends notifications about the moved orders of these buys, in the same transaction. */
  notifyBuyers?: (tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string) => Promise<void>
}

/** Moves all due buys in one transaction, or one by one if that fails. Returns the faults. */
async function runStep(
  database: Database,
  { due, move, notify, notifyBuyers }: Step,
  siteUrl: string,
): Promise<unknown[]> {
  const moving = (ids: string[]) =>
    database.as(CLOCK, async (tx) => {
      const { rows } = await tx.query<MovedBuy>(move, [ids])
      await notify?.(tx, rows, siteUrl)
      await notifyBuyers?.(tx, ids, siteUrl)
    })
  const { rows } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(due), { readOnly: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  try {
    await moving(ids)
    return []
  } catch (fault) {
    // A single buy is retried only after a deadlock or the like.
    if (ids.length === 1 && !isWorthRetrying(fault)) return [fault]
  }
  const faults: unknown[] = []
  for (const id of ids) await moving([id]).catch((fault: unknown) => faults.push(fault))
  return faults
}

function step(condition: string, { most, move, ...notifications }: { most: number } & Omit<Step, 'due'>): Step {
  return {
    ...notifications,
    due: `select id from public.group_buys where ${condition} order by end_date limit ${most}`,
    move: `with due as (select id from public.group_buys where id = any ($1::uuid[]) and ${condition} order by id for update skip locked) ${move}`,
  }
}

// Places of buys that are paid on joining are held for minutes.
const HOLD_IS_OVER = `o.status = 'pending' and o.hold_expires_at <= now() and not public.is_being_paid(o.id)`
const EXPIRE_HELD = step(`id in (select o.group_buy_id from public.orders o where ${HOLD_IS_OVER})`, {
  most: 50,
  move: `update public.orders o set status = 'expired', amount_due_kobo = 0, ended_at = now(), end_reason = 'not paid while the place was held'
    where ${HOLD_IS_OVER} and o.group_buy_id in (select id from due)`,
  notifyBuyers: notifyOfExpiry,
})

const LAPSE_OFFERS = step(
  `id in (select w.group_buy_id from public.buy_waits w where w.status = 'offered' and w.offer_expires_at <= clock_timestamp())`,
  { most: 50, move: 'select due.id from due, lateral (select public.lapse_offers(due.id)) lapsed' },
)

const LAPSE_GIFTS = step(
  `id in (select o.group_buy_id from public.share_gifts s join public.orders o on o.id = s.order_id
    where s.status = 'offered' and least(s.turn_ends_at, s.expires_at) <= clock_timestamp())`,
  { most: 50, move: 'select due.id from due, lateral (select public.lapse_gifts(due.id)) lapsed' },
)

const CLOSE_ENDED = step(`status = 'active' and (end_date <= clock_timestamp() or paid_quantity >= target_quantity)`, {
  most: 200,
  move: `update public.group_buys set status = 'closed', closed_at = now() where id in (select id from due) returning id`,
  notify: (tx, moved, siteUrl) => notifyVendors(tx, { mail: 'shop-buy-closed', buyIds: toIds(moved), siteUrl }),
})

// Not before the answers to a higher price have taken effect, or what was paid for it has come back.
const IS_ANSWERED = `not exists (select from public.price_rises r where r.group_buy_id = group_buys.id and r.finished_at is null)`

const IS_DUE = `status = 'closed' and payment_due_at <= clock_timestamp() and ${IS_ANSWERED}`

// An extension that the vendor allowed applies while the shop is active and the stock still covers the target.
const IS_EXTENDED = `allow_extension and extended_at is null and paid_participants < min_participants
  and exists (select from public.vendors v where v.id = group_buys.vendor_id and v.status = 'active')
  and exists (select from public.products p where p.id = group_buys.product_id and p.archived_at is null
    and p.available_quantity >= group_buys.target_quantity - group_buys.set_aside)`

// Extension is decided first: all orders stay, and all dates shift, from today on if the site was down. The interval
// between the end of the window and the due time is kept, as far as that leaves two days to join or to leave free.
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
  notify: (tx, moved, siteUrl) => notifyOfExtension(tx, toIds(moved), siteUrl),
})

const PAYMENT_IS_DUE = `${IS_DUE} and not (${IS_EXTENDED})`

// At the due time unpaid orders expire. A payer who is at the gateway at that moment may finish: a payment can be
// started until the due time and lasts half an hour.
const EXPIRE_UNPAID = step(
  `${PAYMENT_IS_DUE} and exists (select from public.orders o where o.group_buy_id = group_buys.id and o.status = 'pending' and not public.is_being_paid(o.id))`,
  {
    most: 50,
    move: `update public.orders o set status = 'expired', amount_due_kobo = 0, ended_at = now(), end_reason = 'not paid by the due time'
    where o.status = 'pending' and not public.is_being_paid(o.id) and o.group_buy_id in (select id from due)`,
    notifyBuyers: notifyOfExpiry,
  },
)

// The price is not final while participants may still leave free: a buy that filled up early stays closed until then.
const MAY_LEAVE_FREE = `clock_timestamp() < group_buys.end_date and (clock_timestamp() < group_buys.end_date - interval '72 hours'
    or clock_timestamp() < group_buys.extended_at + interval '48 hours' or exists (select from public.orders o
      where o.group_buy_id = group_buys.id and o.status = 'paid' and o.takes_over_order_id is null and o.paid_at > clock_timestamp() - interval '1 hour'))`

// As soon as all participants have paid, or at the due time.
const SETTLE_DUE = step(
  `status = 'closed' and ${IS_ANSWERED} and ((${MAY_LEAVE_FREE}) is not true) and (paid_participants >= min_participants or (${PAYMENT_IS_DUE})) and not exists (select from public.orders o where o.group_buy_id = group_buys.id and o.status = 'pending')`,
  {
    most: 200,
    move: `update public.group_buys set status = 'settling' where id in (select id from due)
 returning id`,
    notify: (tx, moved, siteUrl) => notifyVendors(tx, { mail: 'shop-buy-short', buyIds: toIds(moved), siteUrl }),
  },
)

// A vendor has 12 hours to honour a short buy. Then it fails, and all payments are refunded in full.
const FAIL_SHORT = step(
  `status = 'settling' and paid_participants < case when honoured_at is null then greatest(min_participants, 1) else 1 end and payment_due_at < clock_timestamp() - interval '12 hours'`,
  {
    most: 200,
    move: `update public.group_buys set status = 'failed', end_reason = 'the minimum was not reached' where id in (select id from due) returning id`,
    notify: (tx, moved, siteUrl) => notifyVendors(tx, { mail: 'shop-buy-failed', buyIds: toIds(moved), siteUrl }),
  },
)
