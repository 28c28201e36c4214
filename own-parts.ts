import type { Registry } from 'prom-client'
import type { Admission } from '#platform/http/admission.ts'
import type { Queue } from '#platform/http/queue.ts'
import type { Counts } from '#platform/kept-answers/store.ts'
import { show, showCount } from '#platform/metrics/registry.ts'
import type { ReadFigures } from '#platform/postgres/read-figures.ts'
import type { Asker } from './own-admission.ts'

/** What the parts of a process know of themselves; undefined where the operator wants such a part not to be. */
export interface Parts {
  app(): Record<string, number | undefined>
  kept: (() => Counts) | undefined
  admission: Admission<Asker>['counts'] | undefined
  queues: Record<string, Queue>
  reads: (() => ReadFigures) | undefined
  isLeaving(): boolean
}

/** Shows it whenever somebody looks. */
export function showParts(registry: Registry, { app, kept, admission, queues, reads, isLeaving }: Parts): void {
  for (const [name, help] of Object.entries(OF_THE_APP)) show(registry, { name, help }, () => app()[name])
  show(registry, MAIL_SERVER, () => app()[MAIL_SERVER.name])
  show(registry, TAKES_REQUESTS, () => (isLeaving() ? 0 : 1))
  showQueues(registry, queues)
  if (kept) showKept(registry, kept)
  if (admission) showAdmission(registry, admission)
  if (reads) showReads(registry, reads)
}

const TAKES_REQUESTS = { name: 'process_takes_requests', help: '0 while the process is leaving.' }

/** Missing where mails are kept, and until the server was tried. */
const MAIL_SERVER = {
  name: 'mail_server_up',
  help: '0 while the mail server does not let this process in; tried at the start and every 20 seconds.',
  together: 'min',
} as const

const OF_THE_APP = {
  realtime_connections: 'Websockets that are open.',
  realtime_channels: 'Channels on which somebody listens.',
  sessions_read_age_seconds: 'How old the list of ended sessions is; past 4 seconds nobody who is signed in is served.',
}

const OF_KEPT_ANSWERS = {
  hits: 'Answers from memory.',
  misses: 'Answers that memory did not have.',
  drops: 'Answers that memory let go because what they show had changed.',
  copies: 'Last copies of pages that were shown because nothing newer could be made.',
}

function showKept(registry: Registry, kept: () => Counts): void {
  show(registry, { name: 'kept_answers_bytes', help: 'Memory that kept answers take.' }, () => kept().bytes)
  for (const [what, help] of Object.entries(OF_KEPT_ANSWERS)) {
    const name = `kept_answers_${what}_total`
    showCount(registry, { name, help }, () => kept()[what as keyof typeof OF_KEPT_ANSWERS])
  }
}

function showAdmission(registry: Registry, counts: Admission<Asker>['counts']): void {
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

function showQueues(registry: Registry, queues: Parts['queues']): void {
  const readings = (read: (queue: Queue) => number) => () =>
    new Map(Object.entries(queues).map(([name, queue]) => [name, read(queue)]))
  const count = { name: 'queue_waiting', help: 'How many wait, by what they wait for.', label: 'queue' }
  show(
    registry,
    count,
    readings((queue) => queue.waiting().count),
  )
  const longest = {
    ...{ name: 'queue_oldest_waiting_seconds', help: 'How long whoever came first has waited.', label: 'queue' },
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
    ...{ name: 'database_standby_lag_seconds', help: 'How far it is behind; missing while nobody knows.', label },
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
