import type { ObserveTransaction } from '#platform/postgres/instrumented-database.ts'
import { openSpan } from './spans.ts'

/** One span per transaction, with its connection pool and how long it waited for a connection. */
export const traceTransactions: ObserveTransaction = ({ pool, readOnly }) => {
  const requestedAt = performance.now()
  const span = openSpan('transaction', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', lane: pool, 'read.only': readOnly },
  })
  return {
    connected: () => span?.set({ 'waited.ms': Math.round(performance.now() - requestedAt) }),
    ended: (error) => span?.end(error),
  }
}
