/**
 * A queue of work, whose depth metrics and admission control read. `boundWork` limits how many requests run and how
 * long they wait, `batchWork` runs several calls as one; `createConcurrencyLimiter` divides slots fairly among groups,
 * such as persons, and shows no depth.
 */
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
