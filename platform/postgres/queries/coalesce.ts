import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Coalesces concurrent calls into one query. Calls of the same turn of the event loop, and calls made while an earlier
 * query is running, share the next one. It starts after the last of them was made, so its result is current for every
 * caller.
 */
export function coalesce<T>(query: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let previous: Promise<unknown> = Promise.resolve()

  async function start(): Promise<T> {
    await previous
    await endOfTurn()
    next = undefined
    const result = query()
    previous = result.catch(() => undefined)
    return result
  }

  return () => {
    next ??= start()
    return next
  }
}
