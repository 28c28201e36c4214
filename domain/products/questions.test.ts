import { describe, expect, it, test } from 'vitest'
import { ANSWER_CHANGES_MS, firstName, hasPhoneNumber, publicText, refuseAnswering, refuseAsking } from './questions.ts'

const asking = { isConfirmed: true, isOwn: false, isOnSale: true, waiting: 0 }

test('people who are confirmed ask about what is on sale and not theirs, three at a time', () => {
  expect(refuseAsking(asking)).toBeNull()
  expect(refuseAsking({ ...asking, waiting: 2 })).toBeNull()
  expect(refuseAsking({ ...asking, waiting: 3 })).toBe('questions_wait')
  expect(refuseAsking({ ...asking, isConfirmed: false })).toBe('asking_unconfirmed')
  expect(refuseAsking({ ...asking, isOwn: true })).toBe('own_product')
  expect(refuseAsking({ ...asking, isOnSale: false, isConfirmed: false })).toBe('product_not_found')
})

test('an answer is mended for a day, unless somebody has reported it', () => {
  const answeredAt = new Date('2026-03-10T08:00:00Z')
  const at = (ms: number) => new Date(answeredAt.getTime() + ms)
  const answered = { answeredAt, isReported: false, isHidden: false, now: at(ANSWER_CHANGES_MS) }
  expect(refuseAnswering({ ...answered, answeredAt: null, isReported: true })).toBeNull()
  expect(refuseAnswering(answered)).toBeNull()
  expect(refuseAnswering({ ...answered, now: at(ANSWER_CHANGES_MS + 1) })).toBe('answer_stands')
  expect(refuseAnswering({ ...answered, isReported: true })).toBe('answer_reported')
  expect(refuseAnswering({ ...answered, answeredAt: null, isHidden: true })).toBe('question_not_found')
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

  it('are refused with the reason, like what is too short or too long', () => {
    const read = publicText({ label: 'Question', least: 8, most: 20 })
    expect(read('  Is it dry?  ')).toEqual({ value: 'Is it dry?' })
    expect(read('08031234567?')).toEqual({
      error: 'Question: please leave telephone numbers out. Everybody reads this.',
    })
    expect(read('Dry?')).toEqual({ error: 'Question must have at least 8 characters.' })
    expect(read('Is it dry? '.repeat(3))).toEqual({ error: 'Question must have at most 20 characters.' })
    expect(read('Is it \u0000 dry?')).toHaveProperty('error')
  })
})

test('others read the first name alone', () => {
  expect(firstName('  Ngozi  Okafor')).toBe('Ngozi')
  expect(firstName('')).toBe('A buyer')
  expect(firstName('a'.repeat(300))).toHaveLength(40)
})
