import { setTimeout as delay } from 'node:timers/promises'

interface ProcessedBatch {
  completed: number
  /** Whether more rows are probably due. */
  isFull: boolean
}

interface QueueWorkerOptions {
  /** Processes one batch of due rows. */
  processBatch(): Promise<ProcessedBatch>
  /** Milliseconds until the next row is due; Infinity if there is none. */
  nextDueInMs(): Promise<number>
  /** Maximum time between two polls, in case a notification was lost, and the pause after a fault. */
  maxSleepMs: number
  /** Minimum time after a batch that was not full, or failed; 0 by default. Takes the batch and its duration. */
  pauseMsAfter?: (batch: { completed: number; tookMs: number }) => number
  onFault: (fault: unknown) => void
}

/** Works off a queue in the database: when it is woken, and when the next row is due. */
export interface QueueWorker {
  /**
   * Processes everything that is due, also what becomes due meanwhile, and resolves when nothing is left; returns how
   * many rows were completed.
   */
  run(): Promise<number>
  /** Waits for the batch in progress. */
  stop(): Promise<void>
}

export function startQueueWorker({
  processBatch,
  nextDueInMs,
  maxSleepMs,
  pauseMsAfter = () => 0,
  onFault,
}: QueueWorkerOptions): QueueWorker {
  let stopped = false
  let isRerunNeeded = false
  let running: Promise<number> | null = null
  let timer: NodeJS.Timeout | undefined
  let notBeforeMs = Number.NEGATIVE_INFINITY

  function run(): Promise<number> {
    if (running) {
      isRerunNeeded = true
      return running
    }
    running = drain().finally(() => {
      running = null
    })
    return running
  }

  async function drain(): Promise<number> {
    let count = 0
    clearTimeout(timer)
    try {
      let dueInMs: number
      do {
        const pause = notBeforeMs - performance.now()
        if (pause > 0) await delay(pause)
        isRerunNeeded = false
        const beganAt = performance.now()
        const { completed, isFull } = await processBatch()
        notBeforeMs = isFull ? Number.NEGATIVE_INFINITY : endOfPause({ completed, beganAt })
        if (isFull) isRerunNeeded = true
        count += completed
        // Read inside the loop: otherwise a row queued in the meantime would wait for the whole sleep.
        dueInMs = await nextDueInMs()
      } while (isRerunNeeded && !stopped)
      sleep(dueInMs)
    } catch (fault) {
      onFault(fault)
      notBeforeMs = endOfPause({ completed: 0, beganAt: performance.now() })
      sleep(maxSleepMs)
    }
    return count
  }

  function endOfPause({ completed, beganAt }: { completed: number; beganAt: number }): number {
    const endedAt = performance.now()
    return endedAt + pauseMsAfter({ completed, tookMs: endedAt - beganAt })
  }

  function sleep(dueInMs: number): void {
    if (stopped) return
    timer = setTimeout(() => void run(), Math.min(Math.max(dueInMs, 50), maxSleepMs))
    timer.unref()
  }

  return {
    run,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
