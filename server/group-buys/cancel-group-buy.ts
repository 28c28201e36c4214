import type { GroupBuyCounts } from '#api/commands/group-buys.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { cancellableUntil } from '#domain/group-buys/selling/cancelling.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * The vendor (with 24 hours' notice before the window closes), a manager of the region, a coordinator or the chief
 * cancels a buy before its goods are handed over. Pending orders are cancelled with it, paid ones are refunded in full
 * (refund-ended-buys.ts), and all buyers are notified.
 */
export const cancelGroupBuy: Command<'cancel-group-buy'> = {
  name: 'cancel-group-buy',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    // Locked before it is read: a statement that waits for a row lock keeps its snapshot of all other rows.
    const [, { rows }] = await Promise.all([
      tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id]),
      tx.query<CancellableBuy>(
        `select g.status, g.product_name, g.vendor_id, g.end_date, to_char(g.share_date, 'YYYY-MM-DD') as share_date, clock_timestamp() as now, v.owner_id = $2
           and exists (select from public.profiles where id = $2 and role = 'vendor') as own,
         rights.person_oversees($2, v.state) as staff
       from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = $1`,
        [input.group_buy_id, caller.userId],
      ),
    ])
    const buy = rows[0]
    if (!buy || !(buy.own || buy.staff)) return refuse('buy_not_found')
    if (!CANCELLABLE.includes(buy.status)) return refuse('move_not_allowed')
    const until = cancellableUntil({ status: buy.status, endDate: buy.end_date, shareDate: buy.share_date })
    const isInTime = until !== null && buy.now < until
    if (buy.status !== 'draft' && !buy.staff && !isInTime) {
      return refuse('move_not_allowed', {
        message:
          'A group buy can be cancelled until 24 hours before it closes, and once confirmed, until 24 hours before its sharing day.',
      })
    }

    const { rows: paid } = await tx.query<AffectedOrder>(
      `select id, user_id, rights.email_of(user_id) as email, order_no::integer, charged_kobo - returned_kobo as back from public.orders
       where group_buy_id = $1 and status in ('paid', 'confirmed')`,
      [input.group_buy_id],
    )
    const { rows: pending } = await tx.query<AffectedOrder>(
      `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'the group buy was cancelled'
       where group_buy_id = $1 and status = 'pending' returning id, user_id, rights.email_of(user_id) as email, order_no::integer, 0::bigint as back`,
      [input.group_buy_id],
    )
    const { rows: ended } = await tx.query<{ counts: GroupBuyCounts }>(
      `update public.group_buys as g set status = 'cancelled', end_reason = $2, closed_at = now()
       where id = $1 returning to_jsonb(g) as counts`,
      [input.group_buy_id, input.reason],
    )
    const affected = [...pending, ...paid]
    const notifications = affected.map(({ id: orderId, user_id: person, email, order_no, back }) => ({
      to: email,
      person,
      facts: { orderId, product: buy.product_name, reason: input.reason, orderNo: order_no, refundKobo: back },
      siteUrl: context.siteUrl,
    }))
    await notifyEach(tx, 'buy-cancelled', notifications)
    // A vendor who cancels their own buy needs no notification.
    if (!buy.own)
      await notifyVendors(tx, { mail: 'shop-buy-cancelled', buyIds: [input.group_buy_id], siteUrl: context.siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.cancel',
      subject: { type: 'group_buy', id: input.group_buy_id },
      before: { status: buy.status },
      after: { status: 'cancelled', reason: input.reason, orders: affected.length },
    })
    const counts = ended[0]?.counts
    return counts ? { group_buy: counts } : refuse('buy_not_found')
  },
}

interface CancellableBuy {
  status: string
  product_name: string
  vendor_id: string
  end_date: Date
  /** 'YYYY-MM-DD' */
  share_date: string | null
  now: Date
  own: boolean
  staff: boolean
}

interface AffectedOrder {
  id: string
  user_id: string
  email: string | null
  order_no: number
  /** Refund in kobo. */
  back: bigint
}

const CANCELLABLE = ['draft', 'active', 'closed', 'confirmed']
