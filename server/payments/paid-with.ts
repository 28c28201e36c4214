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

/** PEPS come back first, so how much of either has come back follows from the whole. */
export function paidWith({ id, user_id, charged_kobo, peps_kobo, returned_kobo }: PaidRow): PaidWith {
  const returnedPepsKobo = leastKobo(returned_kobo, peps_kobo)
  return {
    ...{ orderId: id, buyerId: user_id, pepsKobo: peps_kobo, nairaKobo: charged_kobo - peps_kobo },
    ...{ returnedPepsKobo, returnedNairaKobo: returned_kobo - returnedPepsKobo },
  }
}
