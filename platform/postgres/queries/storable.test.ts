import { expect, test } from 'vitest'
import { isStorable } from './storable.ts'

test.each(['a', 'Ṣọlá 🧺👩🏾‍🌾', '\\u0000', '\\\\ud800', { Ẹ̀fọ́: ['rice', null, 1, true] }, '\u0001', undefined, null])(
  '%j can be stored',
  (value) => {
    expect(isStorable(value)).toBe(true)
  },
)

test.each(['\0', 'a\0b', '\\\0', '\ud800', 'x\udc00', { '\0': 1 }, [{ deep: ['\ud83d'] }]])('%j cannot', (value) => {
  expect(isStorable(value)).toBe(false)
})

test('values nested too deeply cannot', () => {
  expect(isStorable(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toBe(false)
})
