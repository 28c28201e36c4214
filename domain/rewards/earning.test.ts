import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_REWARD, noRewardTexts, type RewardFacts, whyNoReward } from './earning.ts'

const earns: RewardFacts = {
  isOwnOrder: false,
  isEnrolled: true,
  isBehindShop: false,
  isRing: false,
  isOnePerson: false,
}

test.each([
  [{}, null],
  [{ isOwnOrder: true }, 'own_order'],
  [{ isEnrolled: false }, 'not_enrolled'],
  [{ isBehindShop: true }, 'seller'],
  [{ isRing: true }, 'ring'],
  [{ isOnePerson: true }, 'same_person'],
] as const)('with %j the reason is %s', (facts, reason) => {
  expect(whyNoReward({ ...earns, ...facts })).toBe(reason)
})

test('only facts without a single objection earn', () => {
  const flag = fc.boolean()
  const facts = fc.record({ isOwnOrder: flag, isEnrolled: flag, isBehindShop: flag, isRing: flag, isOnePerson: flag })
  fc.assert(
    fc.property(facts, (some) => {
      const isClean = Object.entries(some).every(([name, value]) => value === (name === 'isEnrolled'))
      expect(whyNoReward(some) === null).toBe(isClean)
    }),
  )
})

test('every reason has its text', () => {
  expect(Object.keys(noRewardTexts).sort()).toEqual([...NO_REWARD].sort())
})
