import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { getRealtime } from '#web/session/realtime.ts'

/** What moves while one looks. */
export interface LiveCounts {
  status: string
  current_quantity: number
  current_participants: number
  paid_participants: number
  current_price: number | null
}

/**
 * The newest counts of the shown buys, through the realtime channel, while the page is looked at. What the page was rendered with counts
 * until then, and again when it is read anew.
 */
export function useLiveCounts(ids: readonly string[]): ReadonlyMap<string, LiveCounts> {
  const [heard, setHeard] = useState<ReadonlyMap<string, LiveCounts>>(NOTHING)
  const { revalidate } = useRevalidator()
  const shown = ids.join(',')

  useEffect(() => {
    if (shown === '') return
    let closed = false
    let leave: (() => void) | undefined
    let missed = false

    async function enter() {
      const client = await getRealtime()
      if (closed || document.hidden) return
      const channel = client.channel(`group-buys:${shown.slice(0, 200)}`)
      channel
        .on<LiveCounts & { id: string }>(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'group_buys', filter: `id=in.(${shown})` },
          ({ new: row }) => setHeard((before) => new Map(before).set(row.id, row)),
        )
        .subscribe()
      leave = () => void client.removeChannel(channel)
    }
    function follow() {
      if (document.hidden) {
        leave?.()
        leave = undefined
        missed = true
        return
      }
      // What happened while nobody looked is read at once.
      if (missed) void revalidate()
      missed = false
      if (!leave) void enter().catch(() => undefined)
    }

    const idle = whenIdle(follow)
    document.addEventListener('visibilitychange', follow)
    return () => {
      closed = true
      idle()
      leave?.()
      document.removeEventListener('visibilitychange', follow)
      setHeard(NOTHING)
    }
  }, [shown, revalidate])

  return heard
}

const NOTHING: ReadonlyMap<string, LiveCounts> = new Map()

/** The page first, the channel after. Returns what takes the wish back. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 300)
  return () => clearTimeout(timer)
}
