import { useSyncExternalStore } from 'react'

/** False in the HTML and during hydration, true afterwards: for controls that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer)
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false
