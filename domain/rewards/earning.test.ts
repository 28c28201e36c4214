import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_REWARD_REASONS, noRewardReason, noRewardTexts, type RewardFacts } from './earning.ts'

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
  expect(noRewardReason({ ...earns, ...facts })).toBe(reason)
})

test('an order earns a reward only if no exclusion applies', () => {
  const flag = fc.boolean()
  const facts = fc.record({ isOwnOrder: flag, isEnrolled: flag, isBehindShop: flag, isRing: flag, isOnePerson: flag })
  fc.assert(
    fc.property(facts, (some) => {
      const isClean = Object.entries(some).every(([name, value]) => value === (name === 'isEnrolled'))
      expect(noRewardReason(some) === null).toBe(isClean)
    }),
  )
})

test('every reason has a text', () => {
  expect(Object.keys(noRewardTexts).sort()).toEqual([...NO_REWARD_REASONS].sort())
})
