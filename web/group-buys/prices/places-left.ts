import { spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'

interface CountedBuy {
  target_quantity: number
  current_quantity: number
  max_participants: number | null
  current_participants: number
}

/** Units the user can still order; 0 if all units are taken or others hold every place. */
export function placesLeft(buy: CountedBuy, mine: number): number {
  const noPlace = mine === 0 && spotsLeft(buy.max_participants, buy.current_participants) === 0
  return noPlace ? 0 : unitsLeft(buy.target_quantity, buy.current_quantity)
}
