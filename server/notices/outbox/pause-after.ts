/** Between two batches: under load each then has the messages of several transactions. */
const MIN_PAUSE_MS = 100
/** A batch of so many messages belongs to a rush of orders, which need the same processors. */
const RUSH_MESSAGES = 20
/** In a rush, how long a message waits that has just missed a batch: for the rest of it, the pause and its own batch. */
const RUSH_WAIT_MS = 500

/**
 * How long the relay pauses after a batch. In a rush it pauses for as long as messages may wait, because a message
 * costs less in a larger batch. The longer its batches take, the shorter the pause, so that messages are never late for
 * the sake of orders.
 */
export const pauseMsAfter = ({ completed, tookMs }: { completed: number; tookMs: number }): number =>
  completed < RUSH_MESSAGES ? MIN_PAUSE_MS : Math.max(MIN_PAUSE_MS, RUSH_WAIT_MS - 2 * tookMs)
