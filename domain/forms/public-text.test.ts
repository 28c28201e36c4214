import { describe, expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { hasPhoneNumber, publicText } from './public-text.ts'

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
