import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { deliveryTimeText } from './delivery-time-text.ts'

it.each([
  [null, 'No figure yet'],
  [undefined, 'No figure yet'],
  [0.3, 'Under 1 hour'],
  [1.2, '1 hour'],
  [23.6, '24 hours'],
  [47.4, '47 hours'],
  [48, '2 days'],
  [49, '2 days 1 hour'],
  [76.2, '3 days 4 hours'],
])('says %s hours as %s', (hours, text) => {
  expect(deliveryTimeText(hours, english)).toBe(text)
})
