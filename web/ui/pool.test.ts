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

it('never prints one price over another, and none over an end of the bar', () => {
  const close = [
    { participants: 8, price: 98800 },
    { participants: 13, price: 94640 },
    { participants: 16, price: 91520 },
  ]
  const shown = (joined: number, detail: boolean) =>
    poolMarks({ joined, tiers: close, width: 16, detail })
      .filter(({ labelled }) => labelled)
      .map(({ price, edge }) => [price, edge])
  expect(shown(16, true)).toEqual([
    [98800, null],
    [91520, 'right'],
  ])
  // The next price matters more than the last one.
  expect(shown(9, false)).toEqual([[94640, null]])
  const early = [{ participants: 1, price: 12_345_678.5 }, ...close]
  expect(poolMarks({ joined: 0, tiers: early, width: 16, detail: true })[0]).toMatchObject({
    labelled: true,
    edge: 'left',
  })
})
