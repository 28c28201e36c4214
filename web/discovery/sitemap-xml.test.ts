import { expect, it } from 'vitest'
import { sitemapIndexXml, sitemapXml } from './sitemap-xml.ts'

it('writes absolute URLs, escaped for XML, with the time of the last change', () => {
  const xml = sitemapXml('https://market.test', [
    { path: '/' },
    { path: "/blog/mama's-rice & <beans>", changed: '2026-03-14T10:00:00+01:00' },
  ])
  expect(xml).toContain('<url><loc>https://market.test/</loc></url>')
  expect(xml).toContain(
    '<loc>https://market.test/blog/mama&apos;s-rice%20&amp;%20%3Cbeans%3E</loc><lastmod>2026-03-14T09:00:00.000Z</lastmod>',
  )
})

it('lists its parts', () => {
  const xml = sitemapIndexXml('https://market.test', [{ path: '/sitemaps/products-2.xml' }])
  expect(xml).toContain('<sitemap><loc>https://market.test/sitemaps/products-2.xml</loc></sitemap>')
})
