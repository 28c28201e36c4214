import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { fillCart } from '../fill-cart.ts'
import { type FullShop, openFullShop } from '../full-shop.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { waitForScripts } from '../open-page.ts'
import { newPerson } from '../people.ts'
import { callWire } from '../table-calls.ts'

/**
 * Gzipped bytes of a first visit, until the page has loaded: the framework is not loaded then
 * (docs/decisions/0060-hydration-on-interaction.md). `all` counts the typeface and pictures too.
 */
const MOST = { script: 1_500, style: 12_000, document: 17_000, all: 90_000 }
/** With the framework: React and its router are 109,000 bytes of the scripts. */
const MOST_AWAKE = { script: 170_000, all: 250_000 }
/**
 * A buyer's own pages: their sheet has every utility, and once hydrated they may have refreshed their session.
 */
const OWN_MOST = { script: 2_000, style: 20_000, document: 17_000, all: 90_000 }
const OWN_MOST_AWAKE = { script: 190_000, all: 250_000 }

test.use({ hydratesOnInteraction: true, viewport: { width: 360, height: 740 } })

const PAGES = ['/', '/products', '/group-buys', 'a group buy', 'a product', 'a shop', '/search?q=rice', 'a blog post']

/**
 * A page's weight must not depend on how much a shop has: the measured one has more of everything than a page shows.
 */
let shop: FullShop

test.beforeAll(async ({ market }) => {
  shop = await openFullShop(market.databaseUrl)
})

test.afterAll(async () => {
  await shop.close()
})

/** The pages that change most, and are opened first. Others consist of the same parts. */
const EACH_TIME = ['/', 'a group buy', 'a product', 'a shop']

for (const path of PAGES) {
  const tag = EACH_TIME.includes(path) ? [] : '@full'
  test(
    `${path} is light and requests nothing from other sites`,
    { tag },
    async ({ page, baseURL }, { annotations }) => {
      const address = await addressOf(page, path)
      test.skip(address === null, 'There is no such page.')
      const { sleeping, awake, origins } = await weigh(page, address ?? '/')
      annotations.push({ type: 'gzipped bytes', description: JSON.stringify({ sleeping, awake }) })
      console.log(`${path}: gzipped bytes ${JSON.stringify(sleeping)}, awake ${JSON.stringify(awake)}`)
      expectAtMost(sleeping, MOST)
      expectAtMost(awake, MOST_AWAKE)
      expect(origins).toEqual([new URL(baseURL ?? '').origin])
    },
  )
}

test('the pages of a buyer with a filled cart are light too', { tag: '@full' }, async ({ page }) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const joined = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  await fillCart(page)
  const toCheckout = await page.goto('/cart').then(() => page.getByRole('link', { name: 'Go to checkout' }).last())
  const checkout = (await toCheckout.getAttribute('href')) ?? ''
  const own = ['orders', `orders/${joined.body.order.id}`, 'codes', 'security', 'wallet']
  const pages = [
    '/cart',
    checkout,
    `/account/pay?order=${joined.body.order.id}`,
    ...own.map((one) => `/account/${one}`),
  ]
  for (const address of pages) {
    await test.step(address, async () => {
      // A new page: late requests of an earlier one must not be counted.
      const fresh = await page.context().newPage()
      const { sleeping, awake } = await weigh(fresh, address)
      console.log(`${address}: gzipped bytes ${JSON.stringify(sleeping)}, awake ${JSON.stringify(awake)}`)
      expectAtMost(sleeping, OWN_MOST)
      expectAtMost(awake, OWN_MOST_AWAKE)
      await fresh.close()
    })
  }
})

test('a shop links to the rest of its lists', async ({ request }) => {
  const html = await (await request.get(`/shop/${shop.id}`)).text()
  for (const [list, all] of [
    ['group-buys', '20 group buys'],
    ['products', '60 products'],
  ]) {
    const link = new RegExp(`<a [^>]*href="/${list}\\?vendor=${shop.id}"[^>]*>(.*?)</a>`).exec(html)?.[1]
    expect(link?.replaceAll('<!-- -->', '')).toBe(`See all ${all}`)
  }
})

test('on a slow connection a buy can be read and joined before any script has loaded', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  })
  // Scripts that never load: the form is sent without them.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`/group-buys/${buy.id}`, { waitUntil: 'load' })
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('You are in')).toBeVisible()
})

type Sizes = Record<string, number>

function expectAtMost(sizes: Sizes, most: Sizes): void {
  for (const [kind, limit] of Object.entries(most)) expect(sizes[kind] ?? 0, kind).toBeLessThanOrEqual(limit)
}

/** Finds the address of a page that has an id in its path. */
async function addressOf(page: Page, path: string): Promise<string | null> {
  if (path === 'a group buy') return `/group-buys/${shop.buyId}`
  if (path === 'a shop') return `/shop/${shop.id}`
  if (path === 'a product') return `/products/${shop.productId}`
  if (path === 'a blog post') {
    return /href="(\/blog\/[\w-]+)"/.exec(await (await page.request.get('/blog')).text())?.[1] ?? null
  }
  return (await page.request.get(path)).ok() ? path : null
}

interface Weighed {
  kind: string
  name: string
  bytes: number
  text: string
}

/**
 * Bytes until the page has loaded, bytes once it is hydrated, and every origin that was requested. Scripts that the page
 * imports only later, as its websocket, are left out: whether they arrive meanwhile depends on the machine.
 */
async function weigh(page: Page, address: string) {
  const origins = new Set<string>()
  const weighing: Promise<Weighed[]>[] = []
  page.on('response', (response) => {
    const { protocol, origin, pathname } = new URL(response.url())
    if (!protocol.startsWith('http')) return
    origins.add(origin)
    const type = response.request().resourceType()
    const kind = type === 'stylesheet' ? 'style' : type
    const weighed = response
      .body()
      .then((body) => [
        { kind, name: pathname, bytes: gzipSync(body, { level: 9 }).byteLength, text: body.toString('utf8') },
      ])
    // A response without a body, such as a 304, has none to weigh.
    weighing.push(weighed.catch(() => []))
  })
  const weighed = async () => {
    await page.waitForLoadState('networkidle')
    return sum((await Promise.all(weighing)).flat())
  }
  await page.goto(address, { waitUntil: 'load' })
  const sleeping = await weighed()
  await waitForScripts(page)
  return { sleeping, awake: await weighed(), origins: [...origins] }
}

function sum(responses: readonly Weighed[]): Sizes {
  const imported = importedScripts(responses)
  const sizes: Sizes = { all: 0 }
  for (const { kind, name, bytes } of responses) {
    if (kind === 'script' && !imported.has(name)) continue
    sizes[kind] = (sizes[kind] ?? 0) + bytes
    sizes.all = (sizes.all ?? 0) + bytes
  }
  return sizes
}

/** Paths of the scripts that the document names, and of those that they import statically. */
function importedScripts(responses: readonly Weighed[]): Set<string> {
  const scripts = new Map(responses.filter(({ kind }) => kind === 'script').map((one) => [one.name, one.text]))
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    const text = scripts.get(name) ?? ''
    for (const [, path = ''] of text.matchAll(/\b(?:from|import)\s*"([^"]+\.js)"/g))
      add(new URL(path, `http://site${name}`).pathname)
  }
  for (const { kind, text } of responses) {
    if (kind !== 'document') continue
    for (const [, path = ''] of text.matchAll(/"(\/[\w./-]+\.js)(?=["?])/g)) add(path)
  }
  return found
}
