// A vendor's earnings from an order, and the status of the money.
import { feeKobo } from '#domain/money.ts'

interface EarningOrder {
  status: string
  goodsKobo: bigint
  vendorFeeBasisPoints: number
  /** Amount released to the vendor, and amount still held for the buyer. */
  earnedKobo: bigint
  heldKobo: bigint
}

interface Earnings {
  goodsKobo: bigint
  feeKobo: bigint
  /** Goods less the fee; of an order that has ended, what the vendor keeps. */
  netKobo: bigint
  /**
   * `partly`: some of the goods were handed over and released. `charge`: the order has ended, and its charge for
   * leaving late is the vendor's. `none`: it has ended without one.
   */
  standing: 'unpaid' | 'held' | 'released' | 'partly' | 'charge' | 'none'
}

/** Labels for the state of an order's money, for its vendor. */
export const standingLabels: Record<Earnings['standing'], string> = {
  unpaid: 'Not paid yet',
  held: 'Held until hand-over',
  partly: 'Part released',
  released: 'Released to you',
  charge: 'Late charge, released to you',
  none: 'Ended, nothing earned',
}

const UNPAID = new Set(['pending'])
const ENDED = new Set(['expired', 'cancelled', 'refunding', 'refunded'])

/** Orders that have ended earn nothing, except for the charge for leaving late. */
export function orderEarnings(order: EarningOrder): Earnings {
  const { status, goodsKobo, vendorFeeBasisPoints, earnedKobo, heldKobo } = order
  if (ENDED.has(status)) {
    return { goodsKobo: 0n, feeKobo: 0n, netKobo: earnedKobo, standing: earnedKobo > 0n ? 'charge' : 'none' }
  }
  const fee = feeKobo(goodsKobo, vendorFeeBasisPoints)
  const standing = heldKobo === 0n ? 'released' : earnedKobo > 0n ? 'partly' : 'held'
  return { goodsKobo, feeKobo: fee, netKobo: goodsKobo - fee, standing: UNPAID.has(status) ? 'unpaid' : standing }
}

/**
 * The same by the ledger, which also knows the delivery fee of a shop that delivers, refunds that the market paid, short
 * goods that are still to be refunded, and payments that a bank took back. `otherKobo`: what all of them add or take.
 */
export function ledgerEarnings(earnings: Earnings, partsKobo: readonly bigint[]) {
  // Before the payment there is nothing in the ledger.
  const netKobo = partsKobo.length === 0 ? earnings.netKobo : partsKobo.reduce((sum, kobo) => sum + kobo, 0n)
  return { ...earnings, netKobo, otherKobo: netKobo - earnings.netKobo }
}
