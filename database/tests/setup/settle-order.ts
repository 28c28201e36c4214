import type pg from 'pg'
import { queryWithCause } from './as-owner.ts'

/** Moves an order to paid and confirmed, without money. Returns a function for its next moves. */
export async function settleOrder(
  owner: pg.Pool,
  orderId: string | undefined,
): Promise<(cause: string, set: string) => Promise<unknown>> {
  const step = (cause: string, set: string) =>
    queryWithCause(owner, cause, `update public.orders set ${set} where id = $1`, [orderId])
  await step('gateway', `status = 'paid', paid_at = now(), amount_due_kobo = 0`)
  await step('clock', `status = 'confirmed', settled_at = now()`)
  return step
}
