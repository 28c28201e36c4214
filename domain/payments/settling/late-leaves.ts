// Charges for leaving late (design.md 9). The final price is that of the participants who stay. If a lower price was
// promised to one of them while a leaver still counted, the leaver's payment for goods covers the difference to the
// vendor.
import { type Prices, priceAt } from '#domain/group-buys/price/price-tiers.ts'
import { feeKobo, maxKobo, minKobo } from '#domain/money.ts'

/** An order whose buyer stays, with its promised maximum price per unit. */
export interface PricePromise {
  ceilingKobo: bigint
  quantity: number
  buyerBasisPoints: number
  /** When the ceiling was promised, or last applied to more units. */
  promisedAt: Date
  /** True if the buyer is included in `staying`; false if they have not paid or may still leave for free. */
  isCounted: boolean
}

/** A paid order that was left late, of a buyer with no other paid order in the buy. */
export interface LateLeaver {
  orderId: string
  personId: string
  goodsKobo: bigint
  /** Maximum charge shown to the buyer when leaving. */
  mostKobo: bigint
  leftAt: Date
}

interface BuyWithLeavers extends Prices {
  minParticipants: number
  /** Participants who count towards the price. */
  staying: number
  promises: readonly PricePromise[]
  leavers: readonly LateLeaver[]
}

interface CostOfLeaving {
  /** Charge in kobo by order id; orders without a charge are omitted. */
  shares: Map<string, bigint>
  /** Part of the cost that the leavers' money does not cover. Leaving is refused if it would increase. */
  uncoveredKobo: bigint
}

/**
 * Only buyers who left after a promise pay for it: earlier leavers did not count when it was made. The latest promises
 * come first, because the fewest leavers are liable for them. Shares are in proportion to the leavers' goods, up to
 * each one's maximum.
 */
export function costOfLeaving(buy: BuyWithLeavers): CostOfLeaving {
  const shares = new Map<string, bigint>()
  let uncoveredKobo = 0n
  const latestFirst = [...buy.promises].sort((a, b) => b.promisedAt.getTime() - a.promisedAt.getTime())
  for (const promise of latestFirst) {
    const liable = buy.leavers.filter(({ leftAt }) => leftAt >= promise.promisedAt)
    const people = new Set(liable.map(({ personId }) => personId)).size
    uncoveredKobo += chargeLeavers(differenceKobo(buy, promise, people), liable, shares)
  }
  return { shares, uncoveredKobo }
}

/**
 * Maximum that a leaver can be charged for prices promised to others, no matter who else leaves later;
 * `public.most_for_promises_kobo` is the same sum in SQL.
 */
export function maxPromiseCostKobo(buy: Prices & Pick<BuyWithLeavers, 'minParticipants' | 'promises'>): bigint {
  const highest = priceAt(buy, buy.minParticipants)
  return buy.promises.reduce((all, promise) => all + priceStepKobo(promise, promise.ceilingKobo, highest), 0n)
}

/** Cost of a promise that is due to `people` leaving; the rest of its cost is not charged to them. */
function differenceKobo(
  { staying, minParticipants, ...prices }: BuyWithLeavers,
  promise: PricePromise,
  people: number,
): bigint {
  const count = staying + (promise.isCounted ? 0 : 1)
  const price = (participants: number) => priceAt(prices, Math.max(minParticipants, participants))
  return priceStepKobo(promise, price(count + people), price(count))
}

/** Price difference above the ceiling for the whole order, including the buyer's fee. */
function priceStepKobo(promise: PricePromise, from: bigint, to: bigint): bigint {
  const paid = (price: bigint) => {
    const goods = maxKobo(price, promise.ceilingKobo) * BigInt(promise.quantity)
    return goods + feeKobo(goods, promise.buyerBasisPoints)
  }
  const difference = paid(to) - paid(from)
  return difference > 0n ? difference : 0n
}

/**
 * Adds the amount to `shares` and returns the uncovered rest. Leavers closest to their maximum come first; the others
 * bear the rest.
 */
function chargeLeavers(amountKobo: bigint, liable: readonly LateLeaver[], shares: Map<string, bigint>): bigint {
  const room = ({ orderId, mostKobo }: LateLeaver) => mostKobo - (shares.get(orderId) ?? 0n)
  const tightestFirst = liable
    .filter((leaver) => room(leaver) > 0n)
    .sort((a, b) => Number(room(a) * b.goodsKobo - room(b) * a.goodsKobo))
  let left = amountKobo
  let goodsLeft = tightestFirst.reduce((all, { goodsKobo }) => all + goodsKobo, 0n)
  for (const leaver of tightestFirst) {
    if (left === 0n) break
    const part = (left * leaver.goodsKobo + goodsLeft - 1n) / goodsLeft
    const share = minKobo(part, room(leaver))
    shares.set(leaver.orderId, (shares.get(leaver.orderId) ?? 0n) + share)
    left -= share
    goodsLeft -= leaver.goodsKobo
  }
  return left
}
