import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Runs a form's server action from the browser. If the server cannot be reached, `otherwise` provides the answer, so that the
 * page says so in place and keeps what was typed. The route must also export `keepWhenOffline` as its `shouldRevalidate`.
 */
export async function orOffline<Done, Offline extends object>(
  serverAction: () => Promise<Done>,
  otherwise: () => Offline,
) {
  if (!navigator.onLine) return unreached(otherwise())
  try {
    return await serverAction()
  } catch (fault) {
    // fetch rejects with a TypeError if the server cannot be reached; redirects and answers are thrown as themselves.
    if (fault instanceof TypeError) return unreached(otherwise())
    throw fault
  }
}

/** True for what `fetch` throws if the server cannot be reached, in Chromium, Firefox and WebKit; not for a bug's TypeError. */
export function isNoWay(fault: unknown): boolean {
  return fault instanceof TypeError && /fetch|network|load failed|internet connection/i.test(fault.message)
}

/** A route's `shouldRevalidate`: after an action that never reached the server, nothing has changed or can be reloaded. */
export function keepWhenOffline({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !wasUnreached(actionResult) && defaultShouldRevalidate
}

/** True for an action's result that came from `orOffline`, not from the server. */
export function wasUnreached(actionResult: unknown): boolean {
  return typeof actionResult === 'object' && actionResult !== null && results.has(actionResult)
}

const results = new WeakSet<object>()

function unreached<Offline extends object>(result: Offline): Offline {
  results.add(result)
  return result
}
