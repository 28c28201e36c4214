import { leastKobo } from '#domain/money.ts'
import type { PaidWith } from '#domain/payments/returning.ts'

/** The columns of an order that say what was paid for it and what came back. */
export interface PaidRow {
  id: string
  user_id: string
  charged_kobo: bigint
  peps_kobo: bigint
  returned_kobo: bigint
  /** Of it, what went back to its source; asked where PEPS may have been paid after that: for delivery, once the price was final. */
  refunded_kobo?: bigint
}

/** PEPS come back first, so how much of either has come back follows from the whole; but nothing that went back to its source was PEPS. */
export function paidWith({ id, user_id, charged_kobo, peps_kobo, returned_kobo, refunded_kobo }: PaidRow): PaidWith {
  const beyondPepsKobo = returned_kobo - leastKobo(returned_kobo, peps_kobo)
  const sentKobo = refunded_kobo ?? 0n
  const returnedNairaKobo = sentKobo > beyondPepsKobo ? sentKobo : beyondPepsKobo
  return {
    ...{ orderId: id, buyerId: user_id, pepsKobo: peps_kobo, nairaKobo: charged_kobo - peps_kobo },
    ...{ returnedPepsKobo: returned_kobo - returnedNairaKobo, returnedNairaKobo },
  }
}
