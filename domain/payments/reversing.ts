// A payment that the payer's bank takes back after it had succeeded (money.md 2, "payment reversed").
import { leastKobo } from '../money.ts'
import type { Line } from './movements.ts'
import type { PaidWith } from './returning.ts'

interface ReversedPart extends PaidWith {
  /** What its escrow still holds, in naira and PEPS together. */
  heldKobo: bigint
  /** What this payment brought to it, in naira; the difference for a dearer delivery is a payment of its own. */
  broughtKobo: bigint
  /** Goods that are out are the vendor's to be paid for: what is held for them stays. */
  isHandedOver: boolean
}

interface Reversal {
  lines: Line[]
  /** Orders that end with it, the PEPS that come back to their buyers, and the naira that another payment of theirs gets back. */
  ended: { orderId: string; pepsKobo: bigint; otherKobo: bigint }[]
  lossKobo: bigint
}

/** Takes what the bank took from the orders that it had paid, as far as they hold it; the rest is lost. */
export function reversalLines(receivedKobo: bigint, parts: readonly ReversedPart[]): Reversal {
  const open = parts.filter(({ isHandedOver }) => !isHandedOver)
  const lines: Line[] = []
  const ended: Reversal['ended'] = []
  let left = receivedKobo
  for (const { orderId, buyerId, pepsKobo: paidPeps, returnedPepsKobo, heldKobo, broughtKobo } of open) {
    const pepsKobo = leastKobo(paidPeps - returnedPepsKobo, heldKobo)
    const nairaKobo = leastKobo(leastKobo(heldKobo - pepsKobo, broughtKobo), left)
    lines.push({ kind: 'payment_reversed', debitOwner: orderId, amountKobo: nairaKobo })
    lines.push({ kind: 'returned_as_peps', debitOwner: orderId, creditOwner: buyerId, amountKobo: pepsKobo })
    ended.push({ orderId, pepsKobo, otherKobo: heldKobo - pepsKobo - nairaKobo })
    left -= nairaKobo
  }
  lines.push({ kind: 'payment_reversed_at_loss', amountKobo: left })
  return { lines, ended, lossKobo: left }
}
