import { oldestOf, type Queue } from './queue.ts'

interface BoundedWork extends Queue {
  /**
   * The work's answer. Null if it was not begun, because there was no room for it in time or whoever asked has hung up.
   */
  run(work: () => Promise<Response>, signal?: AbortSignal): Promise<Response | null>
}

interface Bounds {
  /** Most at work at once. */
  running: number
  /** Most that wait for room; whoever comes after them is turned away at once. */
  waiting: number
  waitMs: number
}

/** Keeps a flood from being begun all at once, when nothing of it would be finished in time. */
export function boundWork({ running, waiting, waitMs }: Bounds): BoundedWork {
  let atWork = 0
  const queue: { settle(admitted: boolean): void; since: number }[] = []

  function enter(signal: AbortSignal | undefined): Promise<boolean> {
    if (atWork < running) {
      atWork += 1
      return Promise.resolve(true)
    }
    if (queue.length >= waiting) return Promise.resolve(false)
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
      const timer = setTimeout(leave, waitMs)
      signal?.addEventListener('abort', leave)
      queue.push(waiter)
    })
  }

  /** The place of who has finished goes to the next in the queue. */
  function leave(): void {
    const next = queue.shift()
    if (next) next.settle(true)
    else atWork -= 1
  }

  return {
    waiting: () => oldestOf(queue),
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
