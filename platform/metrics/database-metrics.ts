import { Counter, Histogram, type Registry } from 'prom-client'
import { isConnectionLost } from '../postgres/connection-lost.ts'
import { NoFreeConnection } from '../postgres/lanes.ts'
import { readSqlError } from '../postgres/sqlstate.ts'
import type { WatchTransactions } from '../postgres/watched-database.ts'
import { show } from './registry.ts'

const FAILURES = ['statement_timeout', 'lock_timeout', 'conflict', 'connection_lost', 'no_free_connection'] as const
type Failure = (typeof FAILURES)[number]

const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

/** Counts transactions by lane: how many have a connection, how many wait for one, how long that took, and why they failed. */
export function countTransactions(registry: Registry, { connections }: { connections: number }): WatchTransactions {
  const inUse = new Map<string, number>()
  const waiting = new Map<string, number>()
  const step = (counts: Map<string, number>, lane: string, by: 1 | -1) => counts.set(lane, (counts.get(lane) ?? 0) + by)
  const shared = { registers: [registry], labelNames: ['lane'], buckets: BUCKETS }
  const waits = new Histogram({
    ...shared,
    name: 'database_connection_wait_seconds',
    help: 'How long transactions waited for a connection, by lane.',
  })
  const durations = new Histogram({
    ...shared,
    name: 'database_transaction_duration_seconds',
    help: 'How long transactions held a connection, by lane.',
  })
  const failures = new Counter({
    name: 'database_failures_total',
    help: 'Transactions that failed for a reason of the database, not of the caller.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of FAILURES) failures.inc({ reason }, 0)
  const lane = 'lane'
  show(
    registry,
    { name: 'database_transactions_running', help: 'Transactions with a connection.', label: lane },
    () => inUse,
  )
  show(
    registry,
    { name: 'database_transactions_waiting', help: 'Transactions that wait for one.', label: lane },
    () => waiting,
  )
  const most = { name: 'database_request_connections_max', help: 'Connections for requests that may be open.' }
  show(registry, most, () => connections)

  return ({ lane }) => {
    const askedAt = performance.now()
    let enteredAt: number | undefined
    step(waiting, lane, 1)
    return {
      entered() {
        enteredAt = performance.now()
        step(waiting, lane, -1)
        step(inUse, lane, 1)
        waits.observe({ lane }, (enteredAt - askedAt) / 1_000)
      },
      ended(error) {
        if (enteredAt === undefined) step(waiting, lane, -1)
        else {
          step(inUse, lane, -1)
          durations.observe({ lane }, (performance.now() - enteredAt) / 1_000)
        }
        const reason = error === undefined ? undefined : failureOf(error)
        if (reason) failures.inc({ reason })
      },
    }
  }
}

const BY_STATE: Record<string, Failure> = {
  '57014': 'statement_timeout',
  '55P03': 'lock_timeout',
  '40001': 'conflict',
  '40P01': 'conflict',
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NoFreeConnection) return 'no_free_connection'
  return BY_STATE[readSqlError(error)?.code ?? ''] ?? (isConnectionLost(error) ? 'connection_lost' : undefined)
}
