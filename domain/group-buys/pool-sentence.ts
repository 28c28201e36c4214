// The sentence under the pool bar (look.md), which makes sense without the bar.
import { formatNaira } from '../money.ts'
import { nextTier, type Prices } from './price-tiers.ts'

interface Pool extends Pick<Prices, 'tiers'> {
  currentParticipants: number
  minParticipants: number
}

/** "3 more people to ₦58,000"; to the minimum if no tier comes before it; then "Lowest price reached". */
export function poolSentence(pool: Pool): string {
  const tier = nextTier(pool, pool.currentParticipants)
  if (tier) return `${morePeople(tier.participants - pool.currentParticipants)} to ${formatNaira(tier.priceKobo)}`
  const missing = pool.minParticipants - pool.currentParticipants
  if (missing > 0) return `${morePeople(missing)} to the minimum`
  return pool.tiers.length > 0 ? 'Lowest price reached' : 'Minimum reached'
}

/** What somebody who is in tells the others: "3 more people and everybody pays ₦58,000 a bag." */
export function invitation(pool: Pool & { unit: string }): string {
  const tier = nextTier(pool, pool.currentParticipants)
  const missing = pool.minParticipants - pool.currentParticipants
  if (missing > 0 && (!tier || tier.participants > pool.minParticipants))
    return `${morePeople(missing)} and it goes ahead.`
  if (!tier) return pool.tiers.length > 0 ? 'The lowest price is reached.' : 'It goes ahead.'
  const price = `${formatNaira(tier.priceKobo)} a ${pool.unit}`
  return `${morePeople(tier.participants - pool.currentParticipants)} and everybody pays ${price}.`
}

function morePeople(count: number): string {
  return `${count} more ${count === 1 ? 'person' : 'people'}`
}
