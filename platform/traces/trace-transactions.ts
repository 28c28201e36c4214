import type { WatchTransactions } from '../postgres/watched-database.ts'
import { openSpan } from './spans.ts'

/** One span per transaction, with its connection pool and how long it waited for a connection. */
export const traceTransactions: WatchTransactions = ({ lane, readOnly }) => {
  const requestedAt = performance.now()
  const span = openSpan('transaction', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', lane, 'read.only': readOnly },
  })
  return {
    entered: () => span?.set({ 'waited.ms': Math.round(performance.now() - requestedAt) }),
    ended: (error) => span?.end(error),
  }
}
