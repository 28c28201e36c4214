import { useEffect, useSyncExternalStore } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { isNetworkError } from '#web/offline.ts'
import { sameSitePath } from '#web/same-site-path.ts'

/** The path of the current page and its loader data by route id. */
interface CurrentPage {
  pathname: string
  dataByRoute: ReadonlyMap<string, unknown>
}

let current: CurrentPage = { pathname: '', dataByRoute: new Map() }
/** The path of the page that could not be reloaded. */
let staleAt: string | null = null
const listeners = new Set<() => void>()

/**
 * Client middleware of root: if the current page's data cannot be reloaded because the server is unreachable (another
 * filter, the next page of a list, a refresh), the page keeps its data and `useIsStale` returns true. For any other
 * page the error is passed on.
 */
export const showStaleWhenOffline: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next()
  const missing = Object.entries(results).filter(([, { type, result }]) => type === 'error' && isNetworkError(result))
  const hasData =
    missing.length > 0 && url.pathname === current.pathname && missing.every(([id]) => current.dataByRoute.has(id))
  setStale(hasData ? url.pathname : null)
  if (missing.length > 0 && !hasData && hasServiceWorker()) {
    // The service worker serves its copy of the page, or a list of the pages that it has.
    window.location.assign(sameSitePath(url.pathname) + url.search)
    return new Promise(() => {})
  }
  if (!hasData) return results
  return { ...results, ...Object.fromEntries(missing.map(([id]) => [id, dataResult(current.dataByRoute.get(id))])) }
}

/** Remembers the data of the current page. Used once, in root. */
export function useRememberLoaderData(): void {
  const { pathname } = useLocation()
  const matches = useMatches()
  useEffect(() => {
    current = { pathname, dataByRoute: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
  }, [pathname, matches])
}

/** True while the page shows stale data. */
export function useIsStale(): boolean {
  const { pathname } = useLocation()
  return useSyncExternalStore(subscribe, () => staleAt, serverSnapshot) === pathname
}

/** Whether a service worker can serve pages offline (web/offline/register-worker.ts). */
const hasServiceWorker = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

const dataResult = (result: unknown): DataStrategyResult => ({ type: 'data', result })

function setStale(pathname: string | null): void {
  staleAt = pathname
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** On the server nothing is stale. */
const serverSnapshot = (): string | null => null
