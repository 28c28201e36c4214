import { expect, it } from 'vitest'
import { readTagNames } from './tag-names.ts'

it('reads tags between commas, each once', () => {
  expect(readTagNames('Rice, price  tips,rice,\n Palm oil ,')).toEqual({
    tags: [
      { name: 'Rice', slug: 'rice' },
      { name: 'price tips', slug: 'price-tips' },
      { name: 'Palm oil', slug: 'palm-oil' },
    ],
  })
  expect(readTagNames('')).toEqual({ tags: [] })
})

it('rejects what the table’s constraints reject', () => {
  expect(readTagNames('x')).toHaveProperty('error')
  expect(readTagNames('x'.repeat(41))).toHaveProperty('error')
  expect(readTagNames(Array.from({ length: 11 }, (_, index) => `tag ${index}`).join())).toHaveProperty('error')
})
