import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#config'
import type { Logger } from '#platform/http/request-log.ts'
import { serveMetrics } from '#platform/metrics/metrics-endpoint.ts'
import type { Database } from '#platform/postgres/database.ts'
import { instrumentDatabase } from '#platform/postgres/instrumented-database.ts'
import { readRelease } from '#platform/postgres/migrations/release.ts'
import { setTracer } from '#platform/traces/spans.ts'
import { traceTransactions } from '#platform/traces/trace-transactions.ts'
import type { MainDeps } from '../main.ts'
import type { Closers } from './lifecycle.ts'

/**
 * Adds metrics and, where configured, traces. Disabled in development, where Vite replaces the modules on each edit.
 */
export async function instrument(deps: MainDeps, closers: Closers): Promise<MainDeps> {
  const { config, database, migrations } = deps
  const { openMetrics } = await import('./metrics/metrics.ts')
  const release = await readRelease()
  const metrics = openMetrics({
    migrations,
    release,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
    database: await withTraces({ database, config, version: release.version }, closers),
  })
  // With several processes, the main one owns the metrics port.
  if (!cluster.isWorker) await serveMetricsPort(deps, metrics.text, closers)
  return { ...deps, database: metrics.database, metrics }
}

interface MetricsPortDeps {
  config: Config
  log: Logger
}

/** For the main process: the sums of what its workers count. */
export async function serveWorkerMetrics(deps: MetricsPortDeps, closers: Closers): Promise<void> {
  const { aggregateWorkerMetrics } = await import('#platform/metrics/across-workers.ts')
  await serveMetricsPort(deps, aggregateWorkerMetrics(), closers)
}

async function serveMetricsPort(
  { config, log }: MetricsPortDeps,
  readMetrics: () => Promise<string>,
  closers: Closers,
): Promise<void> {
  if (!config.metrics) return
  const server = await serveMetrics({
    ...config.metrics,
    readMetrics,
    onBug: (err) => log.error({ err }, 'a request failed'),
  })
  closers.unshift(() => server.stop(0))
}

interface TracedDeps extends Pick<MainDeps, 'database' | 'config'> {
  version: string
}

/** Loads the exporter only where it is used. */
async function withTraces({ database, config, version }: TracedDeps, closers: Closers): Promise<Database> {
  if (!config.traces) return database
  const { openTraces } = await import('#platform/traces/open-traces.ts')
  const { tracer, close } = openTraces({ ...config.traces, version })
  setTracer(tracer)
  // An unreachable collector must not delay the shutdown.
  closers.unshift(() => Promise.race([close(), delay(FLUSH_MS)]))
  return instrumentDatabase(database, traceTransactions)
}

const FLUSH_MS = 2_000
