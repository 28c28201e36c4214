// Buying when a month of a circle closes (docs/decisions/0145): from the group buy with the most votes that is still
// open and that every member can pay for, in equal quantities.
import { minKobo } from '#domain/money.ts'
import { type FeeRates, orderAmounts } from '#domain/orders/amounts.ts'

/** A group buy with votes, as it stands when the month closes. */
export interface Candidate {
  buyId: string
  votes: number
  isOpen: boolean
  /** The price of a unit now; it decides between buys with the same votes. */
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
  rates: FeeRates
  minQuantity: number
  /** For one person; null: any quantity. */
  maxQuantity: number | null
  freeUnits: number
  /** New participants that it can take; null: any number. */
  freePlaces: number | null
  endsAt: Date
}

type MonthPlan =
  | { outcome: 'bought'; buyId: string; quantity: number }
  | { outcome: 'no_votes' }
  /** The money or what is left of the buys does not do for everybody. */
  | { outcome: 'not_enough' }

/** `balancesKobo`: of the members who have paid every month until now. */
export function planMonth(candidates: readonly Candidate[], balancesKobo: readonly bigint[]): MonthPlan {
  const open = candidates.filter(({ isOpen, votes }) => isOpen && votes > 0).toSorted(byVotes)
  if (open.length === 0) return { outcome: 'no_votes' }
  for (const candidate of open) {
    const quantity = unitsEach(candidate, balancesKobo)
    if (quantity > 0) return { outcome: 'bought', buyId: candidate.buyId, quantity }
  }
  return { outcome: 'not_enough' }
}

/** Most votes first; then the lower price of a unit, then the earlier end. */
function byVotes(a: Candidate, b: Candidate): number {
  if (a.votes !== b.votes) return b.votes - a.votes
  if (a.unitPriceKobo !== b.unitPriceKobo) return a.unitPriceKobo < b.unitPriceKobo ? -1 : 1
  return a.endsAt.getTime() - b.endsAt.getTime() || (a.buyId < b.buyId ? -1 : 1)
}

/** Units that each of the members gets; 0 if the buy cannot serve all of them. */
function unitsEach(candidate: Candidate, balancesKobo: readonly bigint[]): number {
  const people = balancesKobo.length
  if (people === 0 || (candidate.freePlaces !== null && candidate.freePlaces < people)) return 0
  const leastKobo = balancesKobo.reduce(minKobo)
  const most = Math.min(Math.floor(candidate.freeUnits / people), candidate.maxQuantity ?? Number.MAX_SAFE_INTEGER)
  const quantity = Math.min(most, affordableUnits(candidate, leastKobo))
  return quantity >= candidate.minQuantity ? quantity : 0
}

/** The most units whose price at the ceiling, with the fee, an amount covers. */
function affordableUnits({ ceilingUnitPriceKobo, rates }: Candidate, kobo: bigint): number {
  // Without the fee, as an upper bound; the fee is rounded down for the order as a whole.
  let quantity = Number(kobo / ceilingUnitPriceKobo)
  const dueKobo = (units: number) =>
    orderAmounts({ unitPriceKobo: ceilingUnitPriceKobo, ceilingUnitPriceKobo, quantity: units, rates }).amountDueKobo
  while (quantity > 0 && dueKobo(quantity) > kobo) quantity -= 1
  return quantity
}
