import { describe, expect, it, test } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import {
  ANSWER_EDIT_WINDOW_MS,
  firstName,
  hasPhoneNumber,
  publicText,
  refuseAnswer,
  refuseQuestion,
} from './questions.ts'

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

describe('telephone numbers', () => {
  it.each([
    'Call 08031234567',
    'call me: 0803 123 4567.',
    '+234 803 123 4567',
    '+234 (0) 803-123-4567',
    '2348031234567',
    '0 8 0 3 1 2 3 4 5 6 7',
    'I am on 5, 08031234567',
  ])('%s holds one', (words) => {
    expect(hasPhoneNumber(words)).toBe(true)
  })

  it.each([
    'Is it 50 kg, 52,000 a bag?',
    'I paid ₦1,080,312,345 once',
    'Order 100812 of 2026-08-03',
    '25 mudu, 8 dericas, 100 people',
  ])('%s holds none', (words) => {
    expect(hasPhoneNumber(words)).toBe(false)
  })

  it('are rejected with the reason, like texts that are too short or too long', () => {
    const read = publicText({ label: 'Question', min: 8, max: 20 })
    expect(read('  Is it dry?  ')).toEqual({ value: 'Is it dry?' })
    expect(read('08031234567?')).toEqual({
      error: 'Question: please leave telephone numbers out. Everybody reads this.',
    })
    for (const [typed, error] of [
      ['Dry?', 'Question must have at least 8 characters.'],
      ['Is it dry? '.repeat(3), 'Question must have at most 20 characters.'],
    ] as const) {
      const result = read(typed)
      expect('error' in result && formatInEnglish(result.error)).toBe(error)
    }
    expect(read('Is it \u0000 dry?')).toHaveProperty('error')
  })
})

test('shows only the first name to others', () => {
  expect(firstName('  Ngozi  Okafor')).toBe('Ngozi')
  expect(firstName('')).toBe('A buyer')
  expect(firstName('a'.repeat(300))).toHaveLength(40)
})
