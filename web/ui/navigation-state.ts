import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Delay before a loading state is shown; on faster loads it would only flash. */
const DELAY_MS = 200

/** Whether this page's list is reloading (a filter, a sort, another page), after a short delay. */
export function useIsReloading(): boolean {
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  return useDelayed(state === 'loading' && formMethod !== 'POST' && location.pathname === pathname)
}

/** Whether another page is loading, after a short delay. */
export function useIsNavigating(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return useDelayed(state === 'loading' && location.pathname !== pathname)
}

function useDelayed(isLoading: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isLoading])
  return isLoading && late
}
