import type { Registry } from 'prom-client'
import type { Admission } from '#platform/http/guards/admission.ts'
import { exposeCounter, exposeGauge } from '#platform/metrics/registry.ts'
import type { ReadStats } from '#platform/postgres/servers/read-stats.ts'
import type { Queue } from '#platform/queues/queue.ts'
import type { CacheCounts } from '#platform/response-cache/cache-store.ts'
import type { RequestClass } from '../gate/admission.ts'

/** Sources of the process's own metrics; undefined for a subsystem that the operator has switched off. */
export interface Subsystems {
  app(): Record<string, number | undefined>
  cache: (() => CacheCounts) | undefined
  admission: Admission<RequestClass>['counts'] | undefined
  queues: Record<string, Queue>
  reads: (() => ReadStats) | undefined
  isLeaving(): boolean
}

/** Registers metrics that read their subsystem at each scrape. */
export function exposeSubsystems(
  registry: Registry,
  { app, cache, admission, queues, reads, isLeaving }: Subsystems,
): void {
  for (const [name, help] of Object.entries(APP_METRICS)) exposeGauge(registry, { name, help }, () => app()[name])
  exposeGauge(registry, MAIL_SERVER, () => app()[MAIL_SERVER.name])
  exposeGauge(registry, TAKES_REQUESTS, () => (isLeaving() ? 0 : 1))
  showQueues(registry, queues)
  if (cache) showCache(registry, cache)
  if (admission) showAdmission(registry, admission)
  if (reads) showReads(registry, reads)
}

const TAKES_REQUESTS = { name: 'process_ready', help: '0 while the process is shutting down.' }

/** Missing without a mail server, and until the first attempt to connect. */
const MAIL_SERVER = {
  name: 'mail_server_up',
  help: '0 while this process cannot log in to the mail server; tried at startup and every 20 seconds.',
  aggregator: 'min',
} as const

const APP_METRICS = {
  realtime_connections: 'Open websockets.',
  realtime_channels: 'Channels with subscribers.',
  sessions_read_age_seconds: 'Age of the list of ended sessions; above 4 seconds signed-in requests get 503.',
}

const CACHE_METRICS = {
  hits: 'Responses served from the cache.',
  misses: 'Responses that were not in the cache.',
  drops: 'Responses dropped because a table that they depend on had changed.',
  stale: 'Stale copies of pages served because nothing newer could be made.',
}

function showCache(registry: Registry, counts: () => CacheCounts): void {
  exposeGauge(registry, { name: 'response_cache_bytes', help: 'Size of the response cache.' }, () => counts().bytes)
  for (const [what, help] of Object.entries(CACHE_METRICS)) {
    const name = `response_cache_${what}_total`
    exposeCounter(registry, { name, help }, () => counts()[what as keyof typeof CACHE_METRICS])
  }
}

function showAdmission(registry: Registry, counts: Admission<RequestClass>['counts']): void {
  const about = {
    name: 'admission_level',
    help: '0 while no requests are rejected, up to 1 while anonymous reads are, up to 2 signed-in reads, up to 3 other writes, above 3 joins.',
    aggregator: 'max',
  } as const
  exposeGauge(registry, about, () => counts().level)
  const byClass = (what: 'admitted' | 'refused') => () => new Map(Object.entries(counts()[what]))
  const label = 'class'
  exposeCounter(registry, { name: 'admission_admitted_total', help: 'Requests admitted.', label }, byClass('admitted'))
  exposeCounter(registry, { name: 'admission_refused_total', help: 'Requests rejected.', label }, byClass('refused'))
}

function showQueues(registry: Registry, queues: Subsystems['queues']): void {
  const readings = (read: (queue: Queue) => number) => () =>
    new Map(Object.entries(queues).map(([name, queue]) => [name, read(queue)]))
  const count = { name: 'queue_waiting', help: 'Length of the queue.', label: 'queue' }
  exposeGauge(
    registry,
    count,
    readings((queue) => queue.waiting().count),
  )
  const oldest = {
    name: 'queue_oldest_waiting_seconds',
    help: 'Age of the head of the queue.',
    label: 'queue',
    aggregator: 'max',
  } as const
  exposeGauge(
    registry,
    oldest,
    readings((queue) => queue.waiting().waitedMs / 1_000),
  )
}

function showReads(registry: Registry, reads: () => ReadStats): void {
  const byServer = () => {
    const { standby, primary } = reads()
    return new Map(Object.entries({ standby, primary }))
  }
  const counted = {
    name: 'database_reads_total',
    help: 'Reads that a standby may serve, by the server that did.',
    label: 'server',
  }
  exposeCounter(registry, counted, byServer)
  const repeated = {
    name: 'database_reads_repeated_total',
    help: 'Reads that a standby started and the primary finished.',
  }
  exposeCounter(registry, repeated, () => reads().repeated)
  const label = 'standby'
  const ready = { name: 'database_standby_ready', help: '1 if it serves reads.', label, aggregator: 'min' } as const
  exposeGauge(registry, ready, () => new Map(reads().standbys.map(({ name, isReady }) => [name, isReady ? 1 : 0])))
  const lag = {
    name: 'database_standby_lag_seconds',
    help: 'Replay lag; missing while unknown.',
    label,
    aggregator: 'max',
  } as const
  exposeGauge(
    registry,
    lag,
    () =>
      new Map(
        reads().standbys.flatMap(({ name, lagMs }): [string, number][] =>
          lagMs === null ? [] : [[name, lagMs / 1_000]],
        ),
      ),
  )
}
