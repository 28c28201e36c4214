import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { addReturns, returnedFacts } from './returned-money.ts'

const NOW = '2026-11-27T09:00:00Z'
const peps = { peps_kobo: 410_000, arrived_kobo: 0, coming_kobo: 0, expected_by: null }
const arrived = { peps_kobo: 0, arrived_kobo: 50_000, coming_kobo: 0, expected_by: null }
const coming = { peps_kobo: 0, arrived_kobo: 0, coming_kobo: 200_000, expected_by: '2026-12-01' }

it('keeps PEPS, arrived and coming naira apart, and says until when', () => {
  expect(
    returnedFacts(english, addReturns([peps, arrived, coming, { ...coming, expected_by: '2026-11-30' }]), NOW),
  ).toEqual([
    { label: 'Came back as PEPS', value: '₦4,100' },
    { label: 'Came back to where you paid from', value: '₦500' },
    { label: 'On its way back, by Tuesday, 1 December', value: '₦4,000' },
  ])
})

it('says that a refund is late only once its day has passed in Lagos', () => {
  const [text] = returnedFacts(english, coming, '2026-12-01T22:59:00Z')
  expect(text?.label).toBe('On its way back, by Tuesday, 1 December')
  const [late] = returnedFacts(english, coming, '2026-12-01T23:00:00Z')
  expect(late?.label).toMatch(/and late: it was expected by Tuesday, 1 December/)
})

it('says nothing if nothing came back', () => {
  expect(returnedFacts(english, addReturns([]), NOW)).toEqual([])
  expect(returnedFacts(english, null, NOW)).toEqual([])
})
