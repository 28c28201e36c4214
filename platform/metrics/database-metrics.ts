import { Counter, Histogram, type Registry } from 'prom-client'
import { isConnectionLost } from '#platform/postgres/connections/connection-lost.ts'
import { NoFreeConnection } from '#platform/postgres/connections/connection-pools.ts'
import type { ObserveTransaction } from '#platform/postgres/instrumented-database.ts'
import { readSqlError } from '#platform/postgres/sqlstate.ts'
import { exposeGauge } from './registry.ts'

const FAILURES = ['statement_timeout', 'lock_timeout', 'conflict', 'connection_lost', 'no_free_connection'] as const
type Failure = (typeof FAILURES)[number]

const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

/**
 * Counts transactions by connection pool: running, queued, their queueing time and duration, and failures by reason.
 * The pool is the label `lane`, which is a priority lane in the metrics of mails.
 */
export function countTransactions(registry: Registry, { connections }: { connections: number }): ObserveTransaction {
  const inUse = new Map<string, number>()
  const waiting = new Map<string, number>()
  const add = (counts: Map<string, number>, pool: string, by: 1 | -1) => counts.set(pool, (counts.get(pool) ?? 0) + by)
  const shared = { registers: [registry], labelNames: ['lane'], buckets: BUCKETS }
  const waits = new Histogram({
    ...shared,
    name: 'database_connection_wait_seconds',
    help: 'How long transactions waited for a connection, by pool.',
  })
  const durations = new Histogram({
    ...shared,
    name: 'database_transaction_duration_seconds',
    help: 'How long transactions held a connection, by pool.',
  })
  const failures = new Counter({
    name: 'database_failures_total',
    help: 'Transactions that failed because of the database rather than the caller.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of FAILURES) failures.inc({ reason }, 0)
  const label = 'lane'
  exposeGauge(
    registry,
    { name: 'database_transactions_running', help: 'Transactions with a connection.', label },
    () => inUse,
  )
  exposeGauge(
    registry,
    { name: 'database_transactions_waiting', help: 'Transactions queued for a connection.', label },
    () => waiting,
  )
  const maximum = { name: 'database_request_connections_max', help: 'Maximum connections for requests.' }
  exposeGauge(registry, maximum, () => connections)

  return ({ pool }) => {
    const requestedAt = performance.now()
    let connectedAt: number | undefined
    add(waiting, pool, 1)
    return {
      connected() {
        connectedAt = performance.now()
        add(waiting, pool, -1)
        add(inUse, pool, 1)
        waits.observe({ lane: pool }, (connectedAt - requestedAt) / 1_000)
      },
      ended(error) {
        if (connectedAt === undefined) add(waiting, pool, -1)
        else {
          add(inUse, pool, -1)
          durations.observe({ lane: pool }, (performance.now() - connectedAt) / 1_000)
        }
        const reason = error === undefined ? undefined : failureOf(error)
        if (reason) failures.inc({ reason })
      },
    }
  }
}

const BY_SQLSTATE: Record<string, Failure> = {
  '57014': 'statement_timeout',
  '55P03': 'lock_timeout',
  '40001': 'conflict',
  '40P01': 'conflict',
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NoFreeConnection) return 'no_free_connection'
  return BY_SQLSTATE[readSqlError(error)?.code ?? ''] ?? (isConnectionLost(error) ? 'connection_lost' : undefined)
}
