// A group buy whose goods come in packs, such as a 50 kg bag shared by the paint bucket (semantics.md 2, "Bags"). Buyers
// say how much they want, and may say how much more they would take if that fills a pack. They pay for the most; what
// is not allotted to them comes back when the buy is settled.
import { allocate } from '#domain/money.ts'

export interface PackOrder {
  orderId: string
  /** Units that the buyer wants in any case. */
  sureQuantity: number
  /** Units that the buyer would take at most, and has paid for. */
  quantity: number
  paidAt: Date
  orderNo: number
}

interface PackAllotment {
  /** Units for each order; 0 if its buyer gets nothing. */
  quantities: Map<string, number>
  /** Whole packs that the vendor brings. */
  packs: number
  /** Units beyond whole packs, which the vendor has agreed to bring; 0 otherwise. */
  looseUnits: number
}

interface AllotmentTerms {
  /** Units in a pack. */
  packSize: number
  /** The vendor has agreed to bring a part of a pack. */
  takesPartPack: boolean
}

/**
 * Allots units to orders so that the vendor brings whole packs:
 * 1. what buyers would take beyond what they want fills the last pack, one unit at a time in turn;
 * 2. if that is not enough, the vendor may bring a part of a pack, and everybody gets what they want;
 * 3. otherwise the last pack is not brought, and its units are taken off pro rata, by largest remainder, then from later
 *    payments; as far as there are enough units, everybody keeps one.
 */
export function allotPacks(orders: readonly PackOrder[], { packSize, takesPartPack }: AllotmentTerms): PackAllotment {
  const byPayment = [...orders].sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.orderNo - b.orderNo)
  const sure = sum(byPayment.map(({ sureQuantity }) => sureQuantity))
  const most = sum(byPayment.map(({ quantity }) => quantity))
  const packs = Math.ceil(sure / packSize)
  if (packs * packSize <= most) {
    return { packs, looseUnits: 0, quantities: spreadInTurn(byPayment, packs * packSize - sure) }
  }
  const wholePacks = packs - 1
  const looseUnits = sure - wholePacks * packSize
  if (takesPartPack) return { packs: wholePacks, looseUnits, quantities: spreadInTurn(byPayment, 0) }
  return { packs: wholePacks, looseUnits: 0, quantities: cutProRata(byPayment, wholePacks * packSize) }
}

/** Units that are missing in the last pack, even if everybody takes the most; 0 if all packs can be filled. */
export function missingUnits(units: { sure: number; most: number }, packSize: number): number {
  return Math.max(0, Math.ceil(units.sure / packSize) * packSize - units.most)
}

/** Gives extra units one at a time, in rounds, to the orders that would take more. */
function spreadInTurn(orders: readonly PackOrder[], extraUnits: number): Map<string, number> {
  const quantities = new Map(orders.map(({ orderId, sureQuantity }) => [orderId, sureQuantity]))
  let left = extraUnits
  let takers = orders.filter(({ sureQuantity, quantity }) => sureQuantity < quantity)
  while (left > 0 && takers.length > 0) {
    for (const { orderId } of takers.slice(0, left)) quantities.set(orderId, (quantities.get(orderId) ?? 0) + 1)
    left -= Math.min(left, takers.length)
    takers = takers.filter(({ orderId, quantity }) => (quantities.get(orderId) ?? 0) < quantity)
  }
  return quantities
}

function cutProRata(orders: readonly PackOrder[], units: number): Map<string, number> {
  if (units <= orders.length) return new Map(orders.map(({ orderId }, index) => [orderId, index < units ? 1 : 0]))
  const shares = allocate(
    BigInt(units - orders.length),
    orders.map(({ sureQuantity }) => BigInt(sureQuantity - 1)),
  )
  return new Map(orders.map(({ orderId }, index) => [orderId, 1 + Number(shares[index] ?? 0n)]))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
