import type { BuyCounts } from '#api/commands.ts'
import { refuse } from '#domain/refusal.ts'
import { checkFields, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { recordAct } from '../record-act.ts'

/**
 * The vendor (with 24 hours' notice before the window closes), a manager of the region, a coordinator or the chief cancels a buy
 * in which nobody has paid yet. Pending orders end with it, and everyone is told.
 */
export const cancelGroupBuy: Command<'cancel-group-buy'> = {
  name: 'cancel-group-buy',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      reason: text({ label: 'Reason', least: 5, most: 300, lines: true }),
    }),
  async run({ input, caller, tx, shop }) {
    // Locked before it is read: a statement that waits for a row still sees the others as they were.
    const [, { rows }] = await Promise.all([
      tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id]),
      tx.query<Facts>(
        `select g.status, g.product_name, g.vendor_id, g.end_date - interval '24 hours' > clock_timestamp() as in_time, v.owner_id = $2
           and exists (select from public.profiles where id = $2 and role = 'vendor') as own,
         exists (select from public.profiles p where p.id = $2 and (p.role in ('coordinator', 'chief') or (p.role = 'manager'
           and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = v.state)))) as staff,
         exists (select from public.orders o where o.group_buy_id = g.id and o.status not in ('pending', 'expired', 'cancelled')) as paid
       from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = $1`,
        [input.group_buy_id, caller.userId],
      ),
    ])
    const buy = rows[0]
    if (!buy || !(buy.own || buy.staff)) return refuse('buy_not_found')
    if (buy.status !== 'draft' && buy.status !== 'active' && buy.status !== 'closed') return refuse('move_not_allowed')
    if (buy.paid)
      return refuse('move_not_allowed', {
        message: 'Somebody has paid. A paid group buy ends through refunds, not here.',
      })
    if (buy.status !== 'draft' && !buy.staff && !buy.in_time) {
      return refuse('move_not_allowed', { message: 'A group buy can be cancelled until 24 hours before it closes.' })
    }

    const { rows: told } = await tx.query<{ email: string | null; order_no: number }>(
      `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'the group buy was cancelled'
       where group_buy_id = $1 and status = 'pending' returning rights.email_of(user_id) as email, order_no::integer`,
      [input.group_buy_id],
    )
    const { rows: ended } = await tx.query<{ counts: BuyCounts }>(
      `update public.group_buys as g set status = 'cancelled', end_reason = $2, closed_at = now()
       where id = $1 returning to_jsonb(g) as counts`,
      [input.group_buy_id, input.reason],
    )
    for (const { email, order_no } of told) {
      const facts = { product: buy.product_name, reason: input.reason, orderNo: order_no }
      await queueSystemMail(tx, 'buy-cancelled', { to: email ?? '', facts, siteUrl: shop.siteUrl })
    }
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.cancel',
      subject: { type: 'group_buy', id: input.group_buy_id },
      before: { status: buy.status },
      after: { status: 'cancelled', reason: input.reason, orders: told.length },
    })
    const counts = ended[0]?.counts
    return counts ? { group_buy: counts } : refuse('buy_not_found')
  },
}

interface Facts {
  status: string
  product_name: string
  vendor_id: string
  in_time: boolean
  own: boolean
  staff: boolean
  paid: boolean
}
