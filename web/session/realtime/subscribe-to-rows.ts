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
  onRow(row: Row): void
  /**
   * Loads changes that may have been missed; rejects on failure. `hasGap`: the connection was lost or the page was
   * hidden, so all of its data may be stale; otherwise the data was loaded just before the channel opened.
   */
  catchUp(hasGap: boolean): Promise<void>
  /** Called when the channel was opened or lost. */
  onStatusChange?(isOpen: boolean): void
  /** A background subscription, not reflected in the document's `data-live`. */
  isBackground?: boolean
}

/**
 * Subscribes to rows through realtime while the page is visible. Catches up on missed changes when the channel opens,
 * and retries on failure. Sets `data-live` on the document while the channel is open. Returns the unsubscribe function.
 */
export function subscribeToRows<Row extends object>(
  subscriptions: readonly RowSubscription[],
  subscriber: RowSubscriber<Row>,
): () => void {
  let leave: (() => void) | undefined
  let hasGap = false
  let ended = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function subscribe() {
    clearTimeout(retryTimer)
    if (document.hidden) {
      hasGap = true
      return pause()
    }
    leave ??= openChannel<Row>(subscriptions, { ...subscriber, onStatusChange, onClosed })
    // Offline there is nothing to load; the `online` event triggers it.
    if (hasGap && navigator.onLine) void catchUp()
  }
  const retryLater = () => {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(subscribe, RETRY_MS)
  }
  async function catchUp() {
    const hadGap = hasGap
    hasGap = false
    try {
      await subscriber.catchUp(hadGap)
    } catch {
      hasGap = true
      if (!ended) retryLater()
    }
  }
  function onStatusChange(isOpen: boolean) {
    if (!subscriber.isBackground) markLive(isOpen)
    subscriber.onStatusChange?.(isOpen)
    if (isOpen) void catchUp()
    else hasGap = true
  }
  function pause() {
    if (leave) onStatusChange(false)
    leave?.()
    leave = undefined
  }
  function onClosed() {
    pause()
    retryLater()
  }
  // Changes made while offline are missed, even if the channel still seems open.
  const onOnline = () => {
    hasGap = true
    subscribe()
  }

  const cancelStart = whenIdle(subscribe)
  document.addEventListener('visibilitychange', subscribe)
  window.addEventListener('online', onOnline)
  return () => {
    ended = true
    cancelStart()
    document.removeEventListener('visibilitychange', subscribe)
    window.removeEventListener('online', onOnline)
    pause()
    clearTimeout(retryTimer)
  }
}

/** Delay before a channel that could not be opened, or a failed catch-up, is retried. */
const RETRY_MS = 5000

interface ChannelHandlers<Row> {
  onRow(row: Row): void
  onStatusChange(isOpen: boolean): void
  /** Called when the channel is closed and will not reconnect. */
  onClosed(): void
}

/**
 * Opens a separate channel, which the realtime client rejoins after a lost connection. Returns a function that leaves
 * it.
 */
function openChannel<Row extends object>(
  subscriptions: readonly RowSubscription[],
  { onRow, onStatusChange, onClosed }: ChannelHandlers<Row>,
): () => void {
  let left = false
  let leave = () => {}
  async function join() {
    const client = await getRealtime()
    if (left) return
    const channel = client.channel(`rows:${crypto.randomUUID()}`)
    leave = () => void client.removeChannel(channel)
    for (const { table, event = '*', filter } of subscriptions) {
      const on = { event: event as '*', schema: 'public', table, ...(filter && { filter }) }
      channel.on('postgres_changes', on, ({ new: row }: RealtimePostgresChangesPayload<Row>) => onRow(row as Row))
    }
    channel.subscribe((state) => {
      if (left) return
      if (state === 'CLOSED') onClosed()
      else onStatusChange(state === 'SUBSCRIBED')
    })
  }
  void join().catch(() => !left && onClosed())
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

/**
 * Delay after the page has loaded: its own scripts and the first tap take precedence over the 16 KB of the realtime
 * client.
 */
const QUIET_MS = 1000
