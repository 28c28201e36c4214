// Possible final prices of a buy (semantics.md 2): one price for all, by the number of participants who have paid.
import { type Prices, priceAt } from './price-tiers.ts'

interface LadderStep {
  /** Minimum number of participants for this price. */
  participants: number
  /** Kobo per unit. */
  priceKobo: bigint
  /** Number of further participants needed; 0 once reached. */
  missing: number
  /** True for the price at the current number of participants. */
  isNow: boolean
}

interface LadderFacts {
  minParticipants: number
  /** Participants, paid or unpaid. */
  participants: number
  /** Paid participants past free leaving. */
  lockedParticipants: number
}

/**
 * The prices at which this buy can still settle for a buyer who joins now. Below the minimum the buy fails, and the
 * locked participants and the new one stay, so prices for fewer people are left out.
 */
export function priceLadder(
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
