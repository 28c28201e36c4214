import { describe, expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { poolSentence } from './pool-sentence.ts'
import { discountPercent, isJoinable, progressPercent, quantityField, spotsLeft, unitsLeft } from './progress.ts'
import { groupBuySort } from './sorts.ts'

const at = (text: string) => new Date(text)
const tiers = [
  { participants: 5, priceKobo: 7_600_000n },
  { participants: 10, priceKobo: 5_800_000n },
]
const pool = { basePriceKobo: 8_000_000n, tiers, currentParticipants: 7, minParticipants: 5 }

describe('figures of a card (specification 9)', () => {
  it('counts them', () => {
    expect(discountPercent(8_000_000n, 7_200_000n)).toBe(10)
    expect(discountPercent(8_000_000n, 8_000_000n)).toBe(0)
    expect(progressPercent(3, 5)).toBe(60)
    expect(progressPercent(23, 5)).toBe(460)
    expect(spotsLeft(20, 18)).toBe(2)
    expect(spotsLeft(20, 22)).toBe(0)
    expect(spotsLeft(null, 18)).toBe('Unlimited')
    expect(unitsLeft(40, 38)).toBe(2)
  })

  it('is joinable while active and before the end', () => {
    const end = at('2026-03-14T16:00:00Z')
    expect(isJoinable({ status: 'active', endDate: end }, at('2026-03-14T15:59:59Z'))).toBe(true)
    expect(isJoinable({ status: 'active', endDate: end }, end)).toBe(false)
    expect(isJoinable({ status: 'closed', endDate: end }, at('2026-03-14T15:59:59Z'))).toBe(false)
  })

  it('starts the quantity at the minimum or 1', () => {
    expect(quantityField({ minQuantity: 2, maxQuantity: null })).toEqual({ min: 2, max: null, initial: 2 })
    expect(quantityField({ minQuantity: null, maxQuantity: 5 })).toEqual({ min: 1, max: 5, initial: 1 })
  })
})

describe('sentences', () => {
  it('says what is missing', () => {
    expect(formatInEnglish(poolSentence(pool))).toBe('3 more people who pay bring it to ₦58,000')
    expect(formatInEnglish(poolSentence({ ...pool, currentParticipants: 9 }))).toBe(
      '1 more person who pays brings it to ₦58,000',
    )
    expect(formatInEnglish(poolSentence({ ...pool, currentParticipants: 10 }))).toBe('Lowest price reached')
    expect(formatInEnglish(poolSentence({ ...pool, tiers: [], currentParticipants: 3 }))).toBe(
      '2 more people who pay, and it goes ahead',
    )
    expect(formatInEnglish(poolSentence({ ...pool, tiers: [] }))).toBe('Minimum reached')
  })
})

it('sorts by end date by default', () => {
  expect(groupBuySort('price-down')).toMatchObject({ column: 'shown_price', ascending: false })
  expect(groupBuySort('x; drop')).toMatchObject({ column: 'end_date' })
})
