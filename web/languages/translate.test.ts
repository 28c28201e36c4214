import { expect, test } from 'vitest'
import { english, openLanguage } from './i18n.ts'
import { translate } from './translate.ts'

const pidgin = openLanguage('pcm', {
  messages: {
    'Your cart is empty': 'Your cart don empty',
    'Only {count} of {name} are left.': [['name'], ': na only ', ['count'], ' remain.'],
    '{naira} by {moment}.': [['naira'], ' before ', ['moment'], '.'],
    'Collect it by {moment}.': ['Collect am before ', ['moment'], '.'],
    'Your code is here.': 'Your code dey here.',
    'Order {number}.': ['Order ', ['number'], ' (na so).'],
  },
  sentences: [
    '{naira} by {moment}.',
    'Collect it by {moment}.',
    'Your cart is empty',
    'Order {number}.',
    'Only {count} of {name} are left.',
  ],
})

test.each([
  ['Your cart is empty', 'Your cart don empty'],
  ['Only 3 of Rice (50 kg) are left.', 'Rice (50 kg): na only 3 remain.'],
  ['₦2,000.50 by Fri 13 Mar, 5 pm.', '₦2,000.50 before Fri 13 Mar, 5 pm.'],
  [
    'Yaba hub, Lagos. Collect it by Wed 25 Nov, 6 pm. Your code is here.',
    'Yaba hub, Lagos. Collect am before Wed 25 Nov, 6 pm. Your code dey here.',
  ],
  ['Order 12.', 'Order 12 (na so).'],
  ['Something that nobody translated.', 'Something that nobody translated.'],
])('%s', (text, said) => {
  expect(translate(pidgin, text)).toBe(said)
  expect(translate(english, text)).toBe(text)
})
