import { DAY_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import type { Database } from '#platform/postgres/database.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { runStep, step, toIds } from './clock-step.ts'
import { notifyOfExpiry } from './notify-of-expiry.ts'
import { notifyOfExtension } from './notify-of-extension.ts'
import { LOWER_TOP_UP, NEEDS_NO_TOP_UP, TOP_UP } from './packs/top-up.ts'

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
    TOP_UP,
    LOWER_TOP_UP,
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

const CLOSE_ENDED = step(
  `status = 'active' and (end_date <= clock_timestamp() and ${NEEDS_NO_TOP_UP} or paid_quantity >= target_quantity)`,
  {
    most: 200,
    move: `update public.group_buys set status = 'closed', closed_at = now() where id in (select id from due) returning id`,
    notify: (tx, moved, siteUrl) => notifyVendors(tx, { mail: 'shop-buy-closed', buyIds: toIds(moved), siteUrl }),
  },
)

// Not before the answers to a higher price have taken effect, or what was paid for it has come back.
const IS_ANSWERED = `not exists (select from public.price_rises r where r.group_buy_id = group_buys.id and r.finished_at is null)`

const IS_DUE = `status = 'closed' and payment_due_at <= clock_timestamp() and ${IS_ANSWERED}`

// An extension that the vendor allowed applies while the shop is active and the stock still covers the target.
const IS_EXTENDED = `allow_extension and extended_at is null and paid_participants < min_participants
  and exists (select from public.vendors v where v.id = group_buys.vendor_id and v.status = 'active')
  and exists (select from public.products p where p.id = group_buys.product_id and p.archived_at is null
    and p.available_quantity >= coalesce(group_buys.former_target_quantity, group_buys.target_quantity) - group_buys.set_aside)`

// Extension is decided first: all orders stay, and all dates shift, from today on if the site was down. The interval
// between the end of the window and the due time is kept, as far as that leaves two days to join or to leave free. The
// target is that of before the top-up time, and the new window may end with one again.
const EXTEND_SHORT = step(`${IS_DUE} and ${IS_EXTENDED}`, {
  most: 50,
  move: `, shifted as (
    select b.id, greatest(b.share_date, (clock_timestamp() at time zone 'Africa/Lagos')::date + 1) + ${EXTENSION_DAYS} as share_date,
      b.payment_due_at - b.end_date as to_pay
    from public.group_buys b join due on due.id = b.id
  )
  update public.group_buys g set status = 'active', extended_at = clock_timestamp(), closed_at = null, top_up_at = null, former_target_quantity = null,
    target_quantity = coalesce(g.former_target_quantity, g.target_quantity), share_date = s.share_date,
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
      where o.group_buy_id = group_buys.id and o.status = 'paid' and o.takes_over_order_id is null
        and o.paid_at > greatest(clock_timestamp() - interval '1 hour', group_buys.top_up_at)))`

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
  `status = 'settling' and final_price is null and paid_participants < case when honoured_at is null then greatest(min_participants, 1) else 1 end and payment_due_at < clock_timestamp() - interval '12 hours'`,
  {
    most: 200,
    move: `update public.group_buys set status = 'failed', end_reason = 'the minimum was not reached' where id in (select id from due) returning id`,
    notify: (tx, moved, siteUrl) => notifyVendors(tx, { mail: 'shop-buy-failed', buyIds: toIds(moved), siteUrl }),
  },
)
