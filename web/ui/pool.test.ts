import { expect, it } from 'vitest'
import { poolMarks, poolSentence, poolWidth, shareOf } from './pool.ts'

const tiers = [
  { participants: 5, price: 62000 },
  { participants: 10, price: 58000 },
  { participants: 20, price: 54500 },
]

it('says how many people the next price needs', () => {
  expect(poolSentence({ joined: 7, tiers, unit: 'bag' })).toBe('3 more people to ₦58,000')
  expect(poolSentence({ joined: 9, tiers, unit: 'bag' })).toBe('1 more person to ₦58,000')
  expect(poolSentence({ joined: 20, tiers, unit: 'bag' })).toBe('Lowest price reached: ₦54,500 a bag')
  expect(poolSentence({ joined: 2, tiers: [], unit: 'bag' })).toBe('One price for everyone in this buy')
})

it('is as wide as the last threshold, and never overflows', () => {
  expect(poolWidth({ joined: 7, minParticipants: 5, tiers })).toBe(20)
  expect(poolWidth({ joined: 7, minParticipants: 5, tiers: [] })).toBe(7)
  expect(shareOf(30, 20)).toBe('100%')
})

it('labels the next and the last price, more when there is room', () => {
  const shown = (detail: boolean) =>
    poolMarks({ joined: 7, tiers, width: 20, detail })
      .filter(({ labelled }) => labelled)
      .map(({ price }) => price)
  expect(shown(false)).toEqual([58000, 54500])
  expect(shown(true)).toEqual([62000, 58000, 54500])
})
