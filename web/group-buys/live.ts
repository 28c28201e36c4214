import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { followRows } from '#web/session/follow-rows.ts'
import { inBatches } from './in-batches.ts'
import type { LiveCounts } from './live-counts.ts'

interface Heard {
  rows: ReadonlyMap<string, LiveCounts>
  isOpen: boolean
  /** The reading of the page that was shown when they were heard. */
  readAt: string
}

/**
 * The newest counts of the shown buys, through realtime, while the page is looked at: drawn at most ten times a second. What the page
 * was rendered with counts until then. `readAt` says when that was read: without a line, a newer reading beats what was heard.
 */
export function useLiveCounts(ids: readonly string[], readAt: string): ReadonlyMap<string, LiveCounts> {
  const [heard, setHeard] = useState<Heard>({ rows: NOTHING, isOpen: false, readAt })
  const reading = useRef(readAt)
  const { revalidate } = useRevalidator()
  const shown = ids.join(',')

  useEffect(() => {
    reading.current = readAt
  }, [readAt])

  useEffect(() => {
    if (shown === '') return
    let left = false
    const heardSince = new Set<string>()
    const rows = inBatches<LiveCounts>(1000 / REALTIME_EVENTS_PER_SECOND, (batch) =>
      setHeard(({ isOpen, ...before }) => ({
        isOpen,
        rows: new Map([...before.rows, ...batch.map((row) => [row.id, row] as const)]),
        readAt: reading.current,
      })),
    )
    const stop = followRows<LiveCounts>([{ table: 'group_buys', event: 'UPDATE', filter: `id=in.(${shown})` }], {
      hear(row) {
        heardSince.add(row.id)
        rows.add(row)
      },
      async catchUp(aGap) {
        heardSince.clear()
        const whole = aGap ? revalidate() : undefined
        const { readLiveCounts } = await fetchModule(() => import('./live-counts.ts'))
        // A small answer, of which what was heard since it was asked for is newer.
        for (const row of await readLiveCounts(shown.split(','))) if (!left && !heardSince.has(row.id)) rows.add(row)
        await whole
      },
      turn(isOpen) {
        setHeard((before) => ({
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
      setHeard({ rows: NOTHING, isOpen: false, readAt: reading.current })
    }
  }, [shown, revalidate])

  return heard.isOpen || heard.readAt === readAt ? heard.rows : NOTHING
}

const NOTHING: ReadonlyMap<string, LiveCounts> = new Map()
