import { nigerianPhone } from '#domain/forms/phone.ts'
import { checkFields } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Finds a shop's own orders by the whole phone number of their buyer, while they are paid and not handed over: somebody
 * is on the line. Each search is written to the audit log, without the number.
 */
export const findOrdersByPhone: Command<'find-orders-by-phone'> = {
  name: 'find-orders-by-phone',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 30, windowSeconds: 3600 },
  fields: ['phone'],
  check: (raw) => checkFields(raw, { phone: nigerianPhone({ label: 'Phone number' }) }),
  async run({ input, caller, tx }) {
    const { rows: shops } = await tx.query<{ id: string }>(
      `select v.id from public.vendors v join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
       where v.owner_id = $1 and v.status in ('active', 'suspended')`,
      [caller.userId],
    )
    const [shop] = shops
    if (!shop) return refuse('not_found')
    const { rows: orders } = await tx.query<{ id: string; order_no: number; buyer_name: string }>(
      'select id, order_no, buyer_name from public.live_orders_by_phone($1, $2)',
      [shop.id, input.phone],
    )
    await recordAct(tx, {
      actorId: caller.userId ?? '',
      action: 'buyer.find-by-phone',
      subject: { type: 'shop', id: shop.id },
      after: { order_nos: orders.map(({ order_no }) => order_no).join(', ') },
    })
    return { orders }
  },
}
