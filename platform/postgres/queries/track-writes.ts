import { AsyncLocalStorage } from 'node:async_hooks'

/** Whether a transaction has committed a change that is published to other processes. */
interface WriteTracker {
  hasWritten: boolean
}

const storage = new AsyncLocalStorage<WriteTracker>()

/**
 * Runs a function, and reports whether a transaction inside it has committed a change to a table whose changes are
 * published.
 */
export async function trackWrites<T>(run: () => Promise<T>): Promise<{ result: T; hasWritten: boolean }> {
  const tracker: WriteTracker = { hasWritten: false }
  const result = await storage.run(tracker, run)
  return { result, hasWritten: tracker.hasWritten }
}

/** Called after such a commit; does nothing outside `trackWrites`. */
export function recordWrite(): void {
  const tracker = storage.getStore()
  if (tracker) tracker.hasWritten = true
}
