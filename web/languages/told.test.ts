import { expect, test } from 'vitest'
import { english, openLanguage } from './i18n.ts'
import { told } from './told.ts'

const pidgin = openLanguage('pcm', {
  messages: {
    'Your cart is empty': 'Your cart don empty',
    'Only {count} of {name} are left.': [['name'], ': na only ', ['count'], ' remain.'],
    'Order {number}.': ['Order ', ['number'], ' (na so).'],
  },
  sentences: ['Your cart is empty', 'Order {number}.', 'Only {count} of {name} are left.'],
})

test.each([
  ['Your cart is empty', 'Your cart don empty'],
  ['Only 3 of Rice (50 kg) are left.', 'Rice (50 kg): na only 3 remain.'],
  ['Order 12.', 'Order 12 (na so).'],
  ['Something that nobody translated.', 'Something that nobody translated.'],
])('%s', (text, said) => {
  expect(told(pidgin, text)).toBe(said)
  expect(told(english, text)).toBe(text)
})
