import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('lists changes field by field', () => {
  expect(changedFields({ role: 'customer' }, { role: 'vendor' })).toEqual(['role: customer → vendor'])
  expect(changedFields({ states: [] }, { states: ['Lagos', 'Oyo'] })).toEqual(['states: none → Lagos, Oyo'])
  expect(changedFields(null, { note: 'late', status: 'suspended' })).toEqual(['note: late', 'status: suspended'])
  expect(changedFields({ a: 1 }, { a: 1 })).toEqual(['No change'])
})

it('keeps the copy of an archived row short', () => {
  const row = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field_${index}`, index]))
  expect(changedFields(row, { archived_at: '2026-03-01' })).toEqual(['archived at: 2026-03-01'])
})
