import { describe, expect, it, test } from 'vitest'
import { mayEnter } from '#domain/accounts/role-areas.ts'
import { canonicalUrl } from './canonical-url.ts'
import { acceptsUploads, hasLateScripts, isCacheablePage, joinsOrPays, SAVED_OFFLINE } from './page-facts.ts'
import { PAGE_GROUPS, PAGES } from './pages.ts'

const ID = 'B0000000-0000-4000-8000-000000000001'

describe.each([
  ['isCacheable', isCacheablePage],
  ['takesFiles', acceptsUploads],
  ['joinsOrPays', joinsOrPays],
  ['isSavedOffline', (path: string) => SAVED_OFFLINE.test(path)],
] as const)('the fact %s', (fact, holds) => {
  test.each(PAGES.filter(({ path }) => !path.endsWith('*')))('is that of the page at $path', (page) => {
    expect(holds(page.path.replace(/:\w+/g, ID))).toBe(page[fact] ?? false)
  })

  test.each(PAGES.filter((page) => page[fact]))('holds for no variant of $path with other segments', ({ path }) => {
    const address = path.replace(/:\w+/g, ID)
    const variants = ['//', '/no/where/here', '%2F', '%2e', '.data.data', '.data/', '?x', '\n']
    for (const end of variants) expect([end, holds(`${address === '/' ? '/.' : address}${end}`)]).toEqual([end, false])
    if (path.includes(':'))
      for (const odd of ['a%2Fb', '..', 'a.b', 'ä', '%00', 'a b'])
        expect([odd, holds(path.replace(/:\w+/g, odd))]).toEqual([odd, false])
  })
})

it('takes a literal segment before a parameter, as the router does', () => {
  expect(isCacheablePage('/blog/a-post')).toBe(true)
  expect(isCacheablePage('/blog/new')).toBe(false)
  expect(acceptsUploads(`/vendor/products/${ID}`)).toBe(true)
  expect(acceptsUploads('/vendor/products/buys')).toBe(false)
  expect(acceptsUploads('/packing/today')).toBe(true)
})

it('knows the page of a data request where forms are sent, and nowhere else', () => {
  for (const path of ['/_root.data', '/_.data', '/group-buys.data', `/shop/${ID}.data`, '/account/pay.data'])
    expect([path, joinsOrPays(path)]).toEqual([path, true])
  for (const path of [`/blog/edit/${ID}.data`, '/handover.data', '/handover/_.data'])
    expect([path, acceptsUploads(path)]).toEqual([path, true])
  // The cache removes the suffix.
  expect(isCacheablePage('/products.data')).toBe(false)
})

it('accepts uploads in any case and with a slash at the end, but keys of the cache have one form', () => {
  for (const path of ['/Vendor/PROFILE', '/blog/new/', `/CONTENT/deals/${ID}/`]) expect(acceptsUploads(path)).toBe(true)
  for (const path of ['/Products', '/products/']) expect(isCacheablePage(path)).toBe(false)
})

it('loads scripts late on cacheable pages, and on all pages of buyers', () => {
  for (const path of ['/', `/products/${ID}`, '/cart', '/checkout', '/account/orders', '/customer/nowhere', '/faq'])
    expect([path, hasLateScripts(path)]).toEqual([path, true])
  for (const path of ['/contact', '/auth', '/vendor/orders', '/blog/new', '/handover', '/nowhere', '/toString'])
    expect([path, hasLateScripts(path)]).toEqual([path, false])
})

test('the pages of areas are closed to visitors, and no others but those printed or sent from them', () => {
  for (const { layout, pages } of PAGE_GROUPS)
    for (const { path } of pages.filter(
      ({ path }) => layout !== null && !/^(blog\/(new|edit)|oauth\/consent$)/.test(path),
    ))
      expect([path, mayEnter('visitor', `/${path}`)]).toEqual([path, !/(role|desk)-area/.test(layout ?? '')])
})

test('pages that search engines list may be crawled, and pages closed to visitors may not', () => {
  const address = (path: string) =>
    canonicalUrl('https://market.test', { pathname: path.replace(/:\w+/g, ID), search: '' })
  for (const { path } of PAGES.filter(({ isInSitemap }) => isInSitemap)) expect(address(path)).not.toBeNull()
  const closed = PAGES.filter(({ path }) => path !== '/vendor' && !mayEnter('visitor', path))
  for (const { path } of closed) expect([path, address(path)]).toEqual([path, null])
})
