import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { followRows, type Watched } from './session/follow-rows.ts'

/** Revalidates the page when a subscribed row is written while the page is visible. `null` subscribes to nothing. */
export function useLiveRows(watched: readonly Watched[] | null): void {
  const { revalidate } = useRevalidator()
  const tablesKey = JSON.stringify(watched ?? [])

  useEffect(() => {
    const tables = JSON.parse(tablesKey) as Watched[]
    if (tables.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several rows written by one command cause one revalidation.
    const hear = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void revalidate(), 150)
    }
    const stop = followRows(tables, { hear, catchUp: revalidate })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [tablesKey, revalidate])
}
