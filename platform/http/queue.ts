/** Something in which work waits for its turn. */
export interface Queue {
  waiting(): Waiting
}

/** How many wait, and for how long whoever came first. */
interface Waiting {
  count: number
  waitedMs: number
}

/** Of a list in which the first has waited longest; `since` by the process's clock. */
export function oldestOf(queue: readonly { since: number }[]): Waiting {
  const [first] = queue
  return { count: queue.length, waitedMs: first ? performance.now() - first.since : 0 }
}
