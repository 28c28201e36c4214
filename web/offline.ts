import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Runs a form's server action from the browser. If the server is unreachable, returns `otherwise()`, so that the page
 * can show an error in place and keep the input. The route must also export `revalidateUnlessOffline` as its
 * `shouldRevalidate`.
 */
export async function withOfflineFallback<Done, Offline extends object>(
  serverAction: () => Promise<Done>,
  otherwise: () => Offline,
) {
  if (!navigator.onLine) return markUnreached(otherwise())
  try {
    return await serverAction()
  } catch (fault) {
    // fetch rejects with a TypeError if the server is unreachable; redirects and responses are thrown as such.
    if (fault instanceof TypeError) return markUnreached(otherwise())
    throw fault
  }
}

/**
 * Whether `fault` is the error of `fetch` for an unreachable server in Chromium, Firefox or WebKit, and not another
 * TypeError.
 */
export function isNetworkError(fault: unknown): boolean {
  return fault instanceof TypeError && /fetch|network|load failed|internet connection/i.test(fault.message)
}

/**
 * A route's `shouldRevalidate`: skips the reload after an action that never reached the server. After a refusal (409)
 * the page is reloaded, because what it shows is out of date.
 */
export function revalidateUnlessOffline({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return !wasUnreached(actionResult) && (actionStatus === 409 || defaultShouldRevalidate)
}

/** Whether an action's result is the offline fallback and not from the server. */
export function wasUnreached(actionResult: unknown): boolean {
  return typeof actionResult === 'object' && actionResult !== null && results.has(actionResult)
}

const results = new WeakSet<object>()

function markUnreached<Offline extends object>(result: Offline): Offline {
  results.add(result)
  return result
}
