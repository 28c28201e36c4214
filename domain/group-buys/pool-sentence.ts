// The sentence under the pool bar (look.md); it is complete without the bar.
import { formatNaira } from '#domain/money.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { nextTier, type Prices } from './price/price-tiers.ts'

interface Pool extends Pick<Prices, 'tiers'> {
  currentParticipants: number
  minParticipants: number
}

/** "3 more people who pay bring it to ₦58,000"; to the minimum first; then "Lowest price reached". */
export function poolSentence(pool: Pool): TranslatableText {
  const missing = pool.minParticipants - pool.currentParticipants
  if (missing > 0) {
    // The shown price is already the one at the minimum.
    const one = /*i18n*/ '{count} more person who pays, and it goes ahead'
    const many = /*i18n*/ '{count} more people who pay, and it goes ahead'
    return { text: missing === 1 ? one : many, values: { count: missing } }
  }
  const tier = nextTier(pool, pool.currentParticipants)
  if (tier) {
    const count = tier.participants - pool.currentParticipants
    const one = /*i18n*/ '{count} more person who pays brings it to {price}'
    const text = count === 1 ? one : /*i18n*/ '{count} more people who pay bring it to {price}'
    return { text, values: { count, price: formatNaira(tier.priceKobo) } }
  }
  return { text: pool.tiers.length > 0 ? /*i18n*/ 'Lowest price reached' : /*i18n*/ 'Minimum reached', values: {} }
}

/** Text with which a participant invites others: "3 more people who pay, and everybody pays ₦58,000 a bag." */
export function invitationText(pool: Pool & { unit: string }): TranslatableText {
  const tier = nextTier(pool, pool.currentParticipants)
  const missing = pool.minParticipants - pool.currentParticipants
  if (missing > 0 && (!tier || tier.participants > pool.minParticipants)) {
    const one = /*i18n*/ '{count} more person who pays, and it goes ahead.'
    return {
      text: missing === 1 ? one : /*i18n*/ '{count} more people who pay, and it goes ahead.',
      values: { count: missing },
    }
  }
  if (!tier) {
    const lowest = /*i18n*/ 'The lowest price is reached.'
    return { text: pool.tiers.length > 0 ? lowest : /*i18n*/ 'It goes ahead.', values: {} }
  }
  const count = tier.participants - pool.currentParticipants
  const one = /*i18n*/ '{count} more person who pays, and everybody pays {price} a {unit}.'
  return {
    text: count === 1 ? one : /*i18n*/ '{count} more people who pay, and everybody pays {price} a {unit}.',
    values: { count, price: formatNaira(tier.priceKobo), unit: pool.unit },
  }
}
