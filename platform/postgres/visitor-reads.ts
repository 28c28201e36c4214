import pg from 'pg'
import type { Primary } from './primary.ts'
import { columnTypes } from './types.ts'

/** The statement's rows; undefined where it must be run in a transaction of its own, as any other. */
export type VisitorRead = <Row extends pg.QueryResultRow>(statement: VisitorStatement) => Promise<Row[] | undefined>

/** A `select` that returns at least one row. */
interface VisitorStatement {
  text: string
  values: unknown[]
  /** The name under which it is prepared. */
  name?: string
}

interface VisitorReadsOptions {
  primary: Primary
  connections: number
  /** Session settings beyond role and claims, e.g. `search_path`. */
  settings: Record<string, string>
}

interface Line {
  client: pg.Client
  /** When each statement was sent that is not answered yet, oldest first. */
  sent: number[]
  isCorked: boolean
}

/** Whoever takes longer than this starts again on a connection of their own, so that others behind them do not wait. */
const LIMIT_MS = 1_000
/** Statements on one connection; more than that find another way. */
const DEPTH = 16
/** So many go out on one connection in one turn of the event loop before another one is taken. */
const TOGETHER = 6
/** Nobody queues behind a statement that has run for so long. */
const SLOW_MS = 150
const SLOW_KEPT_MS = 60_000
const MAX_SLOW = 1_000
const PAUSE_MS = 1_000

const ROLE = 'anon'
const CLAIMS = JSON.stringify({ role: ROLE })
/** The connection can no longer be used with what it has prepared. */
const STALE = new Set(['0A000', '26000', '42P05'])

/**
 * Read-only connections that are visitors for as long as they last, so that what a visitor reads is one statement in one
 * round trip. Nobody else can be served by them: they are never lent out, no identity can be given, and every statement
 * carries the condition that role, claims and settings are still the visitor's; else it reads nothing, and the connection
 * ends.
 */
export function openVisitorReads(options: VisitorReadsOptions): { read: VisitorRead; close(): Promise<void> } {
  const settings = {
    ...options.settings,
    default_transaction_read_only: 'on',
    'request.jwt.claims': CLAIMS,
    role: ROLE,
  }
  const condition = conditionOf(settings)
  const lines = new Set<Line>()
  const slow = new Map<string, number>()
  let opening = 0
  let pausedUntil = 0
  let isClosed = false

  async function open(): Promise<void> {
    opening += 1
    const { connectionString, Client } = options.primary
    const config = { connectionString, types: columnTypes, pipeline: true, keepAlive: true }
    const client = new Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 4 * LIMIT_MS })
    const line: Line = { client, sent: [], isCorked: false }
    client.on('error', () => lines.delete(line))
    client.on('end', () => lines.delete(line))
    try {
      await client.connect()
      await client.query(settingStatement({ ...settings, statement_timeout: `${LIMIT_MS}ms` }))
      if (isClosed) await client.end()
      else lines.add(line)
    } catch {
      pausedUntil = performance.now() + PAUSE_MS
      client.end().catch(() => undefined)
    } finally {
      opening -= 1
    }
  }

  /**
   * The one that something is about to leave on, because a write costs more than a read; else the one with the least to do. Others are
   * opened while all have something to do.
   */
  function freeLine(): Line | undefined {
    let best: Line | undefined
    for (const line of lines) {
      if (line.isCorked && line.sent.length < TOGETHER) return line
      if (!best || line.sent.length < best.sent.length) best = line
    }
    const wantsMore = !best || best.sent.length > 0
    if (wantsMore && lines.size + opening < options.connections && performance.now() > pausedUntil) void open()
    if (!best || best.sent.length >= DEPTH) return undefined
    return performance.now() - (best.sent[0] ?? Number.POSITIVE_INFINITY) > SLOW_MS ? undefined : best
  }

  function isSlow(text: string): boolean {
    const since = slow.get(text)
    if (since === undefined) return false
    if (performance.now() - since < SLOW_KEPT_MS) return true
    slow.delete(text)
    return false
  }

  function drop(line: Line): void {
    lines.delete(line)
    line.client.end().catch(() => undefined)
  }

  function note(error: unknown, { line, text }: { line: Line; text: string }): void {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (code === '57014') {
      if (slow.size >= MAX_SLOW) slow.clear()
      slow.set(text, performance.now())
    } else if (code === '' || STALE.has(code)) drop(line)
  }

  return {
    async read({ text, values, name }) {
      if (isClosed || isSlow(text)) return undefined
      const line = freeLine()
      if (!line) return undefined
      line.sent.push(performance.now())
      joinWrites(line)
      try {
        const guarded = `select v.* from (${text}) as v where ${condition}`
        const { rows } = await line.client.query({ ...(name !== undefined && { name }), text: guarded, values })
        if (rows.length > 0) return rows
        drop(line)
      } catch (error) {
        note(error, { line, text })
      } finally {
        line.sent.shift()
      }
      return undefined
    },
    async close() {
      isClosed = true
      await Promise.all([...lines].map(({ client }) => client.end().catch(() => undefined)))
    },
  }
}

/** All that is asked for while one turn of the event loop lasts goes out in one write, a read's largest cost. */
function joinWrites(line: Line): void {
  if (line.isCorked) return
  const { stream } = line.client.connection
  line.isCorked = true
  stream.cork()
  setImmediate(() => {
    line.isCorked = false
    stream.uncork()
  })
}

function settingStatement(settings: Record<string, string>): { text: string; values: string[] } {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  return { text: `select ${calls.join(', ')}`, values: Object.entries(settings).flat() }
}

/** PostgreSQL looks at this once, before it reads a row. */
function conditionOf(settings: Record<string, string>): string {
  const kept = Object.entries(settings).map(
    ([name, value]) => `current_setting(${pg.escapeLiteral(name)}, true) = ${pg.escapeLiteral(value)}`,
  )
  return [`current_user = '${ROLE}'`, `current_setting('transaction_read_only') = 'on'`, ...kept].join(' and ')
}
