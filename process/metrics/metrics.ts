import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { backupMetrics } from '#platform/backups/backup-metrics.ts'
import { countJobs } from '#platform/jobs/job-metrics.ts'
import { jobQueueMetrics } from '#platform/jobs/job-queue-metrics.ts'
import type { JobsOptions } from '#platform/jobs/start-jobs.ts'
import { mailMetrics } from '#platform/mail/mail-metrics.ts'
import { metricsFromMain } from '#platform/metrics/across-workers.ts'
import { countTransactions } from '#platform/metrics/database-metrics.ts'
import { exposeGaugeQueries } from '#platform/metrics/gauge-queries.ts'
import { countResponses } from '#platform/metrics/http-metrics.ts'
import { exposeGauge, openRegistry } from '#platform/metrics/registry.ts'
import type { Database } from '#platform/postgres/database.ts'
import { instrumentDatabase } from '#platform/postgres/instrumented-database.ts'
import type { Release } from '#platform/postgres/migrations/release.ts'
import { marketMetrics } from '#server/market-metrics.ts'
import { exposeSubsystems, type Subsystems } from './subsystem-metrics.ts'

interface MetricsDeps {
  database: Database
  connections: number
  dataDir: string
  /** Names of all migrations of this version, in order. */
  migrations: readonly string[]
  release: Release
}

export type Metrics = ReturnType<typeof openMetrics>

/** Counters of this process, and gauges that query the database at each scrape (docs/operating/metrics.md). */
export function openMetrics({ database, connections, dataDir, migrations, release }: MetricsDeps) {
  const registry = openRegistry()
  const watched = instrumentDatabase(database, countTransactions(registry, { connections }))
  // Uses the uninstrumented client, so that a scrape does not change the metrics.
  const queries = [jobQueueMetrics, mailMetrics, backupMetrics, marketMetrics]
  exposeGaugeQueries(registry, { database: database.pool('work'), queries })
  new Gauge({
    name: 'build_info',
    help: 'The running version, its last migration, and the previous version that is compatible with its database.',
    labelNames: ['version', 'migration', 'former'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: release.version, migration: migrations.at(-1) ?? 'none', former: release.previous ?? 'none' }, 1)
  const faults = new Counter({
    name: 'faults_total',
    help: 'Lines "a fault" in the log: something outside failed, or a bug.',
    registers: [registry],
  })
  showDisk(registry, dataDir)
  return {
    /** Prometheus' text format; the sums of all workers where there are several. */
    text: cluster.isWorker ? metricsFromMain(registry) : () => registry.metrics(),
    /** The database, with its transactions counted. */
    database: watched,
    onResponse: countResponses(registry, routeOf),
    routeOf,
    noteFault: () => faults.inc(),
    countJobs: (work: Pick<JobsOptions, 'tasks' | 'crontab'>) => countJobs(registry, work),
    exposeSubsystems: (subsystems: Subsystems) => exposeSubsystems(registry, subsystems),
  }
}

/** Path prefixes, and the route label of their responses. */
const ROUTES: [string, string][] = [
  ['/rest/v1/', 'rest'],
  ['/auth/v1/', 'auth'],
  ['/functions/v1/', 'command'],
  ['/storage/v1/', 'files'],
  ['/realtime/v1/', 'realtime'],
  ['/webhooks/', 'webhook'],
  ['/assets/', 'asset'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
  ['/dev/', 'dev'],
]

function routeOf(path: string): string {
  const found = ROUTES.find(([prefix]) => path.startsWith(prefix))?.[1]
  if (found) return found
  if (path.endsWith('.data')) return 'page-data'
  return /\.\w+$/.test(path) ? 'file' : 'page'
}

function showDisk(registry: Registry, dataDir: string): void {
  const disk = async () => statfs(dataDir).catch(() => undefined)
  const free = { name: 'data_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.', aggregator: 'min' } as const
  const size = { name: 'data_disk_size_bytes', help: 'Size of the disk of DATA_DIR.', aggregator: 'min' } as const
  exposeGauge(registry, free, async () => {
    const found = await disk()
    return found && found.bavail * found.bsize
  })
  exposeGauge(registry, size, async () => {
    const found = await disk()
    return found && found.blocks * found.bsize
  })
}
