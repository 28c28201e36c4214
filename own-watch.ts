import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '#platform/http/request-log.ts'
import { serveMetrics } from '#platform/metrics/metrics-door.ts'
import type { Database } from '#platform/postgres/database.ts'
import { releaseOf } from '#platform/postgres/release.ts'
import { watchedDatabase } from '#platform/postgres/watched-database.ts'
import { keepSpans } from '#platform/traces/spans.ts'
import { traceTransactions } from '#platform/traces/trace-transactions.ts'
import type { Config } from './config.ts'
import type { MainDeps } from './main.ts'

type Closers = (() => Promise<void>)[]

/** The same market, which is counted and, where somebody wants that, traced. Not below Vite, which makes it anew while one edits. */
export async function watched(deps: MainDeps, closers: Closers): Promise<MainDeps> {
  const { config, database, migrations } = deps
  const { openOwnMetrics } = await import('./own-metrics.ts')
  const release = await releaseOf()
  const metrics = openOwnMetrics({
    migrations,
    release,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
    database: await withTraces({ database, config, version: release.version }, closers),
  })
  // Of several processes, the one that keeps them has the port.
  if (!cluster.isWorker) await openPort(deps, metrics.text, closers)
  return { ...deps, database: metrics.database, metrics }
}

interface Kept {
  config: Config
  log: Logger
}

/** In the process that keeps others: shows what all of them have counted. */
export async function watchWorkers(kept: Kept, closers: Closers): Promise<void> {
  const { metricsOfWorkers } = await import('#platform/metrics/across-workers.ts')
  await openPort(kept, metricsOfWorkers(), closers)
}

async function openPort({ config, log }: Kept, text: () => Promise<string>, closers: Closers): Promise<void> {
  if (!config.metrics) return
  const door = await serveMetrics({ ...config.metrics, text, onBug: (err) => log.error({ err }, 'a request failed') })
  closers.unshift(() => door.stop(0))
}

interface Traced extends Pick<MainDeps, 'database' | 'config'> {
  version: string
}

/** What sends traces is loaded here and nowhere else. */
async function withTraces({ database, config, version }: Traced, closers: Closers): Promise<Database> {
  if (!config.traces) return database
  const { openTraces } = await import('#platform/traces/open-traces.ts')
  const { tracer, close } = openTraces({ ...config.traces, version })
  keepSpans(tracer)
  // A collector that is away holds nothing up.
  closers.unshift(() => Promise.race([close(), delay(LAST_SPANS_MS)]))
  return watchedDatabase(database, traceTransactions)
}

const LAST_SPANS_MS = 2_000
