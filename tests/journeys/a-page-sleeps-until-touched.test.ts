import { expect, type Page, type Request } from '@playwright/test'
import { QUIET_SCRIPT, test } from './market.ts'
import { openBuy } from './open-buy.ts'
import { scriptsRun, touch } from './open-page.ts'
import { giveSession, newPerson } from './people.ts'
import { callWire } from './table-calls.ts'

test.use({ sleepy: true, viewport: { width: 360, height: 740 }, hasTouch: true })

const CART = { productId: 'p', name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '/basins/rice.svg' }
const PAGES = ['/', '/products', '/group-buys', 'a group buy', '/vendors', '/places', '/leaderboard', '/blog']

/** The slides, a list and a buy that changes under one's eyes. The others sleep by the same means. */
const EACH_TIME = ['/', '/products', 'a group buy']

for (const path of PAGES) {
  const tag = EACH_TIME.includes(path) ? [] : '@full'
  test(`${path} loads what is seen, and its scripts once somebody is there`, { tag }, async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', (fault) => faults.push(fault.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await keepInCart(page)
    const asked = listen(page)
    await page.goto(path.startsWith('/') ? path : `/group-buys/${(await openBuy(page.request)).id}`)
    const cart = page.getByRole('link', { name: 'Cart, 2 items, ₦136,001' })
    await expect(cart).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.map((request) => request.resourceType()).filter((type) => !SEEN.has(type))).toEqual([])
    expect(asked.filter(isScript).map(pathOf)).toEqual([expect.stringMatching(QUIET_SCRIPT)])

    await scriptsRun(page)
    await expect(cart).toBeVisible()
    expect(asked.filter(isScript).length).toBeGreaterThan(2)
    expect(faults).toEqual([])
    // The typeface's letters are a hair wider than those that stand in for them.
    expect(await shiftOf(page)).toBeLessThan(0.01)
  })
}

test('a tap on a link, a menu or a colour goes the plain way', async ({ page }) => {
  const asked = listen(page)
  await page.goto('/group-buys')
  // Without the scrolling that a tap at the foot of the page takes.
  await page.getByRole('button', { name: 'Dark' }).evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.locator('#phone-menu').getByRole('link', { name: 'Blog' }).tap()
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Group buys' })).toBeVisible()
  expect(asked.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
})

test('what only scripts can do waits for them and is done once', async ({ page }) => {
  await page.goto('/')
  const pause = page.locator('.hero-pause')
  await pause.evaluate((button: HTMLElement) => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    button.click()
  })
  await expect(pause).toHaveAccessibleName('Play the slides')
  await expect(pause).not.toHaveAttribute('aria-busy')
})

test('live counts begin when the page wakes, with what was missed', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText(/^0 paid, 0 promised/)).toBeVisible()
  await join(page, buy.id)
  await touch(page)
  await expect(page.getByText(/^0 paid, 1 promised/)).toBeVisible()
  await join(page, buy.id)
  await expect(page.getByText(/^0 paid, 2 promised/)).toBeVisible()
})

test('a page that is looked at wakes after ten seconds, with the right time left', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.clock.install()
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('9 days left').or(page.getByText('8 days left')).first()).toBeVisible()
  await page.clock.fastForward(3 * 86_400_000)
  await expect(page.getByText('6 days left').or(page.getByText('5 days left')).first()).toBeVisible()
})

test('who saves data gets the scripts by what they do, not by reading', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.clock.install()
  const asked = listen(page)
  await page.goto('/products')
  await page.mouse.wheel(0, 600)
  await page.mouse.move(100, 100)
  await page.clock.fastForward(60_000)
  await page.waitForLoadState('networkidle')
  expect(asked.filter(isScript).map(pathOf).filter(isFramework)).toEqual([])
  await page.getByRole('searchbox').first().focus()
  await expect.poll(() => asked.filter(isScript).map(pathOf).filter(isFramework).length).toBeGreaterThan(1)
})

test('who signed in meanwhile is known when they come back to the page', async ({ page, context }) => {
  await page.goto('/products')
  await giveSession(await context.newPage(), (await newPerson(page.request)).session)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
})

test('a page of somebody who is signed in sleeps too, and joining by the first tap goes the plain way', async ({
  page,
}) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page.request)
  await giveSession(page, session)
  const asked = listen(page)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter(isScript).map(pathOf)).toEqual([expect.stringMatching(QUIET_SCRIPT)])
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).tap()
  await expect(page.getByText('You are in')).toBeVisible()
})

test('who signed out in another tab is a visitor when they come back to the page', async ({ page, context }) => {
  await giveSession(page, (await newPerson(page.request)).session)
  await page.goto('/products')
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: /^Your menu/ })).toHaveCount(0)
})

const SEEN = new Set(['document', 'stylesheet', 'script', 'font', 'image'])

const isScript = (request: Request) => request.resourceType() === 'script'
const pathOf = (request: Request) => new URL(request.url()).pathname
const isFramework = (path: string) => !QUIET_SCRIPT.test(path)

/** Everything a page asks for, but not what the browser shows beside it. */
function listen(page: Page): Request[] {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (!/favicon|manifest|apple-touch/.test(request.url())) asked.push(request)
  })
  return asked
}

const keepInCart = (page: Page) =>
  page.addInitScript((item) => {
    localStorage.setItem('cart-storage', JSON.stringify({ state: { items: [item] }, version: 0 }))
  }, CART)

async function join(page: Page, buyId: string): Promise<void> {
  const { session } = await newPerson(page.request)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buyId, quantity: 1 },
  })
}

/** How far the page's parts have moved by themselves so far. */
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
