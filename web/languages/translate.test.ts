import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatInEnglish, type TranslatableText, translatedValue, withValues } from '#domain/texts/translatable-text.ts'
import { english, openLanguage } from './i18n.ts'
import { translate } from './translate.ts'

const pidgin = openLanguage('pcm', {
  'Your cart is empty': 'Your cart don empty',
  'Only {count} of {name} are left.': [['name'], ': na only ', ['count'], ' remain.'],
  '{label} is required.': ['You must put ', ['label'], '.'],
  Email: 'Email address',
  'Your code is here.': ['Your code dey here.'],
  '{naira}': [['naira'], '!'],
})

test.each<[TranslatableText, string, string]>([
  ['Your cart is empty', 'Your cart is empty', 'Your cart don empty'],
  ['Something without a translation.', 'Something without a translation.', 'Something without a translation.'],
  [
    withValues('Only {count} of {name} are left.', { count: 3, name: 'Rice (50 kg)' }),
    'Only 3 of Rice (50 kg) are left.',
    'Rice (50 kg): na only 3 remain.',
  ],
  [
    withValues('{label} is required.', { label: translatedValue('Email') }),
    'Email is required.',
    'You must put Email address.',
  ],
  [withValues('{label} is required.', { label: 'Email' }), 'Email is required.', 'You must put Email.'],
  [['Yaba hub.', 'Your code is here.'], 'Yaba hub. Your code is here.', 'Yaba hub. Your code dey here.'],
  [withValues('No translation for {name}.', { name: 'Ada' }), 'No translation for Ada.', 'No translation for Ada.'],
])('%j', (text, inEnglish, inPidgin) => {
  expect(formatInEnglish(text)).toBe(inEnglish)
  expect(translate(english, text)).toBe(inEnglish)
  expect(translate(pidgin, text)).toBe(inPidgin)
})

test.each(['{naira}', '{count}', '{0, plural, one {# a} other {# b}}', "{'}", '$1 $& <b>'])(
  'a shop named %s is shown as typed',
  (name) => {
    const text = withValues('Only {count} of {name} are left.', { count: 3, name })
    expect(formatInEnglish(text)).toBe(`Only 3 of ${name} are left.`)
    expect(translate(english, text)).toBe(`Only 3 of ${name} are left.`)
    expect(translate(pidgin, text)).toBe(`${name}: na only 3 remain.`)
    for (const i18n of [english, pidgin]) expect(translate(i18n, name)).toBe(name)
  },
)

test('React escapes values', () => {
  const text = withValues('Only {count} of {name} are left.', { count: 3, name: '<script>' })
  for (const i18n of [english, pidgin])
    expect(renderToStaticMarkup(createElement('p', null, translate(i18n, text)))).not.toContain('<script>')
})
