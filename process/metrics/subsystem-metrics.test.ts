import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupMetrics } from '#platform/backups/backup-metrics.ts'
import { exposeGaugeQueries } from '#platform/metrics/gauge-queries.ts'
import { instrumentDatabase } from '#platform/postgres/instrumented-database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { exposeSubsystems, type Subsystems } from './subsystem-metrics.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const standbys = [
  { name: 'db2:5432', isReady: true, lagMs: 20 },
  { name: 'db3:5432', isReady: false, lagMs: null },
]
const whole: Subsystems = {
  app: () => ({}),
  cache: () => ({ hits: 5, misses: 2, drops: 1, bytes: 900, stale: 3 }),
  admission: () => ({
    level: 1.25,
    waitedMs: 300,
    admitted: { anonymous: 8, reads: 9, writes: 10, joins: 11 },
    refused: { anonymous: 7, reads: 2, writes: 0, joins: 0 },
  }),
  queues: { pages: { waiting: () => ({ count: 4, waitedMs: 1_500 }) } },
  reads: () => ({ standby: 90, primary: 10, repeated: 1, questions: 40, standbys }),
  isLeaving: () => false,
}

async function exposed(parts: Subsystems): Promise<string[]> {
  const registry = new Registry()
  exposeSubsystems(registry, parts)
  return (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
}

test('exposes the metrics of all subsystems', async () => {
  expect(await exposed(whole)).toEqual(
    expect.arrayContaining([
      'process_ready 1',
      'response_cache_hits_total 5',
      'response_cache_stale_total 3',
      'admission_level 1.25',
      'admission_admitted_total{class="joins"} 11',
      'admission_refused_total{class="anonymous"} 7',
      'admission_refused_total{class="joins"} 0',
      'queue_waiting{queue="pages"} 4',
      'queue_oldest_waiting_seconds{queue="pages"} 1.5',
      'database_reads_total{server="standby"} 90',
      'database_reads_total{server="primary"} 10',
      'database_reads_repeated_total 1',
      'database_standby_ready{standby="db2:5432"} 1',
      'database_standby_ready{standby="db3:5432"} 0',
      'database_standby_lag_seconds{standby="db2:5432"} 0.02',
    ]),
  )
})

test('omits the metrics of disabled subsystems and an unknown lag', async () => {
  const lines = await exposed({ ...whole, cache: undefined, admission: undefined, reads: undefined })
  expect(lines.filter((line) => /^(response_cache|admission|database_)/.test(line))).toEqual([])
  expect((await exposed(whole)).some((line) => line.startsWith('database_standby_lag_seconds{standby="db3'))).toBe(
    false,
  )
})

test('an instrumented database still reports where its reads went', () => {
  const reads = () => ({ standby: 1, primary: 0, repeated: 0, questions: 1, standbys: [] })
  const watch = () => ({ connected: () => undefined, ended: () => undefined })
  expect(instrumentDatabase({ ...db.database, readStats: reads }, watch).readStats?.()).toEqual(reads())
  expect(instrumentDatabase(db.database, watch).readStats).toBeUndefined()
})

test('exposes the newest backup, and nothing without one', async () => {
  const lines = async () => {
    const registry = new Registry()
    exposeGaugeQueries(registry, { database: db.database.pool('work'), queries: [backupMetrics] })
    return (await registry.metrics()).split('\n')
  }
  expect(await lines()).toContain('database_up 1')
  expect((await lines()).some((line) => line.startsWith('backup_taken_timestamp_seconds '))).toBe(false)
  await db.owner.query(
    `insert into site.backups (taken_at, bytes, seconds, place)
     select to_timestamp(at), 1, 1, 'x' from unnest(array[1800000000, 1700000000]) one (at)`,
  )
  expect(await lines()).toContain('backup_taken_timestamp_seconds 1800000000')
})
