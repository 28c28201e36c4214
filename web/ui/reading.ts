import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Anything faster shows no loading state, which would only flash. */
const PATIENCE_MS = 200

/** True while this page's list reloads (a filter, a sort, another page), once that takes long enough to notice. */
export function useReading(): boolean {
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  return useLate(state === 'loading' && formMethod !== 'POST' && location.pathname === pathname)
}

/** True while another page loads, once that takes long enough to notice. */
export function useLeaving(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return useLate(state === 'loading' && location.pathname !== pathname)
}

function useLate(happening: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!happening) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [happening])
  return happening && late
}
