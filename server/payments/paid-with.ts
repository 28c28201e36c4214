import { leastKobo } from '#domain/money.ts'
import type { PaidWith } from '#domain/payments/returning.ts'

/** The columns of an order that say what was paid for it and what came back. */
export interface PaidRow {
  id: string
  user_id: string
  charged_kobo: bigint
  peps_kobo: bigint
  returned_kobo: bigint
}

/** Where PEPS may have been paid after something went back to its source: for delivery, once the price was final. */
export interface PaidLaterRow extends PaidRow {
  /** Of what came back, what went to its source. */
  refunded_kobo: bigint
}

/** `refunded_kobo` of the order `o`. What a sale of uncollected goods brought is no return of what was paid. */
export const REFUNDED_KOBO = `coalesce((select sum(f.amount_kobo) from public.refunds f where f.order_id = o.id and f.reason <> 'resale'), 0)::bigint`

/** PEPS come back first, so how much of either has come back follows from the whole; but nothing that went back to its source was PEPS. */
export function paidWith(row: PaidRow | PaidLaterRow): PaidWith {
  const { id, user_id, charged_kobo, peps_kobo, returned_kobo } = row
  const beyondPepsKobo = returned_kobo - leastKobo(returned_kobo, peps_kobo)
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
