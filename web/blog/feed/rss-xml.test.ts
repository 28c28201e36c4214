import { expect, it } from 'vitest'
import { rssXml } from './rss-xml.ts'

const post = {
  id: '1',
  slug: 'rice',
  title: 'Rice <b>& beans</b>',
  excerpt: 'Cheaper]]>"now"',
  featured_image: null,
  status: 'published',
  published_at: '2026-03-14T10:00:00+01:00',
  created_at: '2026-03-01T10:00:00+01:00',
  author: { full_name: 'Ada Obi', role: 'administrator' },
  category: null,
  tags: [],
}

it('lists each post with its URL, date and excerpt', () => {
  const xml = rssXml('https://market.test', [post])
  expect(xml).toContain('<title>Rice &lt;b&gt;&amp; beans&lt;/b&gt;</title>')
  expect(xml).toContain('<guid isPermaLink="true">https://market.test/blog/rice</guid>')
  expect(xml).toContain('<pubDate>Sat, 14 Mar 2026 09:00:00 GMT</pubDate>')
  expect(xml).toContain('<description>Cheaper]]&gt;&quot;now&quot;</description>')
  expect(xml).toContain('<category>Uncategorized</category>')
})

it('is valid without posts', () => {
  expect(rssXml('https://market.test', [])).toMatch(/<channel>[\s\S]*<\/channel>/)
})
