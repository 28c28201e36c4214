import { rm } from 'node:fs/promises'
import pg from 'pg'
import { fillMarket } from '#database/seed/fill/fill-market.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { migrate } from '#platform/postgres/migrations/migrate.ts'
import { type Figure, value } from './figure.ts'
import { makeDataFolder } from './market/data-folder.ts'
import { unlessOnce } from './market/once.ts'

const MARKET_SIZE = unlessOnce(
  { orders: 2_000, products: 100_000, people: 500 },
  { orders: 200, products: 500, people: 100 },
)
/**
 * Names, typing errors, names in other languages, units, places, a shop's name, words of a quarter and a third of all
 * products, and a word of none.
 */
const SEARCHES = [
  'garri',
  'gari',
  'tomatos',
  'crayfsh',
  'onoin',
  'palm oyl',
  'ewa',
  'shinkafa',
  'ponmo',
  'ata rodo',
  'ẹ̀fọ́',
  '50kg rice',
  'yam in Abuja',
  'rice lagos',
  'mama sade',
  'oil',
  'vegetables',
  'bag',
  'lagos',
  'zzzz qqq',
  'x'.repeat(100),
]
const TIMES = 5

/**
 * The database's time for a search of each kind at 100,000 products, and for one page of Browse Deals with its count.
 */
export async function benchSearch(): Promise<Figure[]> {
  const dataDir = await makeDataFolder('search')
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
  try {
    const { connectionString } = postgres
    await migrate({ connectionString, sources: await readDatabaseSources(), authenticatorPassword: 'bench' })
    await fillMarket({ connectionString, size: MARKET_SIZE, onStep: (table) => console.log(`fills ${table}`) })
    return await measureSearches(connectionString)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureSearches(connectionString: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('set role anon')
    const all = await timesOf((q) => client.query('select * from public.search($1, 4)', [q]))
    const typing = await timesOf((q) => client.query('select * from public.search($1, 3, true)', [q]))
    const lists = await timesOf(async (q) => {
      const { rows } = await client.query(`select * from public.search_products($1)`, [q])
      await client.query(CARDS, [rows.map(({ id }) => id)])
    })
    const byName = await timesOf((q) => client.query(`select * from public.search_products($1, 'name')`, [q]))
    return [
      ...figures('a search of all kinds among 100,000 products', all),
      ...figures('what is suggested while one types', typing),
      ...figures('one page of Browse Deals, searched and counted', lists),
      ...figures('the same by name, without its cards', byName),
    ]
  } finally {
    await client.end()
  }
}

/** The statement that the table API generates. */
const CARDS = `select p.id, p.name, p.base_price from public.products p join public.vendors v on v.id = p.vendor_id
  where p.archived_at is null and v.status = 'active' and p.id = any ($1)`

/** The best of several for each search, in milliseconds, the quickest first. */
async function timesOf(search: (q: string) => Promise<unknown>): Promise<number[]> {
  const best: number[] = []
  for (const q of SEARCHES) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const since = performance.now()
      await search(q)
      times.push(performance.now() - since)
    }
    const least = Math.min(...times)
    console.log(`${q.slice(0, 30)}: ${least.toFixed(1)} ms`)
    best.push(least)
  }
  return best.sort((one, other) => one - other)
}

const figures = (what: string, times: readonly number[]): Figure[] => [
  value(`${what}, median of ${times.length} searches`, seconds(times[Math.floor(times.length / 2)]), ' s', 0.05),
  value(`${what}, the slowest`, seconds(times.at(-1)), ' s', 0.05),
]

const seconds = (ms = 0): number => Math.round(ms * 10) / 10_000
