// Proceeds of uncollected goods that were sold for their buyer (docs/decisions/0049).
import { feeKobo, minKobo } from '#domain/money.ts'
import type { LedgerLine } from './movements.ts'
import { defaultReturnTo, type PaidWith, type ReturnTo } from './refunds/returning.ts'

interface Sale {
  proceedsKobo: bigint
  handlingBasisPoints: number
  returnTo: ReturnTo | null
  /** The refund for the naira part, if any. */
  refundId: string
  /** The place that took the proceeds in cash and owes them; null if they are in the bank. */
  cashPlaceId: string | null
}

interface Resale {
  handlingKobo: bigint
  /** Total for the buyer. */
  returnedKobo: bigint
  /** Naira to be refunded to the source; the rest is returned as PEPS at once. */
  refundKobo: bigint
  lines: LedgerLine[]
}

/** As in every return, PEPS come first. The source gets at most the amount it paid: gateways do not refund more. */
export function planResale(paid: PaidWith, sale: Sale): Resale {
  const { proceedsKobo, handlingBasisPoints, returnTo, refundId, cashPlaceId } = sale
  const handlingKobo = feeKobo(proceedsKobo, handlingBasisPoints)
  const returnedKobo = proceedsKobo - handlingKobo
  const afterPeps = returnedKobo - minKobo(returnedKobo, paid.pepsKobo - paid.returnedPepsKobo)
  const toSource = (returnTo ?? defaultReturnTo(returnedKobo)) === 'source'
  const refundKobo = toSource ? minKobo(afterPeps, paid.nairaKobo - paid.returnedNairaKobo) : 0n
  const asPepsKobo = returnedKobo - refundKobo
  const lines: LedgerLine[] =
    cashPlaceId === null
      ? [
          { kind: 'resale_handling', amountKobo: handlingKobo },
          { kind: 'resale_as_peps', creditOwner: paid.buyerId, amountKobo: asPepsKobo },
          { kind: 'resale_return_owed', creditOwner: refundId, amountKobo: refundKobo },
        ]
      : [
          { kind: 'cash_resale_handling', debitOwner: cashPlaceId, amountKobo: handlingKobo },
          { kind: 'cash_resale_as_peps', debitOwner: cashPlaceId, creditOwner: paid.buyerId, amountKobo: asPepsKobo },
          { kind: 'cash_resale_return_owed', debitOwner: cashPlaceId, creditOwner: refundId, amountKobo: refundKobo },
        ]
  return { handlingKobo, returnedKobo, refundKobo, lines: lines.filter(({ amountKobo }) => amountKobo > 0n) }
}
