import type { Database } from '#platform/postgres/database.ts'
import { type QueueWorker, startQueueWorker } from '#platform/queues/queue-worker.ts'
import { pauseMsAfter } from './pause-after.ts'
import { nextEntryDueInMs, OUTBOX_BATCH_SIZE, relayOutbox } from './relay-outbox.ts'

/** Maximum time between two polls, in case a notification was lost, and the pause after a fault of the database. */
const MAX_SLEEP_MS = 5_000

/** Writes the messages of the outbox within a moment of the commit that added them. */
export async function startOutboxRelay({
  database,
  onFault,
}: {
  database: Database
  onFault: (fault: unknown) => void
}): Promise<Pick<QueueWorker, 'stop'>> {
  const worker = startQueueWorker({
    async processBatch() {
      const completed = await relayOutbox(database, { onFault })
      return { completed, isFull: completed >= OUTBOX_BATCH_SIZE }
    },
    nextDueInMs: () => nextEntryDueInMs(database),
    maxSleepMs: MAX_SLEEP_MS,
    pauseMsAfter,
    onFault,
  })
  const wake = () => void worker.run()
  const unlisten = await database.listen('outbox_filled', wake, wake)
  wake()
  return {
    async stop() {
      await unlisten()
      await worker.stop()
    },
  }
}
