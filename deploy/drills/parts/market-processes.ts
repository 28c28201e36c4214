import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#platform/postgres/free-port.ts'
import { fillMarket, personId } from '../../../bench/market/market.ts'
import { type Product, startProduct } from '../../../bench/market/product.ts'
import { newSiteKeys } from '../../../bench/market/site.ts'
import type { Sandbox } from './sandbox.ts'

/** One market: its keys, its people's tokens, and any number of its processes. */
export interface Market {
  siteUrl: string
  publishableKey: string
  secretKey: string
  /** Access tokens by person number. */
  tokens: string[]
  buys: number
  /** The keys, as settings. */
  environment: Record<string, string>
  /**
   * Starts a process of the built market and waits until it is ready; an empty URL means the embedded PostgreSQL. All
   * share one folder of files. The first one builds if necessary, so start it alone.
   */
  start(databaseUrl: string, environment?: Record<string, string>, options?: ProcessOptions): Promise<Product>
}

interface ProcessOptions {
  port?: number
  /** The script of `npm start` by default. */
  script?: string
}

/** The number that a drill needs; every pair of them is one join. */
export const SIZE = { products: 400, buys: 300, people: 4_000 }

/** A market whose processes share one `SITE_URL`, although each has its own port. */
export async function openMarket(sandbox: Sandbox, ownUrl?: string): Promise<Market> {
  const siteUrl = ownUrl ?? `http://localhost:${await freePort()}`
  const { environment: keys, publishableKey, secretKey, tokenOf } = await newSiteKeys(siteUrl)
  const dataDir = join(sandbox.folder, 'market')
  mkdirSync(dataDir, { recursive: true })
  const tokens = await Promise.all(Array.from({ length: SIZE.people }, (_, number) => tokenOf(personId(number))))
  let script = 'scripts/start.mjs'
  return {
    siteUrl,
    publishableKey,
    secretKey,
    tokens,
    buys: SIZE.buys,
    environment: keys,
    async start(databaseUrl, environment = {}, options = {}) {
      const port = options.port ?? (await freePort())
      const variables = { ...keys, ...OWN_LIMITS, SITE_URL: siteUrl, DATABASE_URL: databaseUrl, ...environment }
      const product = await startProduct({ script: options.script ?? script, dataDir, port, environment: variables })
      // A build by one of several processes would remove the files under the other ones.
      script = 'scripts/run-built.mjs'
      sandbox.atEnd(() => product.stop('SIGKILL'))
      return product
    },
  }
}

/** Production settings: drills must show production's behaviour. */
const OWN_LIMITS = { DATABASE_STATEMENT_TIMEOUT_MS: '5000', DATABASE_LOCK_TIMEOUT_MS: '2000' }

/** People, shops and open buys, in a database whose migrations a process of the market has applied. */
export async function fillForJoins(ownerConnectionString: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerConnectionString })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await fillMarket(owner, SIZE)
  } finally {
    await owner.end()
  }
}
