import type { RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import { getRealtime } from './realtime.ts'

export interface RowSubscription {
  table: 'messages' | 'orders' | 'group_buys' | 'notices' | 'delivery_stops' | 'cart_items'
  event?: 'UPDATE'
  /** A condition on one column, such as "vendor_id=eq.…"; row-level security applies too. */
  filter?: string
}

interface RowSubscriber<Row> {
  /** Called when a subscribed row was written. */
  hear(row: Row): void
  /**
   * Loads changes that may have been missed; rejects on failure. `aGap`: the connection was lost or the page was hidden, so all of
   * its data may be stale; otherwise the data was loaded just before the channel opened.
   */
  catchUp(aGap: boolean): Promise<void>
  /** Called when the channel was opened or lost. */
  turn?(isOpen: boolean): void
  /** A background subscription, not reflected in the document's `data-live`. */
  isAside?: boolean
}

/**
 * Subscribes to rows through realtime while the page is visible. Catches up on missed changes when the channel opens, and retries on
 * failure. Sets `data-live` on the document while the channel is open. Returns the unsubscribe function.
 */
export function subscribeToRows<Row extends object>(
  watched: readonly RowSubscription[],
  follower: RowSubscriber<Row>,
): () => void {
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
    // Offline there is nothing to load; the `online` event triggers it.
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
  // Changes made while offline are missed, even if the channel still seems open.
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

/** Delay before a channel that could not be opened, or a failed catch-up, is retried. */
const RETRY_MS = 5000

interface Line<Row> {
  hear(row: Row): void
  turn(isOpen: boolean): void
  /** Called when the channel is closed and will not reconnect. */
  lose(): void
}

/** Opens a separate channel, which the realtime client rejoins after a lost connection. Returns a function that leaves it. */
function openLine<Row extends object>(
  watched: readonly RowSubscription[],
  { hear, turn, lose }: Line<Row>,
): () => void {
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

/** Runs `work` `QUIET_MS` after the page and its images have loaded. Returns a function that cancels it. */
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

/** Delay after the page has loaded: its own scripts and the first tap take precedence over the 16 KB of the realtime client. */
const QUIET_MS = 1000
