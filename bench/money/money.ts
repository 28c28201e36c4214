import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { authenticatorUrl } from '#platform/postgres/authenticator.ts'
import { openDatabase, openPool } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { migrate } from '#platform/postgres/migrations/migrate.ts'
import { type Figure, ratio } from '../figure.ts'
import { measureAlternating, type Worker } from '../load.ts'
import { makeDataFolder } from '../market/data-folder.ts'
import { confirmations } from './confirmations.ts'
import { fillMoneyMarket, MONEY_CLIENTS, type MoneyBench } from './money-market.ts'
import { settlements } from './settlements.ts'

const PASSWORD = 'bench'

/** Payments confirmed, a large buy settled, movements posted. In process on both sides: without a network between. */
export async function benchMoney(): Promise<Figure[]> {
  const dataDir = await makeDataFolder('money')
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { connectionString } = postgres
  await migrate({ connectionString, sources: await readDatabaseSources(), authenticatorPassword: PASSWORD })
  const owner = openPool({ connectionString, maxConnections: MONEY_CLIENTS + 2 })
  const database = openDatabase({
    connectionString: authenticatorUrl(connectionString, PASSWORD),
    maxConnections: 16,
    waitMs: 100_000,
  })
  try {
    await fillMoneyMarket(owner)
    const bench = { owner, database }
    return [...(await confirmations(bench)), ...(await settlements(bench)), await postings(bench)]
  } finally {
    await Promise.all([database.close(), owner.end()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * One journal of one movement, against one insert each into tables of the same columns and indexes, without triggers
 * and checks.
 */
async function postings({ owner }: MoneyBench): Promise<Figure> {
  await owner.query(`create schema raw;
    create table raw.journals (like ledger.journals including defaults including indexes);
    create table raw.transfers (like ledger.transfers including defaults including indexes)`)
  const posting = (client: pg.PoolClient) =>
    client.query({
      name: 'post',
      text: 'select ledger.post($1, $2)',
      values: [
        `bench:${randomUUID()}`,
        JSON.stringify([{ kind: 'payment', credit: randomUUID(), amount_kobo: '100' }]),
      ],
    })
  const raw = (client: pg.PoolClient) => {
    const journal = randomUUID()
    return client.query({
      name: 'raw',
      text: `with j as (insert into raw.journals (id, key, content, cause, posted_at) values ($1, $2, $3, 'operator', now()))
        insert into raw.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo)
        values ($4, $1, 1, 'payment', $5, 'gateway', $6, 'escrow', 100)`,
      values: [journal, `bench:${journal}`, Buffer.alloc(32), randomUUID(), GATEWAY, randomUUID()],
    })
  }
  const rates = await measureAlternating(
    [
      { name: 'product', workers: workersOf(owner, posting) },
      { name: 'raw', workers: workersOf(owner, raw) },
    ],
    { rounds: 6, seconds: 1 },
  )
  return ratio('movements posted, against raw inserts of the same rows', rates)
}

const GATEWAY = randomUUID()

function workersOf(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<unknown>): Worker[] {
  return Array.from({ length: MONEY_CLIENTS }, () => async (mayContinue) => {
    const client = await pool.connect()
    let count = 0
    for (; mayContinue(); count++) await act(client)
    client.release()
    return count
  })
}
