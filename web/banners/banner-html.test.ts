import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Banner } from '#domain/banners/banner.ts'
import { testBanner } from '#domain/banners/testing.ts'
import { bannersContext } from '#web/context.ts'
import { english } from '#web/languages/i18n.ts'
import { bannerHtml, type ShownBanner } from './banner-html.ts'
import { readBanner } from './read-banner.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const SHOWN = { starts_at: inMinutes(-1), shown_until: inMinutes(1), title_ha: 'Hanya ta nutse' }
const banner = (facts: Partial<Banner> = {}) => testBanner({ ...SHOWN, ...facts })
const html = (facts: Partial<ShownBanner> = {}, language: 'en' | 'ha' | 'yo' = 'en') =>
  bannerHtml(banner(facts), { i18n: english, language })

test('is a labelled line; a warning says that it is one, in words too', () => {
  expect(html()).toContain('<aside aria-label="Notice"')
  expect(html()).toContain('<span>The road is flooded</span>')
  expect(html()).not.toContain('<strong>')
  expect(html({ tone: 'warning' })).toContain('<strong>Warning:</strong> <span>The road is flooded</span>')
  expect(html({ link_path: '/faq?a=1&b=2' })).toContain('<a href="/faq?a=1&amp;b=2" class="text-link">The road')
})

test('is in the language of the page, or marked as English', () => {
  expect(html({}, 'ha')).toContain('<span>Hanya ta nutse</span>')
  expect(html({}, 'yo')).toContain('<span lang="en">The road is flooded</span>')
  expect(html({ link_path: '/faq' }, 'yo')).toContain('class="text-link" lang="en">The road')
})

test('shows hostile words as words', () => {
  const hostile = `"><img src=x onerror=alert(1)>'&`
  const linked = html({ title: hostile, link_path: `/faq"onclick="alert(1)` })
  for (const shown of [html({ title: hostile }), linked]) {
    expect(shown).not.toContain('<img')
    expect(shown).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&apos;&amp;')
  }
  expect(linked).toContain('href="/faq&quot;onclick=&quot;alert(1)"')
})

test('is chosen for the reader, from those that the process knows', () => {
  const context = new RouterContextProvider()
  const reader = { role: 'visitor', duties: [], state: null, language: 'en' } as const
  expect(readBanner(context, reader)).toBe('')
  const banners = [banner({ id: 'shops', title: 'For shops', audience: 'shops' })]
  context.set(bannersContext, { current: () => banners, refresh: () => Promise.resolve() })
  expect(readBanner(context, reader)).toBe('')
  expect(readBanner(context, { ...reader, role: 'customer', duties: ['hand-over', 'delivery'] })).toBe('')
  expect(readBanner(context, { ...reader, role: 'vendor' })).toContain('For shops')
  // Staff of a shop.
  expect(readBanner(context, { ...reader, role: 'customer', duties: ['hand-over', 'packing'] })).toContain('For shops')
  banners.push(banner({ id: 'kano', title: 'For Kano', audience: 'state', state: 'Kano' }))
  expect(readBanner(context, { ...reader, state: 'Kano' })).toContain('For Kano')
  expect(readBanner(context, { ...reader, state: 'Lagos' })).toBe('')
  banners.push(banner({ id: 'over', tone: 'warning', shown_until: inMinutes(-0.1) }))
  expect(readBanner(context, reader)).toBe('')
})
