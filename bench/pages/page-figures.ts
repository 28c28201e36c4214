import { rm } from 'node:fs/promises'
import pg from 'pg'
import { freePort } from '#platform/postgres/free-port.ts'
import { postponeJobs } from '../desks/measure-jobs.ts'
import { type Figure, value } from '../figure.ts'
import { makeDataFolder } from '../market/data-folder.ts'
import { unlessOnce } from '../market/once.ts'
import { type Product, startProduct } from '../market/product.ts'
import { readSiteKeys } from '../market/site-keys.ts'
import { measurePages, type PageCost } from './measure-pages.ts'
import { fillCart } from './ten-pages.ts'

interface PageBenchOptions {
  /** The data folder of a demo that `npm run fill` has filled; without it, a demo market is made for the purpose. */
  data?: string | undefined
  /** Part of the names of the pages to measure. */
  only?: string | undefined
  requests?: number
}

const REQUESTS = unlessOnce(150, 2)
const MAX_MS = 5
/** At a million orders. */
const MAX_FILLED_MS = 8

/** Ten pages that are made for one person: their processor time, statements and bytes. */
export async function pageFigures({ data, only, requests = REQUESTS }: PageBenchOptions): Promise<Figure[]> {
  const dataDir = data ?? (await makeDataFolder('pages'))
  const port = await freePort()
  const start = () => startProduct({ dataDir, port, environment: { SEED: 'demo' } })
  try {
    await onProduct(start, (owner) => owner.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`))
    const costs = await onProduct(start, async (owner, { origin, pid }) => {
      await owner.query('create extension if not exists pg_stat_statements')
      await fillCart(owner)
      // Otherwise a page's plans are those of empty tables until the first automatic ANALYZE, within minutes.
      await owner.query('analyze')
      await postponeJobs(owner)
      const { publishable: publishableKey } = await readSiteKeys(dataDir)
      try {
        return await measurePages({ origin, pid, dataDir, publishableKey, owner }, { requests, only })
      } finally {
        await owner.query('drop extension pg_stat_statements')
        await owner.query('alter system reset shared_preload_libraries')
        await owner.query('update jobs.schedules set next_run_at = now()')
      }
    })
    print(costs)
    return costs.flatMap((cost) => figuresOf(cost, data === undefined ? MAX_MS : MAX_FILLED_MS))
  } finally {
    if (data === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

async function onProduct<T>(
  start: () => Promise<Product>,
  work: (owner: pg.Client, product: Product) => Promise<T>,
): Promise<T> {
  const product = await start()
  const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
  try {
    await owner.connect()
    return await work(owner, product)
  } finally {
    await owner.end()
    await product.stop()
  }
}

function figuresOf({ name, node, postgres, statements, sentBytes }: PageCost, maxMs: number): Figure[] {
  return [
    value(`${name}: processor time of a request`, node + postgres, ' ms', maxMs),
    value(`${name}: statements`, statements, ''),
    value(`${name}: sent`, sentBytes / 1000, ' kB'),
  ]
}

function print(costs: readonly PageCost[]): void {
  console.log(
    '| page | Node ms | PostgreSQL ms | both | both, 8 at once | statements | transactions | waits | HTML | sent |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const { name, node, postgres, togetherMs, htmlBytes, sentBytes, ...counts } of costs) {
    const times = [node, postgres, node + postgres, togetherMs].map((ms) => ms.toFixed(1))
    const numbers = [counts.statements, counts.transactions, counts.waits].map((count) => count.toFixed(1))
    console.log(`| ${[name, ...times, ...numbers, htmlBytes, sentBytes].join(' | ')} |`)
  }
}
