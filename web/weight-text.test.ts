import { expect, test } from 'vitest'
import { english, openLanguage } from './languages/i18n.ts'
import { translateWeight } from './weight-text.ts'

test('translates a weight, but not its amount', () => {
  const hausa = openLanguage('ha', { 'about {amount}': ['kusan ', ['amount']] })
  const weight = '1 bag, about 1,250 kg, about 56 dericas'
  expect(translateWeight(english, weight)).toBe(weight)
  expect(translateWeight(hausa, weight)).toBe('1 bag, kusan 1,250 kg, kusan 56 dericas')
  expect(translateWeight(hausa, '')).toBe('')
})
