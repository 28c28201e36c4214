import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Returns the buyer's phone number to the shop of a paid order that is not handed over yet: to ask at the gate or to say
 * that the lorry is late. Each look is written to the audit log.
 */
export const showBuyerPhone: Command<'show-buyer-phone'> = {
  name: 'show-buyer-phone',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 60, windowSeconds: 3600 },
  fields: ['order_id'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order') }),
  async run({ input, caller, tx }) {
    // The recipient of a delivery is at its door; otherwise the account's number is the buyer's.
    const { rows } = await tx.query<{ order_no: number; is_live: boolean; phone: string | null }>(
      `select o.order_no::integer, o.status in ('paid', 'confirmed', 'ready') as is_live,
         coalesce((select a.phone from public.order_addresses a where a.order_id = o.id), rights.phone_of(o.user_id)) as phone
       from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
       where o.id = $1 and v.owner_id = $2 and v.status in ('active', 'suspended')`,
      [input.order_id, caller.userId],
    )
    const [order] = rows
    if (!order) return refuse('not_found')
    if (!order.is_live) return refuse('phone_of_ended_order')
    await recordAct(tx, {
      actorId: caller.userId ?? '',
      action: 'buyer.phone',
      subject: { type: 'order', id: input.order_id },
      after: { order_no: order.order_no },
    })
    return { phone: order.phone }
  },
}
