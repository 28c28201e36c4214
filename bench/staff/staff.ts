import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { MarketSize } from '#database/seed/fill/fill-market.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { makeDataFolder } from '../market/data-folder.ts'
import { demoSignIn } from '../market/demo-sign-in.ts'
import { fillRunningSite } from '../market/fill-running-site.ts'
import { unlessOnce } from '../market/once.ts'
import { type Product, startProduct } from '../market/product.ts'
import { staffPageRequests } from './staff-pages.ts'

/** The time of a page with a small and with a large market. */
interface StaffFigure {
  email: string
  page: string
  /** Milliseconds from request to the last byte: the best of several after warm-up, alone. */
  smallMs: number
  largeMs: number
  status: number
}

const LARGE: MarketSize = unlessOnce(
  { orders: 100_000, products: 5_000, people: 10_000 },
  { orders: 1_000, products: 200, people: 200 },
)
const WARM_UPS = 2
const TIMES = 3

/** Every page of every signed-in area, first with the demo market's orders (some 800), then with those of `LARGE`. */
export async function benchStaff(): Promise<StaffFigure[]> {
  const dataDir = await makeDataFolder('staff')
  const keys = { publishable: newPublishableKey(), secret: newSecretKey() }
  const port = await freePort()
  const environment = { SEED: 'demo', SUPABASE_PUBLISHABLE_KEY: keys.publishable, SUPABASE_SECRET_KEY: keys.secret }
  const measure = async (fill: boolean) => {
    const product = await startProduct({ dataDir, port, environment })
    try {
      const connectionString = product.ownerConnectionString()
      if (fill)
        await fillRunningSite({ connectionString, size: LARGE, onStep: (table) => console.log(`fills ${table}`) })
      return await measureStaff({ origin: product.origin, publishableKey: keys.publishable, connectionString })
    } finally {
      await product.stop()
    }
  }
  try {
    const small = await measure(false)
    const large = new Map((await measure(true)).map((one) => [`${one.email} ${one.page}`, one]))
    return small.flatMap(({ email, page, ms, status }) => {
      const same = large.get(`${email} ${page}`)
      return same ? [{ email, page, smallMs: ms, largeMs: same.ms, status: Math.max(status, same.status) }] : []
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface PageMeasurement {
  email: string
  /** Its address with the names of parameters in place of ids, so that it is the same page in both markets. */
  page: string
  ms: number
  status: number
}

/** Requests each page several times, one at a time. */
async function measureStaff(site: {
  origin: Product['origin']
  publishableKey: string
  connectionString: string
}): Promise<PageMeasurement[]> {
  const owner = new pg.Client({ connectionString: site.connectionString })
  await owner.connect()
  try {
    const measured: PageMeasurement[] = []
    const cookies = new Map<string, string>()
    for (const { email, page, path } of await staffPageRequests(owner)) {
      const cookie = cookies.get(email) ?? (await demoSignIn(site, email))
      cookies.set(email, cookie)
      measured.push({ email, page, ...(await measurePage(site.origin + path, cookie)) })
    }
    return measured
  } finally {
    await owner.end()
  }
}

async function measurePage(url: string, cookie: string): Promise<{ ms: number; status: number }> {
  let best = Number.POSITIVE_INFINITY
  let status = 0
  for (let time = 0; time < WARM_UPS + TIMES; time++) {
    const beganAt = performance.now()
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    status = answer.status
    const ms = performance.now() - beganAt
    if (time >= WARM_UPS || ms > 20_000) best = Math.min(best, ms)
    // A slow page's time needs no precision of a millisecond.
    if (ms > 3_000 && best < Number.POSITIVE_INFINITY) break
  }
  return { ms: best, status }
}

/** Every page, the slowest first. */
export function printStaff(figures: readonly StaffFigure[]): void {
  console.log('| page | whose | some 800 orders | 100,000 | ratio |\n| --- | --- | --- | --- | --- |')
  for (const one of figures) {
    const ms = (value: number) => `${value.toFixed(0)} ms`
    const odd = one.status === 200 ? '' : ` (${one.status})`
    const ratio = (one.largeMs / one.smallMs).toFixed(1)
    console.log(
      `| ${one.page}${odd} | ${one.email.split('@')[0]} | ${ms(one.smallMs)} | ${ms(one.largeMs)} | ${ratio} |`,
    )
  }
}
