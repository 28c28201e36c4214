interface LimiterOptions {
  /** Maximum concurrent work. */
  maxRunning: number
  /** Maximum queue, for all groups together and for each. */
  maxQueued: number
  maxQueuedPerGroup: number
}

/** The queue is full; the caller should retry later. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

export type ConcurrencyLimiter = <T>(group: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrency. Further work is queued, and groups take slots in round-robin order, so that none can starve the
 * others.
 */
export function createConcurrencyLimiter({
  maxRunning,
  maxQueued,
  maxQueuedPerGroup,
}: LimiterOptions): ConcurrencyLimiter {
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  return async (group, work) => {
    if (running < maxRunning) running += 1
    else await enqueue(group)
    try {
      return await work()
    } finally {
      release()
    }
  }

  function enqueue(group: string): Promise<void> {
    const queue = queues.get(group) ?? []
    if (queued >= maxQueued || queue.length >= maxQueuedPerGroup) throw new TooBusy('The queue is full')
    queues.set(group, queue)
    queued += 1
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Passes the slot to the group that has waited longest since its last one, which then goes to the end. */
  function release(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [group, queue] = next
    const start = queue.shift()
    queues.delete(group)
    if (queue.length > 0) queues.set(group, queue)
    queued -= 1
    start?.()
  }
}
