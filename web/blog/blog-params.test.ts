import { expect, it } from 'vitest'
import { blogPath, readBlogParams } from './blog-params.ts'

it('round-trips addresses', () => {
  for (const address of [
    { category: 'All Categories', tag: null, search: '', page: 1 },
    { category: 'Prices & tips', tag: 'rice', search: 'ata rodo & co', page: 3 },
    { category: 'Uncategorized', tag: null, search: '', page: 2 },
  ]) {
    const { searchParams } = new URL(blogPath(address), 'https://ajoja.example')
    expect(readBlogParams(searchParams)).toEqual(address)
  }
  expect(blogPath({})).toBe('/blog')
})

it.each(['0', '-1', '1.5', 'x', '1e9'])('treats page %s as the first', (page) =>
  expect(readBlogParams(new URLSearchParams({ page })).page).toBe(1),
)
