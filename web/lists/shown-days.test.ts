import { expect, test } from 'vitest'
import { shownDays } from './shown-days.ts'

const TODAY = '2026-05-20'

test('a list without days shows the last thirty', () => {
  expect(shownDays({ from: '', until: '' }, TODAY)).toEqual({ from: '2026-04-21', until: TODAY, isCut: false })
  expect(shownDays({ from: '', until: '2026-01-31' }, TODAY)).toEqual({
    from: '2026-01-02',
    until: '2026-01-31',
    isCut: false,
  })
})

test('a first day alone is followed by at most 92 days', () => {
  expect(shownDays({ from: '2026-05-01', until: '' }, TODAY).until).toBe(TODAY)
  expect(shownDays({ from: '2025-01-01', until: '' }, TODAY)).toEqual({
    from: '2025-01-01',
    until: '2025-04-02',
    isCut: false,
  })
})

test('more days are cut to the last 92, and the list says so', () => {
  expect(shownDays({ from: '2025-01-01', until: '2026-05-20' }, TODAY)).toEqual({
    from: '2026-02-18',
    until: TODAY,
    isCut: true,
  })
})
