import { useSyncExternalStore } from 'react'

/** False in the HTML and during hydration, true afterwards: for controls that only a script can serve. */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer)
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false
