// The money of a delivery fee that changes after its order was paid.
import { type PaidWith, type ReturnTo, returnLines, usualReturn } from './returning.ts'

interface Less {
  amountKobo: bigint
  returnTo: ReturnTo | null
  /** Carries naira back, if there are any. */
  refundId: string
}

/** PEPS first, as PEPS; naira as the buyer chose, or by the amount. */
export function feeBackLines(paid: PaidWith, { amountKobo, returnTo, refundId }: Less) {
  const { lines } = returnLines(paid, { amountKobo, to: returnTo ?? usualReturn(amountKobo), refundId })
  const refundKobo = lines.filter(({ kind }) => kind === 'return_owed').reduce((all, line) => all + line.amountKobo, 0n)
  return { lines, refundKobo }
}
