import { expect, test } from 'vitest'
import { inEnglish } from '../texts/said.ts'
import { openOffer } from './open-offer.ts'

const buy = {
  base_price: 52000,
  price_tiers: '[{"participants":5,"price":46800},{"participants":12,"price":44720}]',
  current_participants: 8,
  min_participants: 5,
  max_participants: null,
  target_quantity: 40,
  current_quantity: 12,
}

test('an offer is held against the price of buying alone', () => {
  const { next, ...offer } = openOffer(buy, '52000.00')
  expect(offer).toEqual({ priceKobo: 4_680_000n, savingKobo: 520_000n, isFull: false })
  expect(inEnglish(next)).toBe('4 more people who pay bring it to ₦44,720')
  const last = openOffer({ ...buy, current_participants: 12 }, 52000)
  expect(inEnglish(last.next)).toBe('Lowest price reached')
})

test('a price that has fallen below the buy saves nothing, and a full buy says so', () => {
  expect(openOffer(buy, 46000).savingKobo).toBe(0n)
  // With too few people it is the price at the minimum: with fewer it does not happen.
  expect(openOffer({ ...buy, current_participants: 2 }, 52000)).toMatchObject({ priceKobo: 4_680_000n })
  // And with those who cannot leave any more, it is theirs.
  expect(openOffer({ ...buy, locked_participants: 11 }, 52000)).toMatchObject({ priceKobo: 4_472_000n })
  expect(openOffer({ ...buy, max_participants: 8 }, 52000).isFull).toBe(true)
  expect(openOffer({ ...buy, current_quantity: 40 }, 52000).isFull).toBe(true)
})
