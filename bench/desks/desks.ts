import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { MarketSize } from '#database/seed/fill/fill-market.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { type Figure, value } from '../figure.ts'
import { makeDataFolder } from '../market/data-folder.ts'
import { fillRunningSite } from '../market/fill-running-site.ts'
import { unlessOnce } from '../market/once.ts'
import { type Product, startProduct } from '../market/product.ts'
import { readSiteKeys, type SiteKeys } from '../market/site-keys.ts'
import { type DeskTime, measureDesks } from './measure-desks.ts'
import { type JobTime, measureJobs, postponeJobs } from './measure-jobs.ts'
import { processorTimeOf } from './processor-time.ts'

interface DeskOptions {
  /** The data folder of a demo that `npm run fill` has filled; without it, one is filled for the purpose. */
  data?: string | undefined
  /** Part of the names of the pages to measure. */
  only?: string | undefined
}

const SIZE: MarketSize = unlessOnce(
  { orders: 100_000, products: 5_000, people: 10_000 },
  { orders: 1_000, products: 200, people: 200 },
)
const MAX_PAGE_MS = 300
const MAX_JOB_MS = 1_000

/** Every page of each desk with its filters, orders, searches and last pages, and each repeated job. */
export async function benchDesks({ data, only }: DeskOptions): Promise<Figure[]> {
  const dataDir = data ?? (await makeDataFolder('desks'))
  try {
    const product = await startProduct({ dataDir, port: await freePort(), environment: ENVIRONMENT })
    try {
      const connectionString = product.ownerConnectionString()
      if (data === undefined)
        await fillRunningSite({ connectionString, size: SIZE, onStep: (table) => console.log(table) })
      return await measure(product, { dataDir, keys: await readSiteKeys(dataDir), connectionString, only })
    } finally {
      await product.stop()
    }
  } finally {
    if (data === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

const ENVIRONMENT = {
  SEED: 'demo',
  // A slow page is measured rather than ended.
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
}

interface Measured {
  dataDir: string
  keys: SiteKeys
  connectionString: string
  only: string | undefined
}

async function measure({ origin, pid }: Product, measured: Measured): Promise<Figure[]> {
  const { dataDir, keys, connectionString, only } = measured
  const workMs = () => processorTimeOf(pid, dataDir)
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    await postponeJobs(owner)
    const pages =
      only === 'jobs' ? [] : await measureDesks({ origin, publishableKey: keys.publishable, workMs }, { only })
    const jobs =
      only === undefined || only === 'jobs' ? await measureJobs({ origin, secretKey: keys.secret, owner, workMs }) : []
    print(pages, jobs)
    const slowPages = pages.filter(({ workMs }) => workMs > MAX_PAGE_MS)
    const failed = pages.filter(({ status }) => status >= 500)
    const slowJobs = jobs.filter(({ ms, workMs }) => ms === null || workMs > MAX_JOB_MS)
    return [
      value(`addresses of desks above ${MAX_PAGE_MS} ms, of ${pages.length}`, slowPages.length, '', 0),
      value('addresses of desks that fail', failed.length, '', 0),
      value(`repeated jobs above ${MAX_JOB_MS} ms, of ${jobs.length}`, slowJobs.length, '', 0),
    ]
  } finally {
    await owner.query('update jobs.schedules set next_run_at = now()').catch(() => undefined)
    await owner.end()
  }
}

function print(pages: readonly DeskTime[], jobs: readonly JobTime[]): void {
  console.log('| address | whose | processor ms | ms |\n| --- | --- | ---: | ---: |')
  const shown = pages.filter(({ workMs, status }) => workMs > MAX_PAGE_MS / 2 || status >= 400)
  for (const { name, who, ms, workMs, status } of shown.toSorted((a, b) => b.workMs - a.workMs))
    console.log(`| ${name}${status === 200 ? '' : ` (${status})`} | ${who} | ${workMs.toFixed(0)} | ${ms.toFixed(0)} |`)
  console.log('\n| job | processor ms | ms |\n| --- | ---: | ---: |')
  for (const { task, ms, workMs } of jobs)
    console.log(`| ${task} | ${workMs.toFixed(0)} | ${ms === null ? 'failed' : ms.toFixed(0)} |`)
}
