import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { subscribeToRows } from '#web/session/realtime/subscribe-to-rows.ts'
import { createBatcher } from './batcher.ts'
import type { LiveCounts } from './live-counts.ts'

interface ReceivedCounts {
  rows: ReadonlyMap<string, LiveCounts>
  isOpen: boolean
  /** Time of the page data that was shown when they were received. */
  readAt: string
}

/**
 * The latest counts of the listed buys, from realtime while the page is visible, rendered at most ten times a second.
 * Until the first event the page's own data applies. `readAt` is the time of that data: while offline, newer page data
 * replaces older events.
 */
export function useLiveCounts(ids: readonly string[], readAt: string): ReadonlyMap<string, LiveCounts> {
  const [received, setReceived] = useState<ReceivedCounts>({ rows: NOTHING, isOpen: false, readAt })
  const reading = useRef(readAt)
  const { revalidate } = useRevalidator()
  const shown = ids.join(',')

  useEffect(() => {
    reading.current = readAt
  }, [readAt])

  useEffect(() => {
    if (shown === '') return
    let left = false
    const receivedSince = new Set<string>()
    const rows = createBatcher<LiveCounts>(1000 / REALTIME_EVENTS_PER_SECOND, (batch) =>
      setReceived(({ isOpen, ...before }) => ({
        isOpen,
        rows: new Map([...before.rows, ...batch.map((row) => [row.id, row] as const)]),
        readAt: reading.current,
      })),
    )
    const stop = subscribeToRows<LiveCounts>([{ table: 'group_buys', event: 'UPDATE', filter: `id=in.(${shown})` }], {
      onRow(row) {
        receivedSince.add(row.id)
        rows.add(row)
      },
      async catchUp(hasGap) {
        receivedSince.clear()
        const whole = hasGap ? revalidate() : undefined
        const { readLiveCounts } = await fetchModule(() => import('./live-counts.ts'))
        // This response may be older than events received since it was requested, which take precedence.
        for (const row of await readLiveCounts(shown.split(','))) if (!left && !receivedSince.has(row.id)) rows.add(row)
        await whole
      },
      onStatusChange(isOpen) {
        setReceived((before) => ({
          rows: before.readAt === reading.current ? before.rows : NOTHING,
          isOpen,
          readAt: reading.current,
        }))
      },
    })
    return () => {
      left = true
      stop()
      rows.stop()
      setReceived({ rows: NOTHING, isOpen: false, readAt: reading.current })
    }
  }, [shown, revalidate])

  return received.isOpen || received.readAt === readAt ? received.rows : NOTHING
}

const NOTHING: ReadonlyMap<string, LiveCounts> = new Map()
