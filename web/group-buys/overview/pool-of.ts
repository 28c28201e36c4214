import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'

interface PoolFacts {
  price_tiers: string
  current_participants: number
  min_participants: number
  unit: string
}

/** A buy's row as the sentence about its people needs it. */
export const poolOf = ({ price_tiers, current_participants, min_participants, unit }: PoolFacts) => ({
  tiers: parsePriceTiers(price_tiers),
  currentParticipants: current_participants,
  minParticipants: min_participants,
  unit,
})
