import type pg from 'pg'
import type { Registry } from 'prom-client'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { exposeGauge, type MetricValues } from './registry.ts'

/** Gauges that one SQL statement reads from the database; `process/metrics/metrics.ts` lists them. */
export interface GaugeQuery {
  gauges: Record<string, { help: string; label?: string }>
  read(tx: pg.ClientBase): Promise<{ rows: GaugeSample[] }>
}

interface GaugeSample {
  /** Name of one of the gauges. */
  name: string
  label: string | null
  value: number
}

interface GaugeQueriesOptions {
  database: Pick<Database, 'as'>
  queries: readonly GaugeQuery[]
  /** Minimum interval between two queries, in ms, however often metrics are scraped. */
  everyMs?: number
  /** Timeout of the query in ms. */
  limitMs?: number
}

type GaugeValues = ReadonlyMap<string, MetricValues>

/**
 * Registers the gauges. While the database doesn't respond they are missing, all other metrics remain, and
 * `database_up` is 0.
 */
export function exposeGaugeQueries(registry: Registry, options: GaugeQueriesOptions): void {
  const { everyMs = 15_000, limitMs = 2_000, queries } = options
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<GaugeValues | undefined> = Promise.resolve(undefined)
  const current = () => {
    if (performance.now() - readAt >= everyMs) {
      readAt = performance.now()
      reading = withTimeout(readAll(options, limitMs), limitMs)
    }
    return reading
  }
  const up = {
    name: 'database_up',
    help: '1 if the database responded to the last query.',
    aggregator: 'min',
  } as const
  exposeGauge(registry, up, async () => ((await current()) ? 1 : 0))
  for (const [name, about] of queries.flatMap(({ gauges }) => Object.entries(gauges))) {
    // All workers read the same rows.
    exposeGauge(registry, { name, ...about, aggregator: 'max' }, async () => (await current())?.get(name))
  }
}

/** Undefined if the query fails or times out. */
async function withTimeout(reading: Promise<GaugeValues>, limitMs: number): Promise<GaugeValues | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined)
  })
  try {
    return await Promise.race([reading, tooLate])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function readAll({ database, queries }: GaugeQueriesOptions, limitMs: number): Promise<GaugeValues> {
  return database.as(
    SERVICE,
    async (tx) => {
      const read = new Map<string, MetricValues>()
      const all = await Promise.all(queries.map((one) => one.read(tx)))
      for (const { name, label, value } of all.flatMap(({ rows }) => rows)) addSample(read, { name, label, value })
      return read
    },
    { readOnly: true, statementTimeoutMs: limitMs, lockTimeoutMs: 100 },
  )
}

function addSample(read: Map<string, MetricValues>, { name, label, value }: GaugeSample): void {
  if (label === null) read.set(name, value)
  else read.set(name, new Map([...((read.get(name) as ReadonlyMap<string, number>) ?? []), [label, value]]))
}
