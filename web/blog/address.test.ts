import { expect, it } from 'vitest'
import { blogAddress, readBlogAddress } from './address.ts'

it('round-trips addresses', () => {
  for (const address of [
    { category: 'All Categories', tag: null, search: '', page: 1 },
    { category: 'Prices & tips', tag: 'rice', search: 'ata rodo & co', page: 3 },
    { category: 'Uncategorized', tag: null, search: '', page: 2 },
  ]) {
    const { searchParams } = new URL(blogAddress(address), 'https://ajoja.example')
    expect(readBlogAddress(searchParams)).toEqual(address)
  }
  expect(blogAddress({})).toBe('/blog')
})

it.each(['0', '-1', '1.5', 'x', '1e9'])('treats page %s as the first', (page) =>
  expect(readBlogAddress(new URLSearchParams({ page })).page).toBe(1),
)
