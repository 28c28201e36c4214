// A payment that the payer's bank takes back after it had succeeded (money.md 2, "payment reversed").
import { leastKobo } from '../money.ts'
import type { Line } from './movements.ts'
import type { PaidWith } from './returning.ts'

interface ReversedPart extends PaidWith {
  /** What its escrow still holds, in naira and PEPS together. */
  heldKobo: bigint
  /** What this payment brought to it, in naira; the difference for a dearer delivery is a payment of its own. */
  broughtKobo: bigint
  /** Goods that are out: what is held for them is released to the vendor, who then bears the loss as far as it was not released before. */
  isHandedOver: boolean
}

interface Reversal {
  lines: Line[]
  /** Orders that end with it, the PEPS that come back to their buyers, and the naira that another payment of theirs gets back. */
  ended: { orderId: string; pepsKobo: bigint; otherKobo: bigint }[]
  lossKobo: bigint
  /** Of the loss, what was taken for goods that are out and still held: their vendors pay it from what these goods earn them. */
  passedOn: { orderId: string; amountKobo: bigint }[]
}

/**
 * Takes what the bank took from the orders that it had paid, as far as they hold it; the rest is lost. A bank that takes less than the
 * orders without goods hold has taken a part of the price: they go on, and the part is lost.
 */
export function reversalLines(takenKobo: bigint, parts: readonly ReversedPart[]): Reversal {
  const open = parts.filter(({ isHandedOver }) => !isHandedOver).map((part) => ({ ...part, ...heldKoboByKind(part) }))
  const isPartly = takenKobo < open.reduce((all, { nairaHeldKobo }) => all + nairaHeldKobo, 0n)
  const lines: Line[] = []
  const ended: Reversal['ended'] = []
  let left = takenKobo
  for (const { orderId, buyerId, heldKobo, pepsHeldKobo, nairaHeldKobo } of isPartly ? [] : open) {
    lines.push({ kind: 'payment_reversed', debitOwner: orderId, amountKobo: nairaHeldKobo })
    lines.push({ kind: 'returned_as_peps', debitOwner: orderId, creditOwner: buyerId, amountKobo: pepsHeldKobo })
    ended.push({ orderId, pepsKobo: pepsHeldKobo, otherKobo: heldKobo - pepsHeldKobo - nairaHeldKobo })
    left -= nairaHeldKobo
  }
  lines.push({ kind: 'payment_reversed_at_loss', amountKobo: left })
  return { lines, ended, lossKobo: left, passedOn: isPartly ? [] : passOnToVendors(left, parts) }
}

function heldKoboByKind({ pepsKobo, returnedPepsKobo, heldKobo, broughtKobo }: ReversedPart) {
  const pepsHeldKobo = leastKobo(pepsKobo - returnedPepsKobo, heldKobo)
  return { pepsHeldKobo, nairaHeldKobo: leastKobo(heldKobo - pepsHeldKobo, broughtKobo) }
}

function passOnToVendors(lossKobo: bigint, parts: readonly ReversedPart[]): Reversal['passedOn'] {
  let left = lossKobo
  return parts
    .filter(({ isHandedOver }) => isHandedOver)
    .flatMap((part) => {
      const amountKobo = leastKobo(heldKoboByKind(part).nairaHeldKobo, left)
      left -= amountKobo
      return amountKobo > 0n ? [{ orderId: part.orderId, amountKobo }] : []
    })
}
