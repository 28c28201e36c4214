/** A queue of work. */
export interface Queue {
  waiting(): QueueDepth
}

/** Length of a queue, and the age of its head in ms. */
interface QueueDepth {
  count: number
  waitedMs: number
}

/** The depth of a list whose first entry is the oldest; `since` is of the process's clock. */
export function queueDepth(queue: readonly { since: number }[]): QueueDepth {
  const [first] = queue
  return { count: queue.length, waitedMs: first ? performance.now() - first.since : 0 }
}
