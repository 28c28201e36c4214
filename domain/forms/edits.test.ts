import { expect, it } from 'vitest'
import { mergeEdits } from './edits.ts'

const read = { name: 'Ofada rice', stock: '300', description: 'New\nharvest' }

it('does not write back unchanged fields', () => {
  const typed = { name: 'Ofada rice, 50 kg', stock: '300', description: 'New\r\nharvest ' }
  const saved = { ...read, stock: '240' }
  expect(mergeEdits({ read, typed, saved })).toEqual({
    values: { name: 'Ofada rice, 50 kg', stock: '240', description: 'New\nharvest' },
    conflicts: [],
  })
})

it('reports a conflict only if both changed a field to different values', () => {
  const typed = { ...read, stock: '350', name: 'Rice' }
  const saved = { ...read, stock: '240', name: 'Rice' }
  expect(mergeEdits({ read, typed, saved })).toEqual({
    values: { ...typed, name: 'Rice' },
    conflicts: [{ field: 'stock', saved: '240', typed: '350' }],
  })
})

it('treats every changed field as a conflict if the form does not submit its initial values', () => {
  expect(mergeEdits({ read: {}, typed: { stock: '300' }, saved: { stock: '240' } }).conflicts).toHaveLength(1)
  expect(mergeEdits({ read: {}, typed: { stock: '240' }, saved: { stock: '240' } }).conflicts).toEqual([])
})

it('reads a missing checkbox as unchecked', () => {
  const { values } = mergeEdits({ read: { box: 'on' }, typed: {}, saved: { box: 'on' } })
  expect(values).toEqual({ box: '' })
})
