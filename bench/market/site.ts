import { rm } from 'node:fs/promises'
import type { JWK } from 'jose'
import pg from 'pg'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { makeDataFolder } from './data-folder.ts'
import { fillMarket, MARKET, personId } from './market.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'

/** The product's connections for requests; every rival has the same number. */
export const CONNECTIONS = 16

/** A market on its own data folder, whose keys the benchmark has. */
export interface Site {
  origin: string
  dataDir: string
  publishableKey: string
  secretKey: string
  publicKey: JWK
  /** Signs its access tokens. */
  issuer: string
  /** Signs an access token that is valid for an hour. */
  tokenOf(userId: string): Promise<string>
  start(options?: Partial<Pick<ProductOptions, 'environment' | 'nodeOptions'>>): Promise<Product>
}

/** The built product, running on a filled market; most benchmarks use this. */
export interface Bench extends Site {
  product: Product
  owner: pg.Pool
  ownerConnectionString: string
  /** Access tokens by person number. */
  tokens: string[]
}

/** An empty site in a folder that is removed at the end. */
export async function withSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  const dataDir = await makeDataFolder('market')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { environment: fixed, ...keys } = await newSiteKeys(origin)
  try {
    return await work({
      origin,
      dataDir,
      ...keys,
      start: ({ environment, ...options } = {}) =>
        startProduct({ ...options, dataDir, port, environment: { ...fixed, ...environment } }),
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Keys of a site, and the environment that gives them to its processes. */
export async function newSiteKeys(origin: string) {
  const [publishableKey, secretKey] = [newPublishableKey(), newSecretKey()]
  const key = await generateSigningKey()
  const issuer = `${origin}/auth/v1`
  const { sign, publicJwks } = await loadSigningKeys({ keys: [key] }, { issuer })
  return {
    publishableKey,
    secretKey,
    issuer,
    publicKey: publicJwks().keys[0] ?? {},
    environment: {
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      JWT_KEYS: JSON.stringify({ keys: [key] }),
      DATABASE_CONNECTIONS: String(CONNECTIONS),
      // On a busy machine requests should be slow rather than fail.
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      DATABASE_LOCK_TIMEOUT_MS: '60000',
    },
    tokenOf(sub: string) {
      const now = Math.floor(Date.now() / 1000)
      const claims = { role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 3600, sub }
      return sign({ ...claims, session_id: crypto.randomUUID() })
    },
  }
}

/** Builds if necessary, and fills the market of `market.ts` before the work begins. */
export async function withFilledSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  return withSite(async (site) => {
    const product = await site.start()
    const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
    try {
      await owner.connect()
      await fillMarket(owner)
    } finally {
      await owner.end()
      await product.stop()
    }
    return work(site)
  })
}

/** One run of the product on a filled site. */
export async function withBench<T>(
  site: Site,
  options: Parameters<Site['start']>[0],
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const tokens = await Promise.all(Array.from({ length: MARKET.people }, (_, number) => site.tokenOf(personId(number))))
  const product = await site.start(options)
  const ownerConnectionString = product.ownerConnectionString()
  const owner = new pg.Pool({ connectionString: ownerConnectionString, max: 4 })
  owner.on('error', () => undefined)
  try {
    return await work({ ...site, product, owner, ownerConnectionString, tokens })
  } finally {
    await owner.end()
    await product.stop()
  }
}
