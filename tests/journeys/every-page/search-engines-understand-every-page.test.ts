import Validator from '@adobe/structured-data-validator'
import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'

const LISTS = ['/', '/group-buys', '/products', '/vendors', '/leaderboard', '/places', '/blog']
const READING = ['/about', '/faq', '/contact', '/vendor-signup', '/privacy-policy', '/terms', '/vendor-terms']

test('every public page has a title, a description, an address and a card of its own', async ({ request, baseURL }) => {
  const titles = new Map<string, string>()
  const paths = [
    ...LISTS,
    ...READING,
    ...(await onesOfEach(request)),
    '/leaderboard?tab=buyers',
    '/products?category=oil',
  ]
  for (const path of paths) {
    const { html, tag, description, title } = await headOf(request, path)
    expect(html.match(/<title>/g), path).toHaveLength(1)
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined()
    titles.set(title, path)
    expect(title, path).toMatch(/ · Ajoja$/)
    expect(description.length, `${path}: "${description}"`).toBeGreaterThanOrEqual(50)
    expect(description.length, `${path}: "${description}"`).toBeLessThanOrEqual(160)
    expect(html.match(/<link rel="canonical"/g), path).toHaveLength(1)
    expect(html, path).toContain(`<link rel="canonical" href="${baseURL}${path}"/>`)
    expect(tag('og:url'), path).toBe(`${baseURL}${path}`)
    expect(tag('og:title').length, path).toBeGreaterThanOrEqual(3)
    expect(tag('og:site_name'), path).toBe('Ajoja')
    expect(tag('og:image'), path).toMatch(/^http.+\.jpg$/)
    expect(html.match(/<h1/g), path).toHaveLength(1)
  }
})

test('a shared link has the canonical address of its page, and private pages are not indexed', async ({
  request,
  baseURL,
}) => {
  const [buy = ''] = await onesOfEach(request)
  const shared = await headOf(request, `${buy}?ref=NGOZI7&utm_source=whatsapp`)
  expect(shared.html).toContain(`<link rel="canonical" href="${baseURL}${buy}"/>`)
  for (const path of ['/cart', '/auth']) expect((await headOf(request, path)).html).not.toContain('rel="canonical"')
})

const SAYS: Readonly<Record<string, readonly string[]>> = {
  '/': ['Organization', 'WebSite'],
  '/faq': ['FAQPage', 'BreadcrumbList'],
  '/group-buys/': ['Product', 'BreadcrumbList'],
  '/products/': ['Product', 'BreadcrumbList'],
  '/shop/': ['Store', 'BreadcrumbList'],
  '/blog/': ['BlogPosting', 'BreadcrumbList'],
}

test('structured data passes a validator and matches the page', async ({ request, baseURL }) => {
  for (const path of ['/', '/faq', ...(await onesOfEach(request))]) {
    const { html } = await headOf(request, path)
    const things = structuredIn(html)
    const expected = SAYS[path] ?? SAYS[path.replace(/[^/]*$/, '')] ?? []
    expect(
      things.map((thing) => thing['@type']),
      path,
    ).toEqual(expected)
    expect(await faultsOf(things), path).toEqual([])
    for (const url of addressesIn(things)) expect(url, path).toMatch(/^https?:\/\/[^/]+\/?/)
    expect(JSON.stringify(things), path).toContain(baseURL ?? 'never')
  }
})

test('a buy’s offer is the price that the page shows, and ends with it', async ({ request }) => {
  const { id } = await openBuy(request)
  const { html, tag } = await headOf(request, `/group-buys/${id}`)
  const [product] = structuredIn(html)
  const offer = product?.offers as Record<string, unknown>
  expect(offer).toMatchObject({
    priceCurrency: 'NGN',
    price: tag('product:price:amount'),
    availability: 'https://schema.org/InStock',
  })
  expect(offer.availabilityEnds).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('control: the validator rejects invalid data', async () => {
  expect(await faultsOf([{ '@type': 'Product', name: 'Rice' }])).not.toEqual([])
  expect(
    await faultsOf([{ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'Rice' }] }]),
  ).not.toEqual([])
})

test('the map of the site lists every buy, product, shop and post, and the feed every new post', async ({
  request,
}) => {
  const ones = await onesOfEach(request)
  const text = async (path: string) => (await request.get(path)).text()
  const places = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const parts = places(await text('/sitemap.xml'))
  expect(parts).toEqual(
    expect.arrayContaining(['/sitemaps/pages.xml', '/sitemaps/buys-1.xml', '/sitemaps/products-1.xml']),
  )
  const listed = (await Promise.all(parts.map(text))).flatMap(places)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(expect.arrayContaining([...LISTS, ...ones]))
  // Every link leads to a page.
  for (const kind of ['/group-buys/', '/shop/', '/blog/', '/products/']) {
    const one = listed.find((path) => path.startsWith(kind)) ?? ''
    expect((await request.get(one)).status(), one).toBe(200)
  }
  expect((await request.get('/sitemaps/products-99.xml')).status()).toBe(404)
  const feed = await request.get('/blog/rss.xml')
  expect(feed.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const [, , , post = ''] = ones
  expect(await feed.text()).toContain(`${post}</guid>`)
  expect(await text('/blog')).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]*href="\/blog\/rss\.xml"/)
})

/** An open buy, a shop and a post that are listed now. */
async function onesOfEach(request: APIRequestContext): Promise<string[]> {
  const first = async (list: string, link: RegExp) => link.exec(await (await request.get(list)).text())?.[0] ?? list
  return [
    `/group-buys/${(await openBuy(request)).id}`,
    await first('/vendors', /\/shop\/[0-9a-f-]{36}/),
    await first('/products', /\/products\/[0-9a-f-]{36}/),
    await first('/blog', /\/blog\/(?!new|edit|rss)[a-z][a-z0-9-]+/),
  ]
}

async function headOf(request: APIRequestContext, path: string) {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  const html = await answer.text()
  const content = (name: string) =>
    unescaped(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '')
  return {
    html,
    tag: content,
    description: content('description'),
    title: unescaped(/<title>([^<]*)/.exec(html)?.[1] ?? ''),
  }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

type Thing = Record<string, unknown> & { '@type': string }

function structuredIn(html: string): Thing[] {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{"@graph":[]}'
  return (JSON.parse(text) as { '@graph': Thing[] })['@graph']
}

/** The validator's error messages. */
async function faultsOf(things: readonly Thing[]): Promise<string[]> {
  const byType = Object.fromEntries(things.map((thing) => [thing['@type'], [structuredClone(thing)]]))
  const issues = await new Validator(null).validate({ jsonld: byType, microdata: {}, rdfa: {} })
  return issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    ['url', 'image', 'item', 'logo', 'mainEntityOfPage'].includes(key) && typeof inner === 'string'
      ? [inner]
      : addressesIn(inner),
  )
}
