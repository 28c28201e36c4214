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
