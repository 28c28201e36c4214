import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { releaseHold } from '#server/ledger/held-peps.ts'
import { lockOrders } from './payable-orders.ts'

/**
 * Cancels an open payment for its payer: its orders may change again, and its held PEPS are released. Money that still
 * arrives pays those of its orders that are unchanged, and is refunded otherwise.
 */
export const cancelPayment: Command<'cancel-payment'> = {
  name: 'cancel-payment',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['payment_id'],
  check: (raw) => checkFields(raw, { payment_id: uuid('Payment') }),
  async run({ input, caller, tx }) {
    const { rows: parts } = await tx.query<{ order_id: string | null }>(
      'select t.order_id from public.payments p left join public.payment_parts t on t.payment_id = p.id where p.id = $1 and p.user_id = $2',
      [input.payment_id, caller.userId],
    )
    if (parts.length === 0) return refuse('payment_not_found')
    await lockOrders(
      tx,
      parts.flatMap(({ order_id }) => order_id ?? []),
    )
    const { rowCount } = await tx.query(
      `update public.payments set expires_at = least(expires_at, now()), cancelled_at = coalesce(cancelled_at, now()), next_check_at = now()
       where id = $1 and status in ('initiated', 'pending')`,
      [input.payment_id],
    )
    if (rowCount === 0) return refuse('payment_over')
    await releaseHold(tx, input.payment_id)
    return { payment_id: input.payment_id }
  },
}
