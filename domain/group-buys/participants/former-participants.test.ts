import { expect, test } from 'vitest'
import { countFormerParticipants } from './former-participants.ts'

test('counts every participant who still had a place once, paid or not', () => {
  const orders = [
    { user_id: 'a', end_reason: 'the group buy was cancelled' },
    { user_id: 'a', end_reason: 'not paid by the due time' },
    { user_id: 'b', end_reason: 'not paid by the due time' },
    { user_id: 'c', end_reason: 'left by the buyer' },
    { user_id: 'd', end_reason: 'not paid while the place was held' },
    { user_id: 'e', end_reason: 'too few people paid' },
    { user_id: 'f', end_reason: null },
  ]
  expect(countFormerParticipants(orders)).toBe(4)
})
