import { type Queue, queueDepth } from './queue.ts'

interface BoundedWork extends Queue {
  /**
   * The response; null if the work wasn't started, because the queue was full, it timed out in the queue, or the client
   * has disconnected.
   */
  run(work: () => Promise<Response>, signal?: AbortSignal): Promise<Response | null>
}

interface WorkBounds {
  /** Maximum concurrent work. */
  maxRunning: number
  /** Maximum queue; further work is rejected at once. */
  maxQueued: number
  maxQueuedMs: number
}

/**
 * Limits concurrency with a bounded queue, because in a flood of requests started all at once none would finish in
 * time.
 */
export function boundWork({ maxRunning, maxQueued, maxQueuedMs }: WorkBounds): BoundedWork {
  let active = 0
  const queue: { settle(admitted: boolean): void; since: number }[] = []

  function enter(signal: AbortSignal | undefined): Promise<boolean> {
    if (active < maxRunning) {
      active += 1
      return Promise.resolve(true)
    }
    if (queue.length >= maxQueued) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (admitted: boolean) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        resolve(admitted)
      }
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1)
        settle(false)
      }
      const waiter = { settle, since: performance.now() }
      const timer = setTimeout(leave, maxQueuedMs)
      signal?.addEventListener('abort', leave)
      queue.push(waiter)
    })
  }

  /** Passes the slot of finished work to the head of the queue. */
  function leave(): void {
    const next = queue.shift()
    if (next) next.settle(true)
    else active -= 1
  }

  return {
    waiting: () => queueDepth(queue),
    async run(work, signal) {
      if (signal?.aborted || !(await enter(signal))) return null
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
