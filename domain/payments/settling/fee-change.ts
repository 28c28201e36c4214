// Refund of a delivery fee that falls after the order was paid.
import { kindKobo } from '../movements.ts'
import { defaultReturnTo, type PaidWith, type ReturnTo, returnLines } from '../refunds/returning.ts'

interface FeeReduction {
  amountKobo: bigint
  returnTo: ReturnTo | null
  /** The refund for the naira part, if any. */
  refundId: string
}

/** PEPS are returned first, as PEPS; naira as the buyer chose, else by the amount. */
export function feeReductionLines(paid: PaidWith, { amountKobo, returnTo, refundId }: FeeReduction) {
  const { lines } = returnLines(paid, { amountKobo, to: returnTo ?? defaultReturnTo(amountKobo), refundId })
  const refundKobo = kindKobo(lines, 'return_owed')
  return { lines, refundKobo }
}
