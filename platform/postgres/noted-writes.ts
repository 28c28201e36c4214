import { AsyncLocalStorage } from 'node:async_hooks'

/** Whether anything was committed that others may have to hear of. */
interface Noted {
  hasWritten: boolean
}

const noted = new AsyncLocalStorage<Noted>()

/** Does something, and says whether a transaction on the way has committed a change of a table that announces its changes. */
export async function notingWrites<T>(act: () => Promise<T>): Promise<{ result: T; hasWritten: boolean }> {
  const own: Noted = { hasWritten: false }
  const result = await noted.run(own, act)
  return { result, hasWritten: own.hasWritten }
}

/** Called after such a commit. */
export function noteWrite(): void {
  const own = noted.getStore()
  if (own) own.hasWritten = true
}
