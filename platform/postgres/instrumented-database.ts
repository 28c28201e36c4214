import type pg from 'pg'
import type { Database } from './database.ts'

/** Observes one transaction. */
interface TransactionObserver {
  /** Called when it has its connection. */
  connected(): void
  /** Called when it ends; with the error if it failed. */
  ended(error?: unknown): void
}

/** Called when a transaction is requested. */
export type ObserveTransaction = (about: { pool: string; readOnly: boolean }) => TransactionObserver

/**
 * The same database, with an observer for each transaction's queueing, duration and outcome; it never sees statements
 * or results.
 */
export function instrumentDatabase(database: Database, observe: ObserveTransaction, pool = 'reads'): Database {
  return {
    async as(identity, work, options) {
      const observer = observe({ pool, readOnly: options?.readOnly === true })
      return observeEnd(
        observer,
        database.as(
          identity,
          (tx, sendCommit) => {
            observer.connected()
            return work(tx, sendCommit)
          },
          options,
        ),
      )
    },
    anonymousQueries(settings) {
      const read = database.anonymousQueries(settings)
      return <Row extends pg.QueryResultRow>(statement: Parameters<typeof read>[0]) => {
        const observer = observe({ pool: 'visitors', readOnly: true })
        observer.connected()
        return observeEnd(observer, read<Row>(statement))
      }
    },
    queryReserved: database.queryReserved,
    listen: database.listen,
    waiting: database.waiting,
    ...(database.readStats && { readStats: database.readStats }),
    pool: (name) => instrumentDatabase(database.pool(name), observe, name),
    close: () => database.close(),
  }
}

async function observeEnd<T>(observer: TransactionObserver, pending: Promise<T>): Promise<T> {
  try {
    const result = await pending
    observer.ended()
    return result
  } catch (error) {
    observer.ended(error)
    throw error
  }
}
