import { expect, test } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
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

test('compares the offer with the price of buying alone', () => {
  const { next, ...offer } = openOffer(buy, '52000.00')
  expect(offer).toEqual({ priceKobo: 4_680_000n, savingKobo: 520_000n, isFull: false })
  expect(formatInEnglish(next)).toBe('4 more people who pay bring it to ₦44,720')
  const last = openOffer({ ...buy, current_participants: 12 }, 52000)
  expect(formatInEnglish(last.next)).toBe('Lowest price reached')
})

test('shows no saving if the price alone is lower, and marks full buys', () => {
  expect(openOffer(buy, 46000).savingKobo).toBe(0n)
  // Below the minimum it is the price at the minimum, because the buy fails with fewer people.
  expect(openOffer({ ...buy, current_participants: 2 }, 52000)).toMatchObject({ priceKobo: 4_680_000n })
  // With locked participants, it is their price.
  expect(openOffer({ ...buy, locked_participants: 11 }, 52000)).toMatchObject({ priceKobo: 4_472_000n })
  expect(openOffer({ ...buy, max_participants: 8 }, 52000).isFull).toBe(true)
  expect(openOffer({ ...buy, current_quantity: 40 }, 52000).isFull).toBe(true)
})
