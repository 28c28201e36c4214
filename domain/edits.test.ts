import { expect, it } from 'vitest'
import { layOver } from './edits.ts'

const read = { name: 'Ofada rice', stock: '300', description: 'New\nharvest' }

it('writes back nothing that the author left alone', () => {
  const typed = { name: 'Ofada rice, 50 kg', stock: '300', description: 'New\r\nharvest ' }
  const saved = { ...read, stock: '240' }
  expect(layOver({ read, typed, saved })).toEqual({
    values: { name: 'Ofada rice, 50 kg', stock: '240', description: 'New\nharvest' },
    conflicts: [],
  })
})

it('reports a field that both changed, and not one that both changed alike', () => {
  const typed = { ...read, stock: '350', name: 'Rice' }
  const saved = { ...read, stock: '240', name: 'Rice' }
  expect(layOver({ read, typed, saved })).toEqual({
    values: { ...typed, name: 'Rice' },
    conflicts: [{ field: 'stock', saved: '240', typed: '350' }],
  })
})

it('trusts no form that does not say what it showed', () => {
  expect(layOver({ read: {}, typed: { stock: '300' }, saved: { stock: '240' } }).conflicts).toHaveLength(1)
  expect(layOver({ read: {}, typed: { stock: '240' }, saved: { stock: '240' } }).conflicts).toEqual([])
})

it('reads an absent box as one that is not ticked', () => {
  const { values } = layOver({ read: { box: 'on' }, typed: {}, saved: { box: 'on' } })
  expect(values).toEqual({ box: '' })
})
