import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * One question for all who ask in a turn of the event loop, or while an earlier question is under way. It leaves after the last of them
 * has asked, so that the answer holds whatever any of them could know.
 */
export function askTogether<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let before: Promise<unknown> = Promise.resolve()

  async function begin(): Promise<T> {
    await before
    await endOfTurn()
    next = undefined
    const asked = ask()
    before = asked.catch(() => undefined)
    return asked
  }

  return () => {
    next ??= begin()
    return next
  }
}
