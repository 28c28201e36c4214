import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryPrices } from '../testing.ts'
import { ceilingPriceKobo } from './ceiling.ts'
import { priceAt, readPrices, writePriceTiers } from './price-tiers.ts'
import { paidPrice, shownPrice } from './shown-price.ts'

const buy = {
  base_price: 19_500,
  price_tiers: '[{"participants":5,"price":18330},{"participants":10,"price":17000}]',
  current_participants: 3,
  min_participants: 5,
  locked_participants: 0,
  paid_participants: 0,
}

test('below the minimum it is the price at the minimum, which is the highest possible price', () => {
  expect(shownPrice(buy)).toEqual({ people: 5, priceKobo: 1_833_000n })
})

test('from the minimum on it is the price for all participants; the price for paid ones is shown with it', () => {
  const full = { ...buy, current_participants: 11, paid_participants: 6 }
  expect(shownPrice(full)).toEqual({ people: 11, priceKobo: 1_700_000n })
  expect(paidPrice(full)).toEqual({ people: 6, priceKobo: 1_833_000n })
  expect(paidPrice({ ...full, paid_participants: 4 })).toBeNull()
  expect(paidPrice({ ...full, paid_participants: 10 })).toBeNull()
})

test('is the lower of the ceiling of a new participant and the price for all participants', () => {
  const people = fc.nat(60)
  fc.assert(
    fc.property(
      arbitraryPrices,
      people,
      people,
      people,
      (prices, min_participants, current_participants, locked_participants) => {
        const row = {
          base_price: Number(prices.basePriceKobo) / 100,
          price_tiers: writePriceTiers(prices.tiers),
          min_participants,
          current_participants,
          locked_participants,
        }
        const ceilingKobo = ceilingPriceKobo({
          ...readPrices(row),
          minParticipants: min_participants,
          lockedParticipants: locked_participants,
        })
        const shown = shownPrice(row)
        expect(shown.priceKobo <= ceilingKobo).toBe(true)
        if (current_participants >= Math.max(min_participants, locked_participants + 1)) {
          expect(shown.priceKobo).toBe(priceAt(readPrices(row), current_participants))
        }
      },
    ),
  )
})
