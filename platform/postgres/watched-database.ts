import type pg from 'pg'
import type { Database } from './database.ts'

/** Hears of one transaction. */
interface TransactionWatch {
  /** It has got its connection. */
  entered(): void
  /** It is over; with the reason if it failed. */
  ended(error?: unknown): void
}

/** Is told of each transaction as it is asked for. */
export type WatchTransactions = (about: { lane: string; readOnly: boolean }) => TransactionWatch

/** The same database, of which somebody hears who waits, for how long, and what became of it; never what is asked or answered. */
export function watchedDatabase(database: Database, watch: WatchTransactions, lane = 'reads'): Database {
  return {
    async as(identity, work, options) {
      const seen = watch({ lane, readOnly: options?.readOnly === true })
      return ending(
        seen,
        database.as(
          identity,
          (tx, sendCommit) => {
            seen.entered()
            return work(tx, sendCommit)
          },
          options,
        ),
      )
    },
    visitorReads(settings) {
      const read = database.visitorReads(settings)
      return <Row extends pg.QueryResultRow>(statement: Parameters<typeof read>[0]) => {
        const seen = watch({ lane: 'visitors', readOnly: true })
        seen.entered()
        return ending(seen, read<Row>(statement))
      }
    },
    aside: database.aside,
    listen: database.listen,
    waiting: database.waiting,
    ...(database.readFigures && { readFigures: database.readFigures }),
    lane: (name) => watchedDatabase(database.lane(name), watch, name),
    close: () => database.close(),
  }
}

async function ending<T>(seen: TransactionWatch, outcome: Promise<T>): Promise<T> {
  try {
    const result = await outcome
    seen.ended()
    return result
  } catch (error) {
    seen.ended(error)
    throw error
  }
}
