import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { provideChromium } from '../scripts/testing/chromium.mjs'
import { type Figure, value } from './figure.ts'
import { median } from './load.ts'
import { unlessOnce } from './market/once.ts'
import { withSite } from './market/site.ts'

const VISITS = unlessOnce(5, 1)

/**
 * Pages of the demo market, with its pictures and posts. Where the address has an id, the first link of a list is used.
 */
const PAGES: Record<string, string | { at: string; linkPattern: RegExp }> = {
  home: '/',
  products: '/products',
  'group buys': '/group-buys',
  'a buy': { at: '/group-buys', linkPattern: /href="(\/group-buys\/[\w-]{36})"/ },
  'a product': { at: '/products', linkPattern: /href="(\/products\/[\w-]{36})"/ },
  'a post': { at: '/blog', linkPattern: /href="(\/blog\/[\w-]+)"/ },
}

/** A phone's connection: 1.6 Mbit/s down, 150 ms; a processor four times slower than this one. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4

/**
 * Largest contentful paint and layout shift of a first visit, and the time that a first touch waits for the scripts.
 */
export async function benchPhone(): Promise<Figure[]> {
  return withSite(async (site) => {
    const { origin, stop } = await site.start({ environment: { SEED: 'demo' } })
    const browser = await chromium.launch({
      executablePath: provideChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      const figures: Figure[] = []
      for (const [name, path] of Object.entries(PAGES)) {
        const address = await addressOf(origin, path)
        figures.push(...(await figuresOf(name, () => visitOf(browser, address))))
      }
      figures.push(await signingInToJoin(browser, await addressOf(origin, PAGES['a buy'] ?? '')))
      return figures
    } finally {
      await browser.close()
      await stop()
    }
  })
}

async function addressOf(origin: string, path: string | { at: string; linkPattern: RegExp }): Promise<string> {
  if (typeof path === 'string') return origin + path
  const list = await (await fetch(origin + path.at)).text()
  const found = path.linkPattern.exec(list)?.[1]
  if (!found) throw new Error(`${path.at} has no link like ${path.linkPattern}.`)
  return origin + found
}

async function figuresOf(name: string, visit: () => Promise<Visit>): Promise<Figure[]> {
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count++) visits.push(await visit())
  const seconds = (all: number[]) => Math.round(median(all)) / 1000
  const hydrations = visits.flatMap(({ hydration }) => hydration ?? [])
  console.log(name, JSON.stringify(visits))
  return [
    value(`${name}: largest paint of a first visit`, seconds(visits.map(({ largestMs }) => largestMs)), ' s', 2),
    value(`${name}: layout shift, awake too`, Math.max(...visits.map(({ shift }) => shift)), '', 0.01),
    ...(hydrations.length > 0
      ? [
          value(`${name}: from the first touch until its scripts run`, seconds(hydrations.map(({ ms }) => ms)), ' s'),
          value(`${name}: work of the main thread for that`, seconds(hydrations.map(({ workMs }) => workMs)), ' s'),
        ]
      : []),
  ]
}

interface Visit {
  largestMs: number
  shift: number
  /**
   * From the first touch until the framework runs, and the work of the main thread until it is idle; undefined for
   * pages without a framework.
   */
  hydration: { ms: number; workMs: number } | undefined
}

async function visitOf(browser: Browser, address: string): Promise<Visit> {
  return onSlowPhone(browser, async (page, session) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    const largestMs = await page.evaluate(readLargest)
    const hydrates = (await page.locator('script[type=x-module]').count()) > 0
    const hydration = hydrates ? await measureHydration(page, session) : undefined
    return { largestMs, hydration, shift: await page.evaluate(readShift) }
  })
}

async function measureHydration(page: Page, session: CDPSession): Promise<{ ms: number; workMs: number }> {
  const before = await taskMs(session)
  const ms = await page.evaluate(triggerHydration)
  await page.waitForLoadState('networkidle')
  return { ms, workMs: (await taskMs(session)) - before }
}

/** A visitor presses before anything has run: the form works without scripts. */
async function signingInToJoin(browser: Browser, address: string): Promise<Figure> {
  const times: number[] = []
  for (let count = 0; count < VISITS; count++) {
    const ms = await onSlowPhone(browser, async (page) => {
      await page.goto(address, { waitUntil: 'load' })
      const since = performance.now()
      await page.getByRole('button', { name: 'Sign in to join' }).filter({ visible: true }).first().tap()
      await page.getByLabel('Email').first().waitFor()
      return performance.now() - since
    })
    times.push(ms)
  }
  return value(
    'a buy: from a press on “Sign in to join” until the form is there',
    Math.round(median(times)) / 1000,
    ' s',
  )
}

/** Starts with an empty cache. */
async function onSlowPhone<T>(browser: Browser, work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Performance.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return await work(page, session)
  } finally {
    await context.close()
  }
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Runs in the page: the largest paint before any interaction. */
function readLargest(): Promise<number> {
  return new Promise((resolve, reject) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    setTimeout(() => reject(new Error('Nothing was painted.')), 5_000)
  })
}

/** Runs in the page: a page without movement has no entries. */
function readShift(): Promise<number> {
  return new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 500)
  })
}

/** Runs in the page. */
function triggerHydration(): Promise<number> {
  return new Promise((resolve) => {
    const since = performance.now()
    document.addEventListener('hydrated', () => resolve(performance.now() - since))
    document.dispatchEvent(new KeyboardEvent('keydown'))
  })
}
