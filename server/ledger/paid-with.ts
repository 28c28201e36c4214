import { minKobo } from '#domain/money.ts'
import type { PaidWith } from '#domain/payments/refunds/returning.ts'

/** Columns of an order: what was paid for it and what was returned. */
export interface PaidRow {
  id: string
  user_id: string
  charged_kobo: bigint
  peps_kobo: bigint
  returned_kobo: bigint
}

/** For orders where PEPS may have been paid after a refund to the source: for delivery, once the price was final. */
export interface PaidLaterRow extends PaidRow {
  /** The part of `returned_kobo` that was refunded to its source. */
  refunded_kobo: bigint
}

/**
 * SQL for `refunded_kobo` of the order `o`. Proceeds of a sale of uncollected goods are not a return of what was paid.
 */
export const REFUNDED_KOBO = `coalesce((select sum(f.amount_kobo) from public.refunds f where f.order_id = o.id and f.reason <> 'resale'), 0)::bigint`

/** PEPS are returned first, so the split follows from the total; but what was refunded to the source was never PEPS. */
export function paidWith(row: PaidRow | PaidLaterRow): PaidWith {
  const { id, user_id, charged_kobo, peps_kobo, returned_kobo } = row
  const beyondPepsKobo = returned_kobo - minKobo(returned_kobo, peps_kobo)
  const sentKobo = 'refunded_kobo' in row ? row.refunded_kobo : 0n
  const returnedNairaKobo = sentKobo > beyondPepsKobo ? sentKobo : beyondPepsKobo
  return {
    orderId: id,
    buyerId: user_id,
    pepsKobo: peps_kobo,
    nairaKobo: charged_kobo - peps_kobo,
    returnedPepsKobo: returned_kobo - returnedNairaKobo,
    returnedNairaKobo,
  }
}
