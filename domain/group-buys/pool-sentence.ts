// The sentence under the pool bar (look.md), which makes sense without the bar.
import { formatNaira } from '../money.ts'
import type { Sentence } from '../sentence.ts'
import { nextTier, type Prices } from './price-tiers.ts'

interface Pool extends Pick<Prices, 'tiers'> {
  currentParticipants: number
  minParticipants: number
}

/** "3 more people to ₦58,000"; to the minimum if no tier comes before it; then "Lowest price reached". */
export function poolSentence(pool: Pool): Sentence {
  const tier = nextTier(pool, pool.currentParticipants)
  if (tier) {
    const count = tier.participants - pool.currentParticipants
    const text = count === 1 ? /*i18n*/ '{count} more person to {price}' : /*i18n*/ '{count} more people to {price}'
    return { text, values: { count, price: formatNaira(tier.priceKobo) } }
  }
  const count = pool.minParticipants - pool.currentParticipants
  if (count > 0) return { text: count === 1 ? TO_MINIMUM.one : TO_MINIMUM.many, values: { count } }
  return { text: pool.tiers.length > 0 ? /*i18n*/ 'Lowest price reached' : /*i18n*/ 'Minimum reached', values: {} }
}

const TO_MINIMUM = {
  one: /*i18n*/ '{count} more person to the minimum',
  many: /*i18n*/ '{count} more people to the minimum',
}

/** What somebody who is in tells the others: "3 more people and everybody pays ₦58,000 a bag." */
export function invitation(pool: Pool & { unit: string }): Sentence {
  const tier = nextTier(pool, pool.currentParticipants)
  const missing = pool.minParticipants - pool.currentParticipants
  if (missing > 0 && (!tier || tier.participants > pool.minParticipants))
    return { text: missing === 1 ? GOES_AHEAD.one : GOES_AHEAD.many, values: { count: missing } }
  if (!tier)
    return {
      text: pool.tiers.length > 0 ? /*i18n*/ 'The lowest price is reached.' : /*i18n*/ 'It goes ahead.',
      values: {},
    }
  const count = tier.participants - pool.currentParticipants
  return {
    text: count === 1 ? EVERYBODY_PAYS.one : EVERYBODY_PAYS.many,
    values: { count, price: formatNaira(tier.priceKobo), unit: pool.unit },
  }
}

const GOES_AHEAD = {
  one: /*i18n*/ '{count} more person and it goes ahead.',
  many: /*i18n*/ '{count} more people and it goes ahead.',
}
const EVERYBODY_PAYS = {
  one: /*i18n*/ '{count} more person and everybody pays {price} a {unit}.',
  many: /*i18n*/ '{count} more people and everybody pays {price} a {unit}.',
}
