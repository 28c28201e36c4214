import { type Queue, queueDepth } from './queue.ts'

interface BatchedWork<Call, Result> extends Queue {
  /**
   * The call's result; null if it wasn't started, because the queue was full, it timed out in the queue, or the client
   * has disconnected.
   */
  run(call: Call): Promise<Result | null>
}

interface BatchRules<Call, Result> {
  /** Maximum calls in a batch. */
  maxCalls: number
  /** Maximum concurrent batches. */
  maxRunning: number
  /** Maximum queued calls; further ones are rejected at once. */
  maxQueued: number
  maxQueuedMs: number
  /**
   * Key of a resource that calls of one batch may share, but concurrent batches may not until the first one releases
   * it, such as a row that both would lock.
   */
  lockKey(call: Call): string
  /** Key of the owner of a call; a batch takes one call of each. */
  ownerKey(call: Call): string
  /** Whether the client has disconnected; checked for all queued calls whenever a batch starts. */
  isAborted(call: Call): boolean
  /**
   * Runs a batch, and returns results in the order of the calls. If it throws, none of them took effect. `releaseLocks`
   * frees the keys early, for a next batch that then waits elsewhere, such as for a row that this one has locked.
   */
  runBatch(calls: Call[], releaseLocks: () => void): Promise<Result[]>
  /** Handles a call whose batch failed: retries it individually, or throws. */
  runSingle(call: Call, fault: unknown): Promise<Result>
}

interface QueuedCall<Call, Result> {
  call: Call
  resolve(resolve: Result | null): void
  reject(fault: unknown): void
  /** Called when it leaves the queue. */
  leave(): void
  since: number
}

/**
 * Batches concurrent calls without delaying any: if nothing blocks it, a call starts in the same turn of the event
 * loop, and calls that arrive while a batch is running make up the next one, in order of arrival.
 */
export function batchWork<Call, Result>(rules: BatchRules<Call, Result>): BatchedWork<Call, Result> {
  let queue: QueuedCall<Call, Result>[] = []
  const lockedKeys = new Set<string>()
  const activeOwners = new Set<string>()
  let running = 0
  let isScheduled = false

  /** Deferred to the end of the turn, so that all calls of this turn are candidates. */
  function scheduleBatches(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (running < rules.maxRunning) {
        const batch = takeBatch()
        if (batch.length === 0) break
        void execute(batch)
      }
    })
  }

  function takeBatch(): QueuedCall<Call, Result>[] {
    const batch: QueuedCall<Call, Result>[] = []
    const remaining: QueuedCall<Call, Result>[] = []
    const batchOwners = new Set<string>()
    for (const waiting of queue) {
      if (rules.isAborted(waiting.call)) {
        waiting.leave()
        waiting.resolve(null)
        continue
      }
      const owner = rules.ownerKey(waiting.call)
      const isFree = !lockedKeys.has(rules.lockKey(waiting.call)) && !activeOwners.has(owner) && !batchOwners.has(owner)
      if (batch.length === rules.maxCalls || !isFree) remaining.push(waiting)
      else batch.push(waiting)
      // Later calls of an owner stay behind the first one, whether that is in the batch or still queued.
      batchOwners.add(owner)
    }
    queue = remaining
    for (const waiting of batch) waiting.leave()
    return batch
  }

  async function execute(batch: QueuedCall<Call, Result>[]): Promise<void> {
    const keys = new Set(batch.map(({ call }) => rules.lockKey(call)))
    const owners = batch.map(({ call }) => rules.ownerKey(call))
    running += 1
    for (const key of keys) lockedKeys.add(key)
    for (const owner of owners) activeOwners.add(owner)
    const releaseLocks = () => {
      for (const key of keys) lockedKeys.delete(key)
      // Another batch may lock them from here on.
      keys.clear()
      if (queue.length > 0) scheduleBatches()
    }
    try {
      const results = await rules.runBatch(
        batch.map(({ call }) => call),
        releaseLocks,
      )
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result)
      })
    } catch (fault) {
      await Promise.all(
        batch.map(({ call, resolve, reject }) =>
          rules.runSingle(call, fault).then(resolve, (error: unknown) => reject(error)),
        ),
      )
    } finally {
      running -= 1
      for (const owner of owners) activeOwners.delete(owner)
      releaseLocks()
    }
  }

  return {
    waiting: () => queueDepth(queue),
    run(call) {
      if (queue.length >= rules.maxQueued) return Promise.resolve(null)
      return new Promise((resolve, reject) => {
        const onTimeout = () => {
          queue = queue.filter((other) => other !== waiting)
          resolve(null)
        }
        const timer = setTimeout(onTimeout, rules.maxQueuedMs)
        const leave = () => clearTimeout(timer)
        const waiting: QueuedCall<Call, Result> = { call, resolve, reject, leave, since: performance.now() }
        queue.push(waiting)
        scheduleBatches()
      })
    },
  }
}
