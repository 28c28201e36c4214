// What a buyer may pay in the end (semantics.md 2): one price for all, by how many have paid.
import { type Prices, priceAt } from './price-tiers.ts'

interface LadderStep {
  /** From so many people on. */
  participants: number
  /** Kobo per unit. */
  priceKobo: bigint
  /** How many more have to join; 0 once it is reached. */
  missing: number
  /** Whether it is the price at the present number of people. */
  isNow: boolean
}

interface LadderFacts {
  minParticipants: number
  /** Who joined, paid or not. */
  participants: number
  /** Paid participants past free leaving. */
  lockedParticipants: number
}

/**
 * The prices at which this buy can still end for somebody who joins now. With fewer people than the minimum it does not happen,
 * and those who are locked, with the one who joins, stay: what fewer would pay is nobody's price.
 */
export function ladder(
  prices: Prices,
  { minParticipants, participants, lockedParticipants }: LadderFacts,
): LadderStep[] {
  const least = Math.max(1, minParticipants)
  const all = [least, ...prices.tiers.map((tier) => tier.participants).filter((people) => people > least)]
  const starts = all.slice(all.findLastIndex((people) => people <= Math.max(least, lockedParticipants + 1)))
  const reached = starts.findLast((people) => people <= participants)
  return starts.map((people) => ({
    participants: people,
    priceKobo: priceAt(prices, people),
    missing: Math.max(0, people - participants),
    isNow: people === reached,
  }))
}
