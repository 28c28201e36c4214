import { expect, type Page, type Request } from '@playwright/test'
import type { StoredSession } from '#api/session-cookie.ts'
import { fillCart } from '../fill-cart.ts'
import { INTERACTION_SCRIPT, test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage, touch, waitForScripts } from '../open-page.ts'
import { giveSession, newPerson, signIn } from '../people.ts'
import { callWire } from '../table-calls.ts'

test.use({ hydratesOnInteraction: true, viewport: { width: 360, height: 740 }, hasTouch: true })

const CART = { productId: 'p', name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '/basins/rice.svg' }
const PAGES = ['/', '/products', '/group-buys', 'a group buy', '/vendors', '/places', '/leaderboard', '/blog']

/** The slides, a list and a buy with live changes. Other pages delay hydration in the same way. */
const EACH_TIME = ['/', '/products', 'a group buy']

for (const path of PAGES) {
  const tag = EACH_TIME.includes(path) ? [] : '@full'
  test(`${path} loads the visible content, and its scripts on the first interaction`, { tag }, async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', (fault) => faults.push(fault.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await keepInCart(page)
    const requested = listen(page)
    await page.goto(path.startsWith('/') ? path : `/group-buys/${(await openBuy(page.request)).id}`)
    const cart = page.getByRole('link', { name: 'Cart, 2 items, ₦136,001' })
    await expect(cart).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(requested.map((request) => request.resourceType()).filter((type) => !SEEN.has(type))).toEqual([])
    expect(requested.filter(isScript).map(pathOf)).toEqual([expect.stringMatching(INTERACTION_SCRIPT)])

    await waitForScripts(page)
    await expect(cart).toBeVisible()
    expect(requested.filter(isScript).length).toBeGreaterThan(2)
    expect(faults).toEqual([])
    expect(await shiftOf(page)).toBe(0)
  })
}

for (const path of ['/', '/group-buys', 'a group buy']) {
  test(`${path} hydrates without reading the layout`, async ({ page }) => {
    await page.addInitScript(noteLayoutReads)
    await page.goto(path.startsWith('/') ? path : `/group-buys/${(await openBuy(page.request)).id}`)
    await waitForScripts(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.layoutReads)).toEqual([])
  })
}

test('a tap on a link, a menu or a colour works without scripts', async ({ page }) => {
  const requested = listen(page)
  await page.goto('/group-buys')
  // Avoids the scrolling of a tap at the foot of the page.
  await page.getByRole('button', { name: 'Dark' }).evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.locator('#phone-menu').getByRole('link', { name: 'Blog' }).tap()
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Group buys' })).toBeVisible()
  expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
})

test('a menu opened before hydration stays open afterwards', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(page.locator('#phone-menu')).toBeVisible()
  await waitForScripts(page)
  await expect(page.locator('#phone-menu')).toBeVisible()
})

test('an action that needs scripts waits for them and happens once', async ({ page }) => {
  await page.goto('/')
  const pause = page.locator('.hero-pause')
  await pause.evaluate((button: HTMLElement) => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    button.click()
  })
  await expect(pause).toHaveAccessibleName('Play the slides')
  await expect(pause).not.toHaveAttribute('aria-busy')
})

test('live counts begin at hydration, with the missed changes', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText(/^0 paid, 0 promised/)).toBeVisible()
  await join(page, buy.id)
  await touch(page)
  await expect(page.getByText(/^0 paid, 1 promised/)).toBeVisible()
  await join(page, buy.id)
  await expect(page.getByText(/^0 paid, 2 promised/)).toBeVisible()
})

test('a visible page hydrates after ten seconds, with the right time left', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.clock.install()
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('9 days left').or(page.getByText('8 days left')).first()).toBeVisible()
  await page.clock.fastForward(3 * 86_400_000)
  await expect(page.getByText('6 days left').or(page.getByText('5 days left')).first()).toBeVisible()
})

test('with data saving the scripts load on interaction, not while reading', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.clock.install()
  const requested = listen(page)
  await page.goto('/products')
  await page.mouse.wheel(0, 600)
  await page.mouse.move(100, 100)
  await page.clock.fastForward(60_000)
  await page.waitForLoadState('networkidle')
  expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
  await page.getByRole('searchbox').first().focus()
  await expect.poll(() => requested.filter(isScript).map(pathOf).filter(isFramework).length).toBeGreaterThan(1)
})

test('the size of a page is still shown after hydration', async ({ page, context }) => {
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(fault.message))
  await context.setExtraHTTPHeaders({ 'save-data': 'on' })
  await page.goto('/')
  await expect(page.getByText(/^This page: \d+ KB$/)).toBeVisible()
  await waitForScripts(page)
  await expect(page.getByText(/^This page: \d+ KB$/)).toBeVisible()
  expect(faults).toEqual([])
})

test('a page shows the user who signed in meanwhile when it is reopened', async ({ page, context }) => {
  await page.goto('/products')
  await giveSession(await context.newPage(), (await newPerson(page.request)).session)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
})

test('a page of a signed-in user is not hydrated either, and joining by the first tap works without scripts', async ({
  page,
}) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page.request)
  await giveSession(page, session)
  const requested = listen(page)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).tap()
  await expect(page.getByText('You are in')).toBeVisible()
})

test('a user who signed out in another tab is a visitor when the page is reopened', async ({ page, context }) => {
  await giveSession(page, (await newPerson(page.request)).session)
  await page.goto('/products')
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: /^Your menu/ })).toHaveCount(0)
})

test('the cart of a signed-in user is not hydrated until another tab changes it', async ({ page, context }) => {
  await newPerson(page)
  const name = await fillCart(page)
  const requested = listen(page)
  await page.goto('/cart')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
  expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])

  const other = await context.newPage()
  await openPage(other, '/cart')
  await other.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('a line is removed and restored before the cart is hydrated', async ({ page }) => {
  await newPerson(page)
  const name = await fillCart(page)
  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${name}` }).tap()
  await expect(page.getByText(`Removed: ${name}.`)).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 3 })).toHaveCount(0)
  await page.getByRole('button', { name: `Undo: put ${name} back` }).click()
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
  await waitForScripts(page)
  await expect(page.getByRole('link', { name: /^Cart, [1-9]/ }).first()).toBeVisible()
})

for (const who of ['a visitor', 'somebody who had signed out before it was sent']) {
  test(`the cart of ${who} hydrates automatically to show data that only the browser has`, async ({ page }) => {
    await keepInCart(page)
    if (who !== 'a visitor') await newPerson(page)
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: CART.name, level: 3 })).toBeVisible()
  })
}

test('an empty cart says so before hydration', async ({ page }) => {
  const requested = listen(page)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
})

test('an order paid before its page is hydrated is shown as paid at hydration, and live from then on', async ({
  page,
}) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const orderId = await join(page, buy.id, session)
  await page.goto(`/account/orders/${orderId}`)
  const steps = page.getByRole('listitem').filter({ hasText: 'Cancelled' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(steps).toHaveCount(0)
  const left = await callWire(page.request, '/functions/v1/leave-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { order_id: orderId },
  })
  expect(left.status).toBe(200)
  await touch(page)
  await expect(steps).toHaveAttribute('aria-current', 'step')
  // The bell in the bar continues from the server's count.
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('codes are stored for offline reading before their page is hydrated', async ({ page }) => {
    await signIn(page, 'buyer1@ajoja.test')
    const requested = listen(page)
    await page.goto('/account/codes')
    await page.waitForFunction(() => document.documentElement.dataset.codesCached)
    expect(requested.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
    await page.context().setOffline(true)
    await page.goto('/account/codes')
    await expect(page.getByText('No network. Saved a moment ago.')).toBeVisible()
    await page.context().setOffline(false)

    // The hydrated page doesn't use the cached data of another user.
    await openPage(page, '/account/codes')
    expect(
      await page.evaluate(async () => (await caches.open('codes')).keys().then((keys) => keys.length)),
    ).toBeGreaterThan(1)
  })
})

const SEEN = new Set(['document', 'stylesheet', 'script', 'font', 'image'])

const isScript = (request: Request) => request.resourceType() === 'script'
const pathOf = (request: Request) => new URL(request.url()).pathname
const isFramework = (path: string) =>
  !INTERACTION_SCRIPT.test(path) && !/^\/assets\/(sync-check|cache-codes|say-offline)-/.test(path)

/** All requests of a page, without those of the browser's own interface. */
function listen(page: Page): Request[] {
  const requested: Request[] = []
  page.on('request', (request) => {
    if (!/favicon|manifest|apple-touch/.test(request.url())) requested.push(request)
  })
  return requested
}

const keepInCart = (page: Page) =>
  page.addInitScript((item) => {
    localStorage.setItem('cart-storage', JSON.stringify({ state: { items: [item] }, version: 0 }))
  }, CART)

/** Returns the order's id. */
async function join(page: Page, buyId: string, session?: StoredSession): Promise<string> {
  const { access_token: token } = session ?? (await newPerson(page.request)).session
  const joined = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token,
    data: { group_buy_id: buyId, quantity: 1 },
  })
  return joined.body.order.id
}

/** The page's layout shift so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        )
        seen.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 300)
      }),
  )
}

declare global {
  interface Window {
    layoutReads: string[]
  }
}

/**
 * Runs in the page. Between writes, each of these forces the browser to lay the page out again, which costs a slow
 * phone more than all else.
 */
function noteLayoutReads(): void {
  window.layoutReads = []
  const note = (name: string, from: object) => {
    const own = Object.getOwnPropertyDescriptor(from, name)
    if (!own) throw new Error(`Nothing is called ${name}.`)
    const read = own.get ?? own.value
    const noted = function (this: unknown, ...given: unknown[]) {
      window.layoutReads.push(name)
      return read.apply(this, given)
    }
    Object.defineProperty(from, name, own.get ? { ...own, get: noted } : { ...own, value: noted })
  }
  const { HTMLElement: Html, Element: Any } = window
  for (const name of ['offsetTop', 'offsetLeft', 'offsetWidth', 'offsetHeight']) note(name, Html.prototype)
  for (const name of ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight']) note(name, Any.prototype)
  for (const name of ['getBoundingClientRect', 'getClientRects', 'scrollIntoView']) note(name, Any.prototype)
  for (const name of ['getComputedStyle', 'scrollTo']) note(name, window)
}
