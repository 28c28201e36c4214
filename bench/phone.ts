import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '../scripts/chromium.mjs'
import { type Figure, value } from './figure.ts'
import { middle } from './load.ts'
import { buyId, HOT_BUY } from './market.ts'
import type { Bench } from './site.ts'

const VISITS = 5
const PAGES = { home: '/', products: '/products', 'a buy': `/group-buys/${buyId(HOT_BUY)}`, shops: '/vendors' }

/** A phone's line: 1.6 Mbit/s down, 150 ms; a processor four times slower than this one. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4

/** When a first visit shows the largest of what it shows, and how far things move on the way. */
export async function benchPhone({ origin }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: provideChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const visits: Visit[] = []
      for (let visit = 0; visit < VISITS; visit++) visits.push(await visitOf(browser, origin + path))
      const seconds = middle(visits.map(({ largestMs }) => largestMs / 1000))
      figures.push(
        value(`${name} on a slow phone: largest paint of a first visit (middle of ${VISITS})`, seconds, ' s', 2),
        value(`${name} on a slow phone: layout shift`, Math.max(...visits.map(({ shift }) => shift)), '', 0.01),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

interface Visit {
  largestMs: number
  shift: number
}

/** Nothing is remembered from the visit before. */
async function visitOf(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(address, { waitUntil: 'networkidle' })
    return await page.evaluate(readVisit)
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
async function readVisit(): Promise<Visit> {
  const read = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
  const [paints, shifts] = await Promise.all([read('largest-contentful-paint'), read('layout-shift')])
  const shift = (shifts as (PerformanceEntry & { value: number })[]).reduce((sum, entry) => sum + entry.value, 0)
  return { largestMs: paints.at(-1)?.startTime ?? Number.POSITIVE_INFINITY, shift }
}
