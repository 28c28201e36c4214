import { expect, type Page } from '@playwright/test'
import { PAGES } from '#web/routing/pages.ts'
import { isFromLeftPage } from '../left-page-errors.ts'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { violationsOn } from '../screens.ts'
import { callWire } from '../table-calls.ts'

// Each page of the product, once for each role that has it, on the narrowest phone. New routes are included
// automatically.

/** The path prefixes of each role's pages. All other pages are the visitor's. */
const OWN: Record<string, readonly string[]> = {
  customer: ['/customer', '/account', '/work'],
  vendor: ['/vendor', '/handover', '/held', '/packing', '/weigh-in', '/runs', '/my-run', '/work'],
  manager: ['/manager'],
  coordinator: ['/coordinator'],
  chief: ['/chief'],
  administrator: ['/content', '/blog/new', '/blog/edit'],
  supervisor: ['/content', '/blog/new', '/blog/edit'],
}

/** Public pages that look different when signed in. */
const SHARED = ['/', '/group-buys', '/products', '/blog', '/vendor-signup', '/leaderboard']

/** Variants of a page, distinguished by the query string. */
const FACES = [
  '/auth?view=sign-up',
  '/auth?view=reset',
  '/leaderboard?tab=buyers',
  '/products?search=nothing+fits',
  '/vendors?search=nothing+fits',
  '/group-buys?search=nothing+fits',
]

/** Not a page of any role, or opened by another app only. Files without a component handle a form, redirect, or are read by programs. */
const NO_PAGES = ['/dev/ui', '/not-now', '/oauth/consent']

/** The contact inbox is for those who answer it. */
const NOT_THEIRS = /^\/(customer|vendor|account)\/messages\/inbox(\/:id)?$/

/** Needs a query string, which the links to it have. */
const BY_LINK = /^\/vendor\/messages\/new$|\/messages\/report$|\/payouts\/orders$/

/** Opened by other journeys: from recent goods, by a choice with a fee, from another shop's claims. */
const OF_JOURNEYS = [
  // No user has saved a list.
  '/account/lists/:id',
  // Ajo is switched off.
  '/account/ajo',
  '/account/ajo/:id',
  '/account/ajo/:id/sheet',
  '/account/ajo/join/:invitation',
  '/chief/ajo/:id',
  '/account/claims/new',
  '/account/orders/:id/where/:address',
  // For an order in a buy whose price is voted on, or that may still be given away; a visitor has no share.
  '/account/orders/:id/price',
  '/account/orders/:id/give',
  '/share/:id',
  // For goods by weight that are packed.
  '/weigh-in/lines/:line',
  '/vendor/claims/lots/:id',
  // No shop has imported a file.
  '/vendor/products/import/:id',
  // For an order whose money is still there.
  '/vendor/orders/:id/give-back',
  // The demo market has no request about data and no incident.
  '/chief/data-protection/requests/:id',
  '/chief/data-protection/incidents/:id',
]

/** File of each page by its pattern. */
const files = new Map(
  PAGES.filter(
    ({ path, file }) =>
      file.endsWith('.tsx') &&
      ![...NO_PAGES, ...OF_JOURNEYS].includes(path) &&
      !NOT_THEIRS.test(path) &&
      // Opened by the form of a list with selected rows, in journeys of lists.
      !path.endsWith('/bulk') &&
      !path.endsWith('*'),
  ).map(({ path, file }) => [path, file]),
)
const pages = [...files.keys()]

/** Files of pages with an id in their path that a walk has opened. */
const opened = new Set<string>()

/** Requested links, with the role of the request if that matters. */
const answered = new Set<string>()

/** Files whose screen was checked with axe in light and in dark: several areas share pages. */
const checked = new Set<string>()

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } })

test('every area has the pages of its sidebar', () => {
  const shared = ['dashboard', 'messages', 'products', 'orders', 'customers', 'analytics']
  const wanted = ['customer', 'vendor', 'manager', 'coordinator', 'chief'].flatMap((area) =>
    shared.map((name) => `/${area}/${name}`),
  )
  const more = [
    '/manager/vendors',
    '/manager/performance',
    '/manager/reports',
    '/coordinator/managers',
    '/coordinator/reports',
    '/chief/overview',
    '/chief/staff',
    '/chief/settings',
  ]
  expect([...wanted, ...more].filter((path) => !PAGES.some((page) => page.path === path))).toEqual([])
})

test('every screen of a visitor', async ({ page }) => {
  const own = pages.filter((pattern) => ownersOf(pattern).length === 0)
  // A buy that has ended is in no public list; people share its page.
  const ended = await callWire<{ id: string }[]>(
    page.request,
    '/rest/v1/group_buys?status=eq.completed&select=id&limit=1',
  )
  const sheets = ended.body.map(({ id }) => `/group-buys/${id}/sheet`)
  // The first product that a visitor opens may have no question to report.
  const requested = await callWire<{ id: string; product_id: string }[]>(
    page.request,
    '/rest/v1/product_questions?select=id,product_id&limit=1',
  )
  const reports = requested.body.map(({ id, product_id }) => `/products/${product_id}/questions/${id}`)
  await walk(page, { patterns: [...own, ...FACES], axe: true, shared: [...sheets, ...reports] })
})

/** Roles whose walks open pages that staff have too. */
const EACH_TIME = ['customer', 'vendor']

for (const role of Object.keys(OWN)) {
  test(`every screen of a ${role}`, { tag: '@full' }, async ({ page }) => {
    const session = await signIn(page, `${role}@ajoja.test`)
    const own = pages.filter((pattern) => ownersOf(pattern).includes(role))
    const shared = await linksToRequests(page)
    if (role === 'customer') shared.push(...(await linksToReports(page)))
    if (role === 'chief') shared.push(await linkToBanner(page, session.access_token))
    // The supervisor sees what the administrator sees.
    await walk(page, { patterns: [...own, ...SHARED], axe: role !== 'supervisor', role, shared })
  })
}

// The buyer's pages are walked each time, without axe: the journeys of each role check most of its screens with it.
test('every page of a customer opens, and its links work', async ({ page }) => {
  await signIn(page, 'customer@ajoja.test')
  const own = pages.filter((pattern) => ownersOf(pattern).includes('customer'))
  const shared = [...(await linksToRequests(page)), ...(await linksToReports(page))]
  await walk(page, { patterns: [...own, ...SHARED], axe: false, role: 'customer', shared })
})

/** Links for requests to take more: the first group buy of a walk may have no maximum, and so no such link. */
async function linksToRequests({ request }: Page): Promise<string[]> {
  const { body } = await callWire<{ id: string }[]>(
    request,
    '/rest/v1/group_buys?status=eq.active&max_quantity=not.is.null&select=id&limit=1',
  )
  return body.map(({ id }) => `/account/more/${id}`)
}

/** Links for reporting a message: the newest conversation may have the customer's own messages only. */
async function linksToReports({ request }: Page): Promise<string[]> {
  const read = async (path: string) => (await request.get(path)).text()
  const links: string[] = []
  for (const area of ['account', 'customer']) {
    const threads = [...(await read(`/${area}/messages`)).matchAll(/href="(\/[a-z]+\/messages\/[0-9a-f-]{36})"/g)]
    for (const [, thread = ''] of threads) {
      const path = thread.replace(/^\/[a-z]+/, `/${area}`)
      const [, link] = /href="([^"]+\/messages\/report\?message=[0-9a-f-]{36})"/.exec(await read(path)) ?? []
      if (link) links.push(link)
    }
  }
  return links
}

/** The demo has no banner; this one is planned, so that no other test sees it. */
async function linkToBanner({ request }: Page, token: string): Promise<string> {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  const id = crypto.randomUUID()
  await callWire(request, '/rest/v1/banners', {
    method: 'POST',
    token,
    data: {
      id,
      title: 'The hub at Yaba is closed on Saturday',
      tone: 'information',
      audience: 'shops',
      starts_at: days(20),
      ends_at: days(21),
    },
  })
  return `/chief/banners/${id}`
}

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' })

  test('a sample of the screens in the dark', { tag: '@full' }, async ({ page }) => {
    await walk(page, {
      patterns: ['/', '/products', '/group-buys', '/vendors', '/cart', '/auth', '/faq'],
      axe: true,
      dark: true,
    })
    await signIn(page, 'chief@ajoja.test')
    await walk(page, { patterns: ['/chief/staff', '/chief/overview', '/account/security'], axe: true, dark: true })
    await signIn(page, 'vendor@ajoja.test')
    await walk(page, { patterns: ['/vendor/dashboard', '/vendor/products/new'], axe: true, dark: true })
  })
})

interface Walk {
  dark?: boolean
  /** Paths as routes.ts has them, or with a search. */
  patterns: string[]
  axe: boolean
  /** The role of the session; a visitor by default. */
  role?: string
  /** Additional links. */
  shared?: string[]
}

/**
 * Opens the pages one after the other, follows links to those with an id in their path, then requests every link that
 * was seen.
 */
async function walk(page: Page, { patterns, axe, role = '', dark = false, shared = [] }: Walk): Promise<void> {
  test.setTimeout(300_000)
  const faults: string[] = []
  const seen = new Set(shared)
  const note = (text: string) => faults.push(`${new URL(page.url()).pathname}: ${text}`)
  page.on('pageerror', ({ message }) => isFromLeftPage(message) || note(message))
  page.on(
    'console',
    (message) => message.type() === 'error' && (isFromLeftPage(message.text()) || note(message.text())),
  )
  page.on('requestfailed', (one) => {
    const why = one.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') note(`${one.url()}: ${why}`)
  })

  const once = (pattern: string) => {
    const face = `${files.get(pattern) ?? pattern} ${dark ? 'dark' : 'light'}`
    if (!axe || checked.has(face)) return false
    checked.add(face)
    return true
  }
  const isOwn = (pattern: string) => !pattern.includes(':') && !BY_LINK.test(pattern)
  for (const path of patterns.filter(isOwn)) await checkPage(page, { path, axe: once(path), seen, note })
  // Pages with an id link to those that need a query string.
  const found = patterns.filter((one) => !isOwn(one)).sort((a, b) => Number(BY_LINK.test(a)) - Number(BY_LINK.test(b)))
  for (const pattern of found) {
    const shape = new RegExp(`^${pattern.replace(/:\w+/g, '[^/?]+')}${BY_LINK.test(pattern) ? '\\?.+' : '(\\?.*)?'}$`)
    const path = [...seen].find((one) => shape.test(one) && !files.has(one) && !one.endsWith('.csv'))
    if (path) await checkPage(page, { path, axe: once(pattern), seen, note })
    // Areas share pages: a manager without a conversation has none to open.
    else if (!opened.has(files.get(pattern) ?? '') && !isOpenedEachTime(pattern))
      faults.push(`no page links to ${pattern}`)
    if (path) opened.add(files.get(pattern) ?? '')
  }
  page.removeAllListeners()
  for (const link of linksToRequest(seen)) {
    // Public pages are the same for every role; each is requested once.
    const requested = `${ownersOf(link).length > 0 ? role : ''} ${link}`
    if (answered.has(requested)) continue
    answered.add(requested)
    const answer = await page.request.get(link)
    if (answer.status() >= 400) faults.push(`a link leads to ${link}: ${answer.status()}`)
  }
  expect(faults).toEqual([])
}

/** True for a staff page that shoppers or shops have too: their walk opens it. */
function isOpenedEachTime(pattern: string): boolean {
  const isTheirs = (path: string) => ownersOf(path).some((role) => EACH_TIME.includes(role))
  return !isTheirs(pattern) && pages.some((path) => isTheirs(path) && files.get(path) === files.get(pattern))
}

interface PageCheck {
  path: string
  axe: boolean
  /** Takes the page's links. */
  seen: Set<string>
  note: (fault: string) => void
}

async function checkPage(page: Page, { path, axe, seen, note }: PageCheck): Promise<void> {
  const answer = await page.goto(path)
  if (answer?.status() !== 200) return void note(`${path} answered ${answer?.status()}`)
  if (new URL(page.url()).pathname !== path.split('?')[0]) return void note(`${path} led elsewhere`)
  const { headings, overflow, links, lost, broken } = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // Closed details are laid out only when they are measured.
      if (!text.parentElement?.checkVisibility({ contentVisibilityAuto: true })) continue
      for (const { 0: amount, index } of (text.textContent ?? '').matchAll(/₦[\d,.]*\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top))
        if (lines.size > 1) broken.push(amount)
      }
    }
    const anchors = [...document.querySelectorAll('a')]
    const here = location.pathname
    return {
      broken,
      headings: document.querySelectorAll('h1').length,
      overflow: document.documentElement.scrollWidth - innerWidth,
      links: anchors
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname, search }) => pathname + search),
      lost: anchors
        .filter(({ origin, pathname, hash }) => origin === location.origin && pathname === here && hash.length > 1)
        .map(({ hash }) => hash)
        .filter((hash) => document.getElementById(decodeURIComponent(hash.slice(1))) === null),
    }
  })
  if (headings !== 1) note(`has ${headings} h1`)
  if (overflow > 0) note(`is ${overflow} px too wide`)
  for (const amount of broken) note(`breaks ${amount} into two lines`)
  for (const hash of lost) note(`nothing is at ${hash}`)
  for (const link of links) seen.add(link)
  if (!axe) return
  for (const violation of await violationsOn(page)) note(violation)
}

/** Every path, with at most two query strings: filters make more addresses than pages. */
function linksToRequest(seen: Set<string>): string[] {
  const perPath = new Map<string, number>()
  return [...seen].sort().filter((link) => {
    const path = link.split('?')[0] ?? ''
    const count = (perPath.get(path) ?? 0) + 1
    perPath.set(path, count)
    return count <= 3
  })
}

function ownersOf(pattern: string): string[] {
  return Object.keys(OWN).filter((role) =>
    OWN[role]?.some((start) => pattern === start || pattern.startsWith(`${start}/`)),
  )
}
