import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type RowSubscription, subscribeToRows } from '#web/session/realtime/subscribe-to-rows.ts'

/** Revalidates the page when a subscribed row is written while the page is visible. `null` subscribes to nothing. */
export function useLiveRows(subscriptions: readonly RowSubscription[] | null): void {
  const { revalidate } = useRevalidator()
  const tablesKey = JSON.stringify(subscriptions ?? [])

  useEffect(() => {
    const tables = JSON.parse(tablesKey) as RowSubscription[]
    if (tables.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several rows written by one command cause one revalidation.
    const onRow = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void revalidate(), 150)
    }
    const stop = subscribeToRows(tables, { onRow, catchUp: revalidate })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [tablesKey, revalidate])
}
