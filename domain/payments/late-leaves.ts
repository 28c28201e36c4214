// What late leaves cost, and who pays it (design.md 9). The final price is that of the people who stay. Where somebody was promised
// less because a leaver still counted at that moment, the leaver's goods money pays the difference to the vendor.
import { type Prices, priceAt } from '../group-buys/price-tiers.ts'
import { feeKobo, greatestKobo, leastKobo } from '../money.ts'

/** An order whose buyer stays, and the most a unit of it may cost. */
export interface PricePromise {
  ceilingKobo: bigint
  quantity: number
  buyerBasisPoints: number
  /** When it got this ceiling, or more units at it. */
  promisedAt: Date
  /** Its buyer is one of `staying`; somebody who has not paid, or may still leave free, is not yet. */
  isCounted: boolean
}

/** A paid order that was left late, of a person with no other paid order in the buy. */
export interface LateLeaver {
  orderId: string
  personId: string
  goodsKobo: bigint
  /** The most that its buyer was told they could lose. */
  mostKobo: bigint
  leftAt: Date
}

interface BuyWithLeavers extends Prices {
  minParticipants: number
  /** People who count for the price. */
  staying: number
  promises: readonly PricePromise[]
  leavers: readonly LateLeaver[]
}

interface CostOfLeaving {
  /** Kobo each late-left order pays for promises; orders that pay nothing are missing. */
  shares: Map<string, bigint>
  /** What no leaver's money covers. Leaving is refused where it would grow. */
  uncoveredKobo: bigint
}

/**
 * Only people who left after a promise pay for it: it was made without those who had left before. The latest promises come first,
 * because the fewest leavers pay for them. Shares are in proportion to goods money, up to what each was told at most.
 */
export function costOfLeaving(buy: BuyWithLeavers): CostOfLeaving {
  const shares = new Map<string, bigint>()
  let uncoveredKobo = 0n
  const latestFirst = [...buy.promises].sort((a, b) => b.promisedAt.getTime() - a.promisedAt.getTime())
  for (const promise of latestFirst) {
    const liable = buy.leavers.filter(({ leftAt }) => leftAt >= promise.promisedAt)
    const people = new Set(liable.map(({ personId }) => personId)).size
    uncoveredKobo += spread(differenceKobo(buy, promise, people), liable, shares)
  }
  return { shares, uncoveredKobo }
}

/** The most a leaver can pay for the promises of the others, whoever else leaves after them. */
export function mostForPromisesKobo(buy: Prices & Pick<BuyWithLeavers, 'minParticipants' | 'promises'>): bigint {
  const highest = priceAt(buy, buy.minParticipants)
  return buy.promises.reduce((all, promise) => all + betweenKobo(promise, promise.ceilingKobo, highest), 0n)
}

/** What keeping this promise costs because so many people left; what it would cost anyway is not theirs to pay. */
function differenceKobo(
  { staying, minParticipants, ...prices }: BuyWithLeavers,
  promise: PricePromise,
  people: number,
): bigint {
  const count = staying + (promise.isCounted ? 0 : 1)
  const price = (participants: number) => priceAt(prices, Math.max(minParticipants, participants))
  return betweenKobo(promise, price(count + people), price(count))
}

/** From the one unit price to the other, as far as it lies above the ceiling, with the buyer's fee: so nobody saves the fee by it. */
function betweenKobo(promise: PricePromise, from: bigint, to: bigint): bigint {
  const paid = (price: bigint) => {
    const goods = greatestKobo(price, promise.ceilingKobo) * BigInt(promise.quantity)
    return goods + feeKobo(goods, promise.buyerBasisPoints)
  }
  const difference = paid(to) - paid(from)
  return difference > 0n ? difference : 0n
}

/** Adds to the shares, and returns what is left over. Whoever has the least room for their part comes first; the others take on the rest. */
function spread(amountKobo: bigint, liable: readonly LateLeaver[], shares: Map<string, bigint>): bigint {
  const room = ({ orderId, mostKobo }: LateLeaver) => mostKobo - (shares.get(orderId) ?? 0n)
  const tightestFirst = liable
    .filter((leaver) => room(leaver) > 0n)
    .sort((a, b) => Number(room(a) * b.goodsKobo - room(b) * a.goodsKobo))
  let left = amountKobo
  let goodsLeft = tightestFirst.reduce((all, { goodsKobo }) => all + goodsKobo, 0n)
  for (const leaver of tightestFirst) {
    if (left === 0n) break
    const part = (left * leaver.goodsKobo + goodsLeft - 1n) / goodsLeft
    const share = leastKobo(part, room(leaver))
    shares.set(leaver.orderId, (shares.get(leaver.orderId) ?? 0n) + share)
    left -= share
    goodsLeft -= leaver.goodsKobo
  }
  return left
}
