import { spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'

interface CountedBuy {
  target_quantity: number
  current_quantity: number
  max_participants: number | null
  current_participants: number
  /** Held for people on the waiting list. */
  offered_units?: number | null
  offered_people?: number | null
}

/**
 * Units that a user who has `mine` units can still order; 0 if all units are taken, or if others hold every place and
 * the user has none.
 */
export function placesLeft(buy: CountedBuy, mine: number): number {
  const noPlace =
    mine === 0 && spotsLeft(buy.max_participants, buy.current_participants + (buy.offered_people ?? 0)) === 0
  return noPlace ? 0 : unitsLeft(buy.target_quantity, buy.current_quantity + (buy.offered_units ?? 0))
}
