import { expect, test } from 'vitest'
import { ANSWER_EDIT_WINDOW_MS, firstName, refuseAnswer, refuseQuestion } from './questions.ts'

const asking = { isConfirmed: true, isOwn: false, isOnSale: true, waiting: 0 }

test('confirmed users may ask about products on sale that are not their own, with up to three open questions', () => {
  expect(refuseQuestion(asking)).toBeNull()
  expect(refuseQuestion({ ...asking, waiting: 2 })).toBeNull()
  expect(refuseQuestion({ ...asking, waiting: 3 })).toBe('too_many_open_questions')
  expect(refuseQuestion({ ...asking, isConfirmed: false })).toBe('asking_unconfirmed')
  expect(refuseQuestion({ ...asking, isOwn: true })).toBe('own_product')
  expect(refuseQuestion({ ...asking, isOnSale: false, isConfirmed: false })).toBe('product_not_found')
})

test('an answer can be edited for a day, unless it was reported', () => {
  const answeredAt = new Date('2026-03-10T08:00:00Z')
  const at = (ms: number) => new Date(answeredAt.getTime() + ms)
  const answered = { answeredAt, isReported: false, isHidden: false, now: at(ANSWER_EDIT_WINDOW_MS) }
  expect(refuseAnswer({ ...answered, answeredAt: null, isReported: true })).toBeNull()
  expect(refuseAnswer(answered)).toBeNull()
  expect(refuseAnswer({ ...answered, now: at(ANSWER_EDIT_WINDOW_MS + 1) })).toBe('already_answered')
  expect(refuseAnswer({ ...answered, isReported: true })).toBe('answer_reported')
  expect(refuseAnswer({ ...answered, answeredAt: null, isHidden: true })).toBe('question_not_found')
})

test('shows only the first name to others', () => {
  expect(firstName('  Ngozi  Okafor')).toBe('Ngozi')
  expect(firstName('')).toBe('A buyer')
  expect(firstName('a'.repeat(300))).toHaveLength(40)
})
