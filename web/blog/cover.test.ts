import { expect, test } from 'vitest'
import { coverPaths } from '#web/ui/cards/basin-paths.ts'
import { coverPath } from './cover.tsx'

const post = (slug: string, category: string | null) => ({
  slug,
  featured_image: null,
  category: category === null ? null : { slug: category },
})

test('a post without a picture has an existing drawing for its category', () => {
  const categories = ['how-it-works', 'in-the-kitchen', 'market-prices', 'vendors', 'made-up-later', null]
  const found = categories.map((category) => coverPath(post('keeping-yam', category)))
  for (const path of found) expect(coverPaths).toContain(path)
  expect(new Set(found).size).toBe(5)
  expect(coverPath(post('keeping-yam', 'vendors'))).toBe(coverPath(post('keeping-yam', 'vendors')))
})

test('posts of one category have different drawings, and a chosen picture takes precedence', () => {
  const slugs = Array.from({ length: 40 }, (_, index) => `post-${index}`)
  expect(new Set(slugs.map((slug) => coverPath(post(slug, 'vendors')))).size).toBe(3)
  expect(coverPath({ ...post('a', 'vendors'), featured_image: '/basins/yam.svg' })).toBe('/basins/yam.svg')
})
