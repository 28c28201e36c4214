import { expect, it } from 'vitest'
import { barPosition, poolMarks, poolWidth } from './pool.ts'

const tiers = [
  { participants: 5, priceKobo: 6_200_000n },
  { participants: 10, priceKobo: 5_800_000n },
  { participants: 20, priceKobo: 5_450_000n },
]

it('extends to the last tier, and never overflows', () => {
  expect(poolWidth({ joined: 7, minParticipants: 5, tiers })).toBe(20)
  expect(poolWidth({ joined: 7, minParticipants: 5, tiers: [] })).toBe(7)
  expect(barPosition(30, 20)).toBe('100%')
})

it('labels the next and the last price, more if there is room', () => {
  const shown = (detail: boolean) =>
    poolMarks({ joined: 7, tiers, width: 20, detail })
      .filter(({ labelled }) => labelled)
      .map(({ priceKobo }) => priceKobo)
  expect(shown(false)).toEqual([5_800_000n, 5_450_000n])
  expect(shown(true)).toEqual([6_200_000n, 5_800_000n, 5_450_000n])
})

it('never overlaps labels or exceeds the end of the bar', () => {
  const close = [
    { participants: 8, priceKobo: 9_880_000n },
    { participants: 13, priceKobo: 9_464_000n },
    { participants: 16, priceKobo: 9_152_000n },
  ]
  const shown = (joined: number, detail: boolean) =>
    poolMarks({ joined, tiers: close, width: 16, detail })
      .filter(({ labelled }) => labelled)
      .map(({ priceKobo, edge }) => [priceKobo, edge])
  expect(shown(16, true)).toEqual([
    [9_880_000n, null],
    [9_152_000n, 'right'],
  ])
  // The next price matters more than the last one.
  expect(shown(9, false)).toEqual([[9_464_000n, null]])
  const early = [{ participants: 1, priceKobo: 1_234_567_850n }, ...close]
  expect(poolMarks({ joined: 0, tiers: early, width: 16, detail: true })[0]).toMatchObject({
    labelled: true,
    edge: 'left',
  })
})
