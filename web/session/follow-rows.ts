import type { RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import { getRealtime } from './realtime.ts'

export interface Watched {
  table: 'messages' | 'orders' | 'group_buys' | 'notices' | 'delivery_stops' | 'cart_items'
  event?: 'UPDATE'
  /** One column's condition, such as "vendor_id=eq.…"; row level security is asked besides. */
  filter?: string
}

interface Follower<Row> {
  /** A watched row was written. */
  hear(row: Row): void
  /**
   * Reads what may have been missed; rejects when it could not. After `aGap` anything on the page may be old: the line was cut, or
   * nobody looked. Otherwise the page was read a moment before the line opened.
   */
  catchUp(aGap: boolean): Promise<void>
  /** The line opened or was lost. */
  turn?(isOpen: boolean): void
  /** Follows besides the page, of which the document says nothing. */
  isAside?: boolean
}

/**
 * Follows rows through realtime while the page is looked at. Whatever was written while the line was not open is caught up with when
 * it opens; what fails is tried again. `data-live` on the document says that the line is open. Returns what ends it.
 */
export function followRows<Row extends object>(watched: readonly Watched[], follower: Follower<Row>): () => void {
  let leave: (() => void) | undefined
  let aGap = false
  let ended = false
  let again: ReturnType<typeof setTimeout> | undefined

  function follow() {
    clearTimeout(again)
    if (document.hidden) {
      aGap = true
      return rest()
    }
    leave ??= openLine<Row>(watched, { ...follower, turn, lose })
    // Without a network there is nothing to read; it is read when `online` says so.
    if (aGap && navigator.onLine) void catchUp()
  }
  const later = () => {
    clearTimeout(again)
    again = setTimeout(follow, RETRY_MS)
  }
  async function catchUp() {
    const wasAGap = aGap
    aGap = false
    try {
      await follower.catchUp(wasAGap)
    } catch {
      aGap = true
      if (!ended) later()
    }
  }
  function turn(isOpen: boolean) {
    if (!follower.isAside) markLive(isOpen)
    follower.turn?.(isOpen)
    if (isOpen) void catchUp()
    else aGap = true
  }
  function rest() {
    if (leave) turn(false)
    leave?.()
    leave = undefined
  }
  function lose() {
    rest()
    later()
  }
  // Nobody hears of what was written without a network, even where the line seems to have lived on.
  const comeBack = () => {
    aGap = true
    follow()
  }

  const stopWaiting = whenIdle(follow)
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('online', comeBack)
  return () => {
    ended = true
    stopWaiting()
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('online', comeBack)
    rest()
    clearTimeout(again)
  }
}

/** After a line that would not open, and a catching up that failed. */
const RETRY_MS = 5000

interface Line<Row> {
  hear(row: Row): void
  turn(isOpen: boolean): void
  /** There is no line, and none will come by itself. */
  lose(): void
}

/** Opens a channel of its own; the realtime client brings it back when the connection was cut. Returns what leaves it. */
function openLine<Row extends object>(watched: readonly Watched[], { hear, turn, lose }: Line<Row>): () => void {
  let left = false
  let leave = () => {}
  async function enter() {
    const client = await getRealtime()
    if (left) return
    const channel = client.channel(`rows:${crypto.randomUUID()}`)
    leave = () => void client.removeChannel(channel)
    for (const { table, event = '*', filter } of watched) {
      const on = { event: event as '*', schema: 'public', table, ...(filter && { filter }) }
      channel.on('postgres_changes', on, ({ new: row }: RealtimePostgresChangesPayload<Row>) => hear(row as Row))
    }
    channel.subscribe((state) => {
      if (left) return
      if (state === 'CLOSED') lose()
      else turn(state === 'SUBSCRIBED')
    })
  }
  void enter().catch(() => !left && lose())
  return () => {
    left = true
    leave()
  }
}

function markLive(live: boolean): void {
  if (live) document.documentElement.dataset.live = 'on'
  else delete document.documentElement.dataset.live
}

/** The page with all its pictures first, then a quiet moment, then the line. Returns what takes the wish back. */
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
