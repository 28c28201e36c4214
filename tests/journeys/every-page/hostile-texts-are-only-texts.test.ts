import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { SCRIPT_PAYLOADS } from '../hostile-texts.ts'
import { test as base } from '../market.ts'
import { demoSession, signIn } from '../people.ts'
import { expectToFit } from '../screens.ts'
import { openSite, type Site } from '../sites.ts'
import { callWire } from '../table-calls.ts'

/** A separate market: the texts planted here would appear in other tests' lists. */
const test = base.extend<object, { market: Site }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const market = await openSite({ beginning: 'demo' })
      await use(market)
      await market.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ viewport: { width: 360, height: 740 } })

interface Planted {
  shop: string
  buys: string[]
  posts: string[]
}

let planted: Planted
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test.beforeAll(async ({ playwright, market }) => {
  const request = await playwright.request.newContext({ baseURL: market.origin })
  planted = await plant(request)
  await request.dispose()
})

test('there are enough of them', () => {
  expect(new Set(SCRIPT_PAYLOADS).size).toBeGreaterThanOrEqual(60)
})

test('sixty scripts in names, descriptions and posts are shown as text on every public page', async ({ page }) => {
  const harm = watch(page)
  const lists = [
    '/',
    '/group-buys?sort=newest',
    '/products?sort=newest',
    '/products?sort=newest&page=5',
    '/blog',
    '/sitemap.xml',
    '/blog/rss.xml',
  ]
  const searches = SCRIPT_PAYLOADS.slice(0, 3).map((text) => `/products?search=${encodeURIComponent(text)}`)
  const pages = [
    `/shop/${planted.shop}`,
    ...planted.buys.map((id) => `/group-buys/${id}`),
    ...planted.posts.map((slug) => `/blog/${slug}`),
  ]
  for (const path of [...lists, ...searches, ...pages]) {
    await page.goto(path)
    if (!path.includes('.xml')) expect(await sticksOut(page), path).toEqual([])
    expect(await page.evaluate(() => (window as { hit?: unknown }).hit), path).toBeUndefined()
  }
  expect(harm).toEqual([])
})

test('and on the desks of staff', { tag: '@full' }, async ({ page }) => {
  const harm = watch(page)
  for (const [who, paths] of [
    ['vendor@ajoja.test', ['/vendor/products', '/vendor/products/buys']],
    ['administrator@ajoja.test', ['/content/products', '/content/posts']],
    ['chief@ajoja.test', ['/chief/products', '/chief/messages/inbox']],
  ] as const) {
    await signIn(page, who)
    for (const path of paths) {
      await page.goto(path)
      expect(await page.evaluate(() => (window as { hit?: unknown }).hit), path).toBeUndefined()
    }
  }
  expect(harm).toEqual([])
})

test('a name of ten thousand letters is rejected with the reason, and the input stays', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const { access_token: token } = await demoSession(request, 'vendor@ajoja.test')
  const data = { name: 'R'.repeat(10_000), category: 'grains', base_price: 10, unit: 'bag', available_quantity: 5 }
  expect((await callWire(request, '/rest/v1/products', { method: 'POST', token, data })).status).toBe(400)
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/products/new')
  const name = page.getByLabel('Name', { exact: true })
  await name.evaluate((field: HTMLInputElement) => field.removeAttribute('maxlength'))
  await name.fill('R'.repeat(10_000))
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  expect((await name.inputValue()).length).toBe(10_000)
  await expectToFit(page)
})

test('a search of ten thousand letters, of marks and of nothing finds nothing and shows a page', {
  tag: '@full',
}, async ({ page }) => {
  const harm = watch(page)
  for (const text of [
    'a'.repeat(10_000),
    '\u202egarri\u202c',
    '%%%%',
    '___',
    '"\\\'',
    '\u200f',
    '👩🏾‍🍳',
    '*',
    '(',
    'a,b.c)',
  ]) {
    for (const list of ['/products?search=', '/group-buys?search=', '/vendors?search=']) {
      const answer = await page.goto(`${list}${encodeURIComponent(text)}`)
      expect(answer?.status(), `${list}${text.slice(0, 20)}`).toBeLessThan(500)
      if (answer?.ok()) await expectToFit(page)
    }
  }
  expect(harm).toEqual([])
})

/** The elements that reach beyond the phone's right edge. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (part) => part.getBoundingClientRect().right > innerWidth,
    )
    return wide.slice(-4).map((part) => part.outerHTML.slice(0, 200))
  })

/**
 * Records what must not happen: a dialog, a fault of the page, a script blocked by the policy, a request to another
 * site.
 */
function watch(page: Page): string[] {
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => harm.push(`fault: ${message}`))
  page.on('console', (message) => {
    // The browser shows XML with its own styles, which the policy blocks too.
    const isOurs = !page.url().endsWith('.xml')
    if (isOurs && /Content Security Policy/i.test(message.text())) harm.push(`${page.url()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host === 'x.test') harm.push(`asked for ${request.url()}`)
  })
  return harm
}

/** Sixty products, some buys, posts, a message and a shop with hostile texts. */
async function plant(request: APIRequestContext): Promise<Planted> {
  const { access_token: token } = await demoSession(request, 'vendor@ajoja.test')
  const products = await callWire<{ id: string; vendor_id: string }[]>(request, '/rest/v1/products', {
    method: 'POST',
    token,
    data: SCRIPT_PAYLOADS.map((text) => ({
      name: text,
      description: SCRIPT_PAYLOADS.join('\n'),
      category: 'grains',
      base_price: 1000,
      unit: 'bag',
      available_quantity: 100,
      share_date: inDays(20).slice(0, 10),
    })),
  })
  expect(products.status).toBe(201)
  const [{ vendor_id: shop = '' } = {}] = products.body
  const buys = await Promise.all(
    products.body
      .slice(0, 61)
      .filter((_, index) => index % 6 === 0)
      .map(async ({ id }) => {
        const { body } = await callWire<{ id: string }[]>(request, '/rest/v1/group_buys', {
          method: 'POST',
          token,
          data: {
            product_id: id,
            target_quantity: 10,
            min_participants: 2,
            end_date: inDays(6),
            price_tiers: '[{"participants":2,"price":900}]',
            status: 'active',
          },
        })
        return body[0]?.id ?? ''
      }),
  )
  expect(buys).not.toContain('')
  await callWire(request, `/rest/v1/vendors?id=eq.${shop}`, {
    method: 'PATCH',
    token,
    data: { description: SCRIPT_PAYLOADS.join(' ').slice(0, 1900) },
  })
  return { shop, buys, posts: await plantPosts(request) }
}

async function plantPosts(request: APIRequestContext): Promise<string[]> {
  const { access_token: token } = await demoSession(request, 'administrator@ajoja.test')
  const titles = SCRIPT_PAYLOADS.filter((_, index) => index % 12 === 0)
  const posts = titles.map((title, index) => ({
    slug: `hostile-${index}`,
    title,
    excerpt: SCRIPT_PAYLOADS.slice(0, 6).join(' '),
    content: SCRIPT_PAYLOADS.join('\n\n'),
    status: 'published',
    published_at: inDays(-1),
  }))
  const { status } = await callWire(request, '/rest/v1/blog_posts', { method: 'POST', token, data: posts })
  expect(status).toBe(201)
  for (const text of SCRIPT_PAYLOADS.slice(0, 5)) {
    const data = { name: text, email: 'a@b.test', subject: text, message: SCRIPT_PAYLOADS.slice(0, 20).join('\n') }
    await callWire(request, '/rest/v1/contact_messages', { method: 'POST', data })
  }
  return posts.map(({ slug }) => slug)
}
