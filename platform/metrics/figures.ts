import type pg from 'pg'
import type { Registry } from 'prom-client'
import { type Database, SERVICE } from '../postgres/database.ts'
import { type Readings, show } from './registry.ts'

/** Numbers that only the database knows, read by one statement. */
export interface Figures {
  gauges: Record<string, { help: string; label?: string }>
  read(tx: pg.ClientBase): Promise<{ rows: Sample[] }>
}

interface Sample {
  /** One of the gauges. */
  name: string
  label: string | null
  value: number
}

interface FiguresOptions {
  database: Pick<Database, 'as'>
  figures: readonly Figures[]
  /** However often somebody looks, the database is asked no more often than this. */
  everyMs?: number
  /** Whoever looks waits no longer for it. */
  limitMs?: number
}

type Read = ReadonlyMap<string, Readings>

/** Shows them. While the database does not answer they are missing, all else is shown, and `database_up` is 0. */
export function showFigures(registry: Registry, options: FiguresOptions): void {
  const { everyMs = 15_000, limitMs = 2_000, figures } = options
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Read | undefined> = Promise.resolve(undefined)
  const current = () => {
    if (performance.now() - readAt >= everyMs) {
      readAt = performance.now()
      reading = inTime(readAll(options, limitMs), limitMs)
    }
    return reading
  }
  const up = {
    name: 'database_up',
    help: '1 if the database answered when it was last asked.',
    together: 'min',
  } as const
  show(registry, up, async () => ((await current()) ? 1 : 0))
  for (const [name, about] of figures.flatMap(({ gauges }) => Object.entries(gauges))) {
    // All processes of one start read the same rows.
    show(registry, { name, ...about, together: 'max' }, async () => (await current())?.get(name))
  }
}

/** Undefined if the database does not answer, or not in time. */
async function inTime(reading: Promise<Read>, limitMs: number): Promise<Read | undefined> {
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

function readAll({ database, figures }: FiguresOptions, limitMs: number): Promise<Read> {
  return database.as(
    SERVICE,
    async (tx) => {
      const read = new Map<string, Readings>()
      const all = await Promise.all(figures.map((one) => one.read(tx)))
      for (const { name, label, value } of all.flatMap(({ rows }) => rows)) note(read, { name, label, value })
      return read
    },
    { readOnly: true, statementTimeoutMs: limitMs, lockTimeoutMs: 100 },
  )
}

function note(read: Map<string, Readings>, { name, label, value }: Sample): void {
  if (label === null) read.set(name, value)
  else read.set(name, new Map([...((read.get(name) as ReadonlyMap<string, number>) ?? []), [label, value]]))
}
