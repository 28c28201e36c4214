import { expect, it } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'

const of = (pathname: string, search = '') => canonicalUrl('https://market.test', { pathname, search })

it('omits referral codes, searches and sorts', () => {
  expect(of('/group-buys/1', '?ref=NGOZI7&utm_source=wa')).toBe('https://market.test/group-buys/1')
  expect(of('/products', '?sort=price_asc&search=rice&page=1')).toBe('https://market.test/products')
})

it('keeps parameters that identify a page', () => {
  expect(of('/products', '?page=3&sort=name&category=grains')).toBe(
    'https://market.test/products?category=grains&page=3',
  )
  expect(of('/leaderboard', '?tab=buyers')).toBe('https://market.test/leaderboard?tab=buyers')
  expect(of('/blog', '?category=Prices+%26+seasons')).toBe('https://market.test/blog?category=Prices+%26+seasons')
})

it('removes trailing slashes, except for the home page', () => {
  expect(of('/products/')).toBe('https://market.test/products')
  expect(of('/')).toBe('https://market.test/')
})

it('is null for private pages', () => {
  for (const path of ['/account', '/account/orders', '/cart', '/auth/confirm', '/vendor/orders', '/chief/ledger'])
    expect(of(path)).toBeNull()
  for (const path of ['/vendors', '/vendor-signup', '/vendor-terms', '/places']) expect(of(path)).not.toBeNull()
})
