// Reversal of a succeeded payment by the payer's bank (money.md 2, "payment reversed").
import { minKobo } from '#domain/money.ts'
import type { LedgerLine } from '../movements.ts'
import type { PaidWith } from './returning.ts'

interface ReversedPart extends PaidWith {
  /** Balance of the order's escrow, in naira and PEPS together. */
  heldKobo: bigint
  /** Naira paid to the order by this payment; the difference for a more expensive delivery is a separate one. */
  broughtKobo: bigint
  /**
   * The goods were handed over: money held for them is released to the vendor, who then bears that part of the loss.
   */
  isHandedOver: boolean
}

interface Reversal {
  lines: LedgerLine[]
  /**
   * Orders that end with the reversal, with the PEPS returned to their buyers and the naira refunded to their other
   * payments.
   */
  ended: { orderId: string; pepsKobo: bigint; otherKobo: bigint }[]
  lossKobo: bigint
  /**
   * Part of the loss for handed-over goods whose money is still held: charged to their vendors' earnings from these
   * goods.
   */
  passedOn: { orderId: string; amountKobo: bigint }[]
}

/**
 * Debits the reversed amount from the orders that the payment had paid, up to the money they hold; the rest is a loss.
 * If it is less than the money held by orders not handed over, it is a partial chargeback: the orders continue, and the
 * amount is a loss.
 */
export function reversalLines(takenKobo: bigint, parts: readonly ReversedPart[]): Reversal {
  const open = parts.filter(({ isHandedOver }) => !isHandedOver).map((part) => ({ ...part, ...heldKoboByKind(part) }))
  const isPartly = takenKobo < open.reduce((all, { nairaHeldKobo }) => all + nairaHeldKobo, 0n)
  const lines: LedgerLine[] = []
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
  const pepsHeldKobo = minKobo(pepsKobo - returnedPepsKobo, heldKobo)
  return { pepsHeldKobo, nairaHeldKobo: minKobo(heldKobo - pepsHeldKobo, broughtKobo) }
}

function passOnToVendors(lossKobo: bigint, parts: readonly ReversedPart[]): Reversal['passedOn'] {
  let left = lossKobo
  return parts
    .filter(({ isHandedOver }) => isHandedOver)
    .flatMap((part) => {
      const amountKobo = minKobo(heldKoboByKind(part).nairaHeldKobo, left)
      left -= amountKobo
      return amountKobo > 0n ? [{ orderId: part.orderId, amountKobo }] : []
    })
}
