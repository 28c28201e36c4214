// The money of goods that were sold for a buyer who did not collect them (docs/decisions/0049).
import { feeKobo, leastKobo } from '../money.ts'
import type { Line } from './movements.ts'
import { type PaidWith, type ReturnTo, usualReturn } from './returning.ts'

interface Sale {
  proceedsKobo: bigint
  handlingBasisPoints: number
  returnTo: ReturnTo | null
  /** Carries naira back, if there are any. */
  refundId: string
  /** The place that took the money in cash and owes it; null: it is in the bank. */
  cashPlaceId: string | null
}

interface Resale {
  handlingKobo: bigint
  /** What the buyer gets. */
  backKobo: bigint
  /** Of it, naira on their way to where the order was paid from; the rest is PEPS, at once. */
  refundKobo: bigint
  lines: Line[]
}

/** As with every return, PEPS come first. To the source goes at most what came from there: a gateway takes no more back. */
export function resale(paid: PaidWith, sale: Sale): Resale {
  const { proceedsKobo, handlingBasisPoints, returnTo, refundId, cashPlaceId } = sale
  const handlingKobo = feeKobo(proceedsKobo, handlingBasisPoints)
  const backKobo = proceedsKobo - handlingKobo
  const afterPeps = backKobo - leastKobo(backKobo, paid.pepsKobo - paid.returnedPepsKobo)
  const toSource = (returnTo ?? usualReturn(backKobo)) === 'source'
  const refundKobo = toSource ? leastKobo(afterPeps, paid.nairaKobo - paid.returnedNairaKobo) : 0n
  const asPepsKobo = backKobo - refundKobo
  const lines: Line[] =
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
  return { handlingKobo, backKobo, refundKobo, lines: lines.filter(({ amountKobo }) => amountKobo > 0n) }
}
