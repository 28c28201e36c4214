import type pg from 'pg'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { TransactionOptions } from '#platform/postgres/transaction.ts'
import type { ResultRow } from './read-statement.ts'
import type { BoundStatement } from './statement.ts'

/** Reads one statement; undefined if it must run in a transaction of its own instead. */
type SharedRead = (identity: Identity, statement: BoundStatement) => Promise<ResultRow | undefined>

interface SharedTransactionsOptions {
  database: Pick<Database, 'as'>
  run(tx: pg.ClientBase, statement: BoundStatement): Promise<ResultRow>
  transaction: Omit<TransactionOptions, 'readOnly' | 'pipelinesCommit'>
}

/** The reads of one identity that were requested in this turn of the event loop, by their text and values. */
type Batch = Map<string, QueuedRead>

interface QueuedRead {
  statement: BoundStatement
  result: Promise<ResultRow | undefined>
  resolve(row: ResultRow | undefined): void
}

/**
 * Most reads of one transaction, which run one after the other. A page with more of them uses several connections, so
 * that its slow reads don't wait for each other.
 */
const MAX_READS = 8

/**
 * Runs the reads that one identity requests in one turn of the event loop in one transaction: role, claims and commit
 * are sent once, in one round trip with all statements. A read that is requested twice runs once.
 */
export function openSharedTransactions({ database, run, transaction }: SharedTransactionsOptions): SharedRead {
  const batches = new Map<string, Batch>()

  return (identity, statement) => {
    const person = JSON.stringify([identity.role, identity.claims])
    const batch = batches.get(person) ?? openBatch(person, identity)
    const key = JSON.stringify([statement.text, statement.values])
    const queued = batch.get(key) ?? queueRead(statement)
    batch.set(key, queued)
    // Starts at the end of the turn; the next read begins another batch.
    if (batch.size >= MAX_READS && batches.get(person) === batch) batches.delete(person)
    return queued.result
  }

  function openBatch(person: string, identity: Identity): Batch {
    const batch: Batch = new Map()
    batches.set(person, batch)
    setImmediate(() => {
      if (batches.get(person) === batch) batches.delete(person)
      void runBatch(identity, [...batch.values()])
    })
    return batch
  }

  /** A failed statement fails those behind it too; each of them then runs again, in a transaction of its own. */
  async function runBatch(identity: Identity, reads: readonly QueuedRead[]): Promise<void> {
    const work = (tx: pg.PoolClient) =>
      Promise.all(reads.map(async ({ statement, resolve }) => resolve(await run(tx, statement))))
    try {
      await database.as(identity, work, { ...transaction, readOnly: true, pipelinesCommit: true })
    } catch {
      for (const { resolve } of reads) resolve(undefined)
    }
  }
}

function queueRead(statement: BoundStatement): QueuedRead {
  let resolve: QueuedRead['resolve'] = () => undefined
  const result = new Promise<ResultRow | undefined>((done) => {
    resolve = done
  })
  return { statement, result, resolve }
}
