import type { Registry } from 'prom-client'
import type { Admission } from '#platform/http/admission.ts'
import type { Queue } from '#platform/http/queue.ts'
import { show, showCount } from '#platform/metrics/registry.ts'
import type { ReadFigures } from '#platform/postgres/read-figures.ts'
import type { CacheCounts } from '#platform/response-cache/store.ts'
import type { RequestClass } from './admission.ts'

/** Sources of the process's own metrics; undefined for a subsystem that the operator has switched off. */
export interface Subsystems {
  app(): Record<string, number | undefined>
  cache: (() => CacheCounts) | undefined
  admission: Admission<RequestClass>['counts'] | undefined
  queues: Record<string, Queue>
  reads: (() => ReadFigures) | undefined
  isLeaving(): boolean
}

/** Registers metrics that read their subsystem at each scrape. */
export function exposeSubsystems(
  registry: Registry,
  { app, cache, admission, queues, reads, isLeaving }: Subsystems,
): void {
  for (const [name, help] of Object.entries(APP_METRICS)) show(registry, { name, help }, () => app()[name])
  show(registry, MAIL_SERVER, () => app()[MAIL_SERVER.name])
  show(registry, TAKES_REQUESTS, () => (isLeaving() ? 0 : 1))
  showQueues(registry, queues)
  if (cache) showCache(registry, cache)
  if (admission) showAdmission(registry, admission)
  if (reads) showReads(registry, reads)
}

const TAKES_REQUESTS = { name: 'process_takes_requests', help: '0 while the process is leaving.' }

/** Missing without a mail server, and until it was tried. */
const MAIL_SERVER = {
  name: 'mail_server_up',
  help: '0 while the mail server does not let this process in; tried at the start and every 20 seconds.',
  together: 'min',
} as const

const APP_METRICS = {
  realtime_connections: 'Websockets that are open.',
  realtime_channels: 'Channels on which somebody listens.',
  sessions_read_age_seconds: 'How old the list of ended sessions is; past 4 seconds nobody who is signed in is served.',
}

const CACHE_METRICS = {
  hits: 'Answers from memory.',
  misses: 'Answers that memory did not have.',
  drops: 'Answers that memory let go because what they show had changed.',
  copies: 'Last copies of pages that were shown because nothing newer could be made.',
}

function showCache(registry: Registry, counts: () => CacheCounts): void {
  show(registry, { name: 'kept_answers_bytes', help: 'Memory that kept answers take.' }, () => counts().bytes)
  for (const [what, help] of Object.entries(CACHE_METRICS)) {
    const name = `kept_answers_${what}_total`
    showCount(registry, { name, help }, () => counts()[what as keyof typeof CACHE_METRICS])
  }
}

function showAdmission(registry: Registry, counts: Admission<RequestClass>['counts']): void {
  const about = {
    name: 'admission_level',
    help: '0 while nobody is turned away, up to 1 while visitors are, up to 2 reads of people too, up to 3 other writes, above 3 joins.',
    together: 'max',
  } as const
  show(registry, about, () => counts().level)
  const byClass = (what: 'admitted' | 'refused') => () => new Map(Object.entries(counts()[what]))
  const label = 'class'
  showCount(registry, { name: 'admission_admitted_total', help: 'Requests let in.', label }, byClass('admitted'))
  showCount(registry, { name: 'admission_refused_total', help: 'Requests turned away.', label }, byClass('refused'))
}

function showQueues(registry: Registry, queues: Subsystems['queues']): void {
  const readings = (read: (queue: Queue) => number) => () =>
    new Map(Object.entries(queues).map(([name, queue]) => [name, read(queue)]))
  const count = { name: 'queue_waiting', help: 'How many wait, by what they wait for.', label: 'queue' }
  show(
    registry,
    count,
    readings((queue) => queue.waiting().count),
  )
  const longest = {
    name: 'queue_oldest_waiting_seconds',
    help: 'Age of the head of the queue.',
    label: 'queue',
    together: 'max',
  } as const
  show(
    registry,
    longest,
    readings((queue) => queue.waiting().waitedMs / 1_000),
  )
}

function showReads(registry: Registry, reads: () => ReadFigures): void {
  const byServer = () => {
    const { standby, primary } = reads()
    return new Map(Object.entries({ standby, primary }))
  }
  const counted = {
    name: 'database_reads_total',
    help: 'Reads that a standby may answer, by who did.',
    label: 'server',
  }
  showCount(registry, counted, byServer)
  const repeated = { name: 'database_reads_repeated_total', help: 'Reads that a standby began and the primary ended.' }
  showCount(registry, repeated, () => reads().repeated)
  const label = 'standby'
  const ready = { name: 'database_standby_ready', help: '1 if it takes reads.', label, together: 'min' } as const
  show(registry, ready, () => new Map(reads().standbys.map(({ name, isReady }) => [name, isReady ? 1 : 0])))
  const lag = {
    name: 'database_standby_lag_seconds',
    help: 'How far it is behind; missing while unknown.',
    label,
    together: 'max',
  } as const
  show(
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
