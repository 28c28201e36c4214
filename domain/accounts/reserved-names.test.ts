import { expect, test } from 'vitest'
import { text } from '#domain/forms/validation.ts'
import { isReservedName, nameSkeleton, RESERVED_NAME, unreservedName } from './reserved-names.ts'

test.each([
  'Ajoja',
  'AJOJA Official Store',
  'A j o j a',
  'Aj\u200boja',
  'Аjоја Market', // Cyrillic
  'Αjοja', // Greek
  'Ａｊｏｊａ', // full width
  'Àjọjà Foods',
  'Aj0ja',
  '@joj@ Support',
  'Ajjoja',
  'Official Rice Dealer',
  'Mama Tee 0fficia1',
])('%s could be taken for the market', (name) => {
  expect(isReservedName(name)).toBe(true)
  expect(unreservedName(text({ label: 'Name', max: 80 }))(name)).toEqual({ error: RESERVED_NAME })
})

test.each([
  'Mama Ajo',
  'Oja Oba Foods',
  'Ajo and Oja',
  'Jaja Okoro',
  'Office Mart',
  'Ngozi Bello',
  'Ẹ̀fọ́ Market',
  '南瓜',
])('%s is somebody’s own', (name) => expect(isReservedName(name)).toBe(false))

test('names that look alike have one skeleton', () => {
  expect(new Set(['Bola', 'BOLA', 'B0la', 'Воlа', 'B ó l à'].map(nameSkeleton)).size).toBe(1)
})
