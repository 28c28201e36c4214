import { expect, it } from 'vitest'
import { sitemapXml } from './sitemap-xml.ts'

it('writes full addresses, escaped for XML', () => {
  const xml = sitemapXml('https://market.test', ['/', "/blog/mama's-rice & <beans>"])
  expect(xml).toContain('<loc>https://market.test/</loc>')
  expect(xml).toContain('<loc>https://market.test/blog/mama&apos;s-rice%20&amp;%20%3Cbeans%3E</loc>')
})
