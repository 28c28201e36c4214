import type pg from 'pg'
import { movedBy } from './moved-by.ts'

/** The order is paid and has its price. Answers with what moves it on. */
export async function settledOrder(
  owner: pg.Pool,
  orderId: string | undefined,
): Promise<(cause: string, set: string) => Promise<unknown>> {
  const step = (cause: string, set: string) =>
    movedBy(owner, cause, `update public.orders set ${set} where id = $1`, [orderId])
  await step('gateway', `status = 'paid', paid_at = now(), amount_due_kobo = 0`)
  await step('clock', `status = 'confirmed', settled_at = now()`)
  return step
}
