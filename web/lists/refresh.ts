import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Revalidates the page again and again while it is visible, for rows without live events: ticks of several people, the
 * progress of a job. Null stops it.
 */
export function useRefresh(seconds: number | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (seconds === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, revalidate])
}
