import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { shortened } from '#web/page-meta.ts'
import { shopMeta } from './share.ts'

it('truncates a long description after a whole word', () => {
  const long = shortened('Foodstuff by the bag, basket and paint since 1998. '.repeat(8))
  expect(long.length).toBeLessThanOrEqual(155)
  expect(long).toMatch(/\w…$/)
  expect(shortened(' Rice\n and beans ')).toBe('Rice and beans')
})

it('gives chat apps a picture whose address changes with the figures', () => {
  const shop = { id: 'a', business_name: 'Mama Ope', location: 'Ibadan', description: '', metrics: null }
  const image = (metrics: { rating_count: number; completed_orders: number } | null) =>
    shopMeta({ ...shop, metrics }, { i18n: english, origin: 'https://market.test' }).find(
      (tag) => 'property' in tag && tag.property === 'og:image',
    )
  expect(image(null)).toEqual({ property: 'og:image', content: 'https://market.test/og/shops/a/0-0.jpg' })
  expect(image({ rating_count: 3, completed_orders: 7 })).toMatchObject({
    content: expect.stringContaining('/3-7.jpg'),
  })
})
