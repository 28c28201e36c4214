import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Runs a form's server action from the browser. When the server cannot be reached, what `otherwise` gives is the answer, so that the
 * page says so in its place and keeps what was typed. The route must also export `keepWhenOffline` as its `shouldRevalidate`.
 */
export async function orOffline<Done, Offline extends object>(
  serverAction: () => Promise<Done>,
  otherwise: () => Offline,
) {
  if (!navigator.onLine) return unreached(otherwise())
  try {
    return await serverAction()
  } catch (fault) {
    // fetch rejects with a TypeError when there is no way to the server; redirects and answers are thrown as themselves.
    if (fault instanceof TypeError) return unreached(otherwise())
    throw fault
  }
}

/** True for what `fetch` throws when there is no way to the server, in the words of Chromium, Firefox and WebKit; not for a bug's TypeError. */
export function isNoWay(fault: unknown): boolean {
  return fault instanceof TypeError && /fetch|network|load failed|internet connection/i.test(fault.message)
}

/** A route's `shouldRevalidate`: after an act that never reached the server, nothing can be read again and nothing has changed. */
export function keepWhenOffline({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !wasUnreached(actionResult) && defaultShouldRevalidate
}

/** True for an action's result that `orOffline` made without the server. */
export function wasUnreached(actionResult: unknown): boolean {
  return typeof actionResult === 'object' && actionResult !== null && results.has(actionResult)
}

const results = new WeakSet<object>()

function unreached<Offline extends object>(result: Offline): Offline {
  results.add(result)
  return result
}
