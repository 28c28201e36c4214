import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import { getRealtime } from '#web/session/realtime.ts'
import { inBatches } from './in-batches.ts'

/** What moves while one looks. */
export interface LiveCounts {
  id: string
  status: string
  end_date: string
  end_reason: string | null
  current_quantity: number
  current_participants: number
  paid_participants: number
  current_price: number | null
}

/**
 * The newest counts of the shown buys, through the realtime channel, while the page is looked at: drawn at most ten times a second. What
 * the page was rendered with counts until then. `data-live` on the document says that the channel is open.
 */
export function useLiveCounts(ids: readonly string[]): ReadonlyMap<string, LiveCounts> {
  const [heard, setHeard] = useState<ReadonlyMap<string, LiveCounts>>(NOTHING)
  const { revalidate } = useRevalidator()
  const shown = ids.join(',')

  useEffect(() => {
    if (shown === '') return
    let left = false
    let channel: Promise<() => void> | undefined
    let missed = false
    let newest = NOTHING
    const keep = (entries: Iterable<readonly [string, LiveCounts]>) => {
      newest = new Map(entries)
      setHeard(newest)
    }
    const rows = inBatches<LiveCounts>(1000 / REALTIME_EVENTS_PER_SECOND, (batch) =>
      keep([...newest, ...batch.map((row) => [row.id, row] as const)]),
    )

    // What happened between the page and its channel: a small answer, of which what was heard since is newer.
    async function catchUp() {
      const { readLiveCounts } = await import('./live-counts.ts')
      for (const row of await readLiveCounts(shown.split(','))) if (!left && !newest.has(row.id)) rows.add(row)
    }
    // What happened while nobody listened is read at once; what was heard before that is older.
    async function readAgain() {
      const before = newest
      await revalidate()
      if (!left) keep([...newest].filter(([id, row]) => before.get(id) !== row))
    }
    const follow = () => {
      if (document.hidden) {
        void channel?.then((leave) => leave())
        channel = undefined
        missed = true
        return
      }
      if (missed) void readAgain()
      missed = false
      channel ??= enter({ shown, hear: rows.add, catchUp, readAgain }).catch(() => {
        // There was no way to the server: tried again when there is one.
        channel = undefined
        missed = true
        return () => undefined
      })
    }

    const stopWaiting = whenIdle(follow)
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('online', follow)
    return () => {
      left = true
      stopWaiting()
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('online', follow)
      void channel?.then((leave) => leave())
      rows.stop()
      setHeard(NOTHING)
    }
  }, [shown, revalidate])

  return heard
}

const NOTHING: ReadonlyMap<string, LiveCounts> = new Map()

interface Entry {
  /** Ids, with commas. */
  shown: string
  hear: (row: LiveCounts) => void
  /** The line is open for the first time. */
  catchUp: () => Promise<void>
  /** The line was cut and is back. */
  readAgain: () => Promise<void>
}

/** Opens the channel; returns what closes it. */
async function enter({ shown, hear, catchUp, readAgain }: Entry): Promise<() => void> {
  const client = await getRealtime()
  let opened = false
  const channel = client
    .channel(`group-buys:${crypto.randomUUID()}`)
    .on<LiveCounts>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'group_buys', filter: `id=in.(${shown})` },
      ({ new: row }) => hear(row),
    )
    .subscribe((state) => {
      if (state !== 'SUBSCRIBED') return markLive(false)
      void (opened ? readAgain() : catchUp()).catch(() => undefined)
      opened = true
      markLive(true)
    })
  return () => {
    markLive(false)
    void client.removeChannel(channel)
  }
}

function markLive(live: boolean): void {
  if (live) document.documentElement.dataset.live = 'on'
  else delete document.documentElement.dataset.live
}

/** The page with all its pictures first, then a quiet moment, then the channel. Returns what takes the wish back. */
function whenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(work, QUIET_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    window.removeEventListener('load', wait)
    clearTimeout(timer)
  }
}

/** After the page has loaded: its own scripts and the first tap come before the 16 KB of the channel. */
const QUIET_MS = 1000
