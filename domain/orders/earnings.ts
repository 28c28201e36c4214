// What an order earns its vendor, and how far the money has come.
import { feeKobo } from '../money.ts'

interface Order {
  status: string
  goodsKobo: bigint
  vendorFeeBasisPoints: number
  /** What has been released to the vendor, and what is still held for the buyer. */
  earnedKobo: bigint
  heldKobo: bigint
}

interface Earnings {
  goodsKobo: bigint
  feeKobo: bigint
  /** Goods less the fee: what the vendor gets, or has got. */
  netKobo: bigint
  standing: 'unpaid' | 'held' | 'released' | 'partly' | 'charge' | 'none'
}

const UNPAID = new Set(['pending'])
const ENDED = new Set(['expired', 'cancelled', 'refunding', 'refunded'])

/** An order that ended earns nothing, but for the charge of somebody who left late. */
export function earningsOf(order: Order): Earnings {
  const { status, goodsKobo, vendorFeeBasisPoints, earnedKobo, heldKobo } = order
  if (ENDED.has(status)) {
    return { goodsKobo: 0n, feeKobo: 0n, netKobo: earnedKobo, standing: earnedKobo > 0n ? 'charge' : 'none' }
  }
  const fee = feeKobo(goodsKobo, vendorFeeBasisPoints)
  const standing = heldKobo === 0n ? 'released' : earnedKobo > 0n ? 'partly' : 'held'
  return { goodsKobo, feeKobo: fee, netKobo: goodsKobo - fee, standing: UNPAID.has(status) ? 'unpaid' : standing }
}
