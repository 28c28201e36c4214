import { expect, test } from 'vitest'
import { noteKindsOf, type StaffNote, staffNoteFaults } from './staff-notes.ts'

const TODAY = '2026-03-14'
const NOTE: Omit<StaffNote, 'text'> = {
  record_kind: 'order',
  record_id: 'x',
  kind: 'note',
  outcome: null,
  visited_on: null,
  next_call_on: null,
}
const faultsOf = (note: Partial<StaffNote>) => Object.keys(staffNoteFaults({ ...NOTE, ...note }, TODAY))

test('each kind of note has its own fields', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ outcome: 'reached' })).toEqual(['outcome'])
  expect(faultsOf({ next_call_on: TODAY })).toEqual(['next_call_on'])
  expect(faultsOf({ visited_on: TODAY })).toEqual(['visited_on'])
  expect(faultsOf({ kind: 'call' })).toEqual(['outcome'])
  expect(faultsOf({ kind: 'call', outcome: 'in_order' })).toEqual(['outcome'])
  expect(faultsOf({ kind: 'call', outcome: 'not_reached', next_call_on: TODAY })).toEqual([])
  expect(faultsOf({ kind: 'visit', outcome: 'in_order', visited_on: TODAY })).toEqual(['kind'])
  expect(faultsOf({ record_kind: 'shop', kind: 'visit', outcome: 'in_order' })).toEqual(['visited_on'])
})

test('a next call is within 90 days, a visit in the past year', () => {
  const call = { kind: 'call', outcome: 'reached' } as const
  for (const next_call_on of ['2026-03-13', '2026-06-13'])
    expect(faultsOf({ ...call, next_call_on })).toEqual(['next_call_on'])
  expect(faultsOf({ ...call, next_call_on: '2026-06-12' })).toEqual([])
  const visit = { record_kind: 'place', kind: 'visit', outcome: 'not_in_order' } as const
  for (const visited_on of ['2026-03-15', '2025-03-12'])
    expect(faultsOf({ ...visit, visited_on })).toEqual(['visited_on'])
  expect(faultsOf({ ...visit, visited_on: '2025-03-13' })).toEqual([])
})

test('only shops and places are visited', () => {
  expect(noteKindsOf('shop')).toContain('visit')
  expect(noteKindsOf('place')).toContain('visit')
  expect(noteKindsOf('order')).toEqual(['note', 'call'])
})
