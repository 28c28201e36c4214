import { useEffect, useSyncExternalStore } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { isNoWay } from './offline.ts'
import { ownPath } from './own-path.ts'

/** What the page shows: its path, and its routes' data by id. */
interface Shown {
  pathname: string
  dataOf: ReadonlyMap<string, unknown>
}

let shown: Shown = { pathname: '', dataOf: new Map() }
/** The path of the page that could not be reloaded. */
let staleAt: string | null = null
const listeners = new Set<() => void>()

/**
 * Root's client middleware: if the page's own data cannot be reloaded because the server cannot be reached (another filter,
 * the next page of a list, a refresh), what is shown stays, and `useIsStale` says so. For another page this is a fault.
 */
export const keepShown: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next()
  const missing = Object.entries(results).filter(([, { type, result }]) => type === 'error' && isNoWay(result))
  const isKept = missing.length > 0 && url.pathname === shown.pathname && missing.every(([id]) => shown.dataOf.has(id))
  setStale(isKept ? url.pathname : null)
  if (missing.length > 0 && !isKept && hasCopies()) {
    // The browser asks the worker, which has a copy of the page or says what else it has.
    window.location.assign(ownPath(url.pathname) + url.search)
    return new Promise(() => {})
  }
  if (!isKept) return results
  return { ...results, ...Object.fromEntries(missing.map(([id]) => [id, asRead(shown.dataOf.get(id))])) }
}

/** Remembers what the page shows. Used once, in root. */
export function useRememberShown(): void {
  const { pathname } = useLocation()
  const matches = useMatches()
  useEffect(() => {
    shown = { pathname, dataOf: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
  }, [pathname, matches])
}

/** True while the page shows older data than requested. */
export function useIsStale(): boolean {
  const { pathname } = useLocation()
  return useSyncExternalStore(subscribe, () => staleAt, nowhere) === pathname
}

/** Whether a worker answers for pages that cannot come (web/keep-seen.ts). */
const hasCopies = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

const asRead = (result: unknown): DataStrategyResult => ({ type: 'data', result })

function setStale(pathname: string | null): void {
  staleAt = pathname
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** On the server nothing is stale. */
const nowhere = (): string | null => null
