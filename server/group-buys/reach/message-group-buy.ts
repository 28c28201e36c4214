import { randomUUID } from 'node:crypto'
import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import {
  AUDIENCES,
  broadcastFault,
  broadcastLimit,
  MAX_BROADCAST_LENGTH,
} from '#domain/group-buys/selling/broadcasts.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A shop, or staff who oversee it, write to people in one of its group buys. The recipients are those of this moment; a job tells each of them
 * once (notify-of-broadcast.ts).
 */
export const messageGroupBuy: Command<'message-group-buy'> = {
  name: 'message-group-buy',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['group_buy_id', 'audience', 'message'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      audience: oneOf({ label: 'group of people', among: AUDIENCES }),
      message: text({ label: 'Message', max: MAX_BROADCAST_LENGTH, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    // Messages of one buy are counted one after another (`public.guard_broadcast`).
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('buy-broadcasts:' || $1::uuid, 0))`, [
      input.group_buy_id,
    ])
    const { rows } = await tx.query<AddressedBuyRow>(
      `select g.status, g.payment_mode, v.status = 'active' as is_shop_active, v.owner_id <> $2 as is_by_staff, clock_timestamp() as now,
         exists (select from public.buy_audience(g.id, $3)) as has_recipients,
         coalesce((select array_agg(b.created_at) from public.buy_broadcasts b
           where b.group_buy_id = g.id and b.kind = 'message' and b.created_at > clock_timestamp() - make_interval(secs => $4)), '{}') as sent_at
       from public.group_buys g join public.vendors v on v.id = g.vendor_id join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
       where g.id = $1 and (v.owner_id = $2 or rights.person_oversees($2, v.state))`,
      [input.group_buy_id, caller.userId, input.audience, broadcastLimit.perMs / 1000],
    )
    const buy = rows[0]
    if (!buy) return refuse('buy_not_found')
    const fault = broadcastFault(input.audience, {
      buy: { status: buy.status, paymentMode: buy.payment_mode },
      isShopActive: buy.is_shop_active,
      hasRecipients: buy.has_recipients,
      sentAt: buy.sent_at,
      now: buy.now,
    })
    if (fault) return fault
    const id = randomUUID()
    await tx.query(
      `insert into public.buy_broadcasts (id, group_buy_id, author_id, kind, audience, body) values ($1, $2, $3, 'message', $4, $5)`,
      [id, input.group_buy_id, caller.userId, input.audience, input.message],
    )
    // The trigger `send_broadcast` counts them.
    const { rows: written } = await tx.query<{ recipients: number }>(
      'select recipients from public.buy_broadcasts where id = $1',
      [id],
    )
    const recipients = written[0]?.recipients ?? 0
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.message',
      subject: { type: 'group_buy', id: input.group_buy_id },
      after: { audience: input.audience, recipients, message: input.message },
    })
    if (buy.is_by_staff) {
      const told = { mail: 'shop-buy-written-to', buyIds: [input.group_buy_id], reason: input.message } as const
      await notifyVendors(tx, { ...told, siteUrl: context.siteUrl })
    }
    return { broadcast_id: id, recipients }
  },
}

interface AddressedBuyRow {
  status: string
  payment_mode: string
  is_shop_active: boolean
  is_by_staff: boolean
  now: Date
  has_recipients: boolean
  sent_at: Date[]
}
