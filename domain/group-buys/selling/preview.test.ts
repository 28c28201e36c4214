import { expect, it } from 'vitest'
import { previewEarnings } from './preview.ts'

const facts = {
  prices: {
    basePriceKobo: 8_000_000n,
    tiers: [
      { participants: 2, priceKobo: 7_600_000n },
      { participants: 10, priceKobo: 4_000_000n },
    ],
  },
  minParticipants: 1,
  targetQuantity: 40,
  vendorFeeBasisPoints: 500,
}

it('shows price, fee and earnings of every price at which the buy can settle, and marks steep ones', () => {
  expect(previewEarnings(facts)).toEqual([
    {
      participants: 1,
      priceKobo: 8_000_000n,
      feeKobo: 400_000n,
      netKobo: 7_600_000n,
      targetNetKobo: 304_000_000n,
      isSteep: false,
    },
    {
      participants: 2,
      priceKobo: 7_600_000n,
      feeKobo: 380_000n,
      netKobo: 7_220_000n,
      targetNetKobo: 288_800_000n,
      isSteep: false,
    },
    {
      participants: 10,
      priceKobo: 4_000_000n,
      feeKobo: 200_000n,
      netKobo: 3_800_000n,
      targetNetKobo: 152_000_000n,
      isSteep: true,
    },
  ])
})

it('leaves out prices below the minimum of people', () => {
  expect(previewEarnings({ ...facts, minParticipants: 5 }).map(({ participants }) => participants)).toEqual([5, 10])
})
