import type { WatchTransactions } from '../postgres/watched-database.ts'
import { openSpan } from './spans.ts'

/** One span a transaction: its lane, and how long it waited for its connection. */
export const traceTransactions: WatchTransactions = ({ lane, readOnly }) => {
  const askedAt = performance.now()
  const span = openSpan('transaction', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', lane, 'read.only': readOnly },
  })
  return {
    entered: () => span?.set({ 'waited.ms': Math.round(performance.now() - askedAt) }),
    ended: (error) => span?.end(error),
  }
}
