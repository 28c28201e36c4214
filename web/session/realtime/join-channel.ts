import type { RealtimeChannel } from '@supabase/realtime-js'
import { deviceSavesData } from '#web/theme/device-saves-data.ts'
import { getRealtime } from './realtime.ts'

interface ChannelUse {
  /** Adds listeners before the channel is joined. */
  listen(channel: RealtimeChannel): void
  onJoined?(channel: RealtimeChannel): void
  /** Called when the channel is lost or left: what it showed is no longer known. */
  onLeft?(): void
  /** How long a page stays in the channel after it was hidden; by default it leaves at once. */
  hiddenMs?: number
}

/** Delay before a channel that the server closed is joined again. */
const RETRY_MS = 5_000

/** Channels that are being left, by topic: the client would return such a one instead of a new one. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel while the page is visible, unless the device saves data. A refused join is final: the page works
 * without it. Returns the function that leaves.
 */
export function joinChannel(topic: string, use: ChannelUse): () => void {
  if (deviceSavesData()) return () => undefined
  let joined: { channel: RealtimeChannel; remove(): Promise<unknown> } | undefined
  let isJoining = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  async function join(): Promise<void> {
    if (isJoining || joined) return
    isJoining = true
    try {
      const client = await getRealtime()
      await leaving.get(topic)
      if (ended || document.hidden) return
      const channel = client.channel(topic, { config: { private: true } })
      joined = { channel, remove: () => client.removeChannel(channel) }
      use.listen(channel)
      channel.subscribe((state, error) => {
        if (joined?.channel !== channel) return
        if (state === 'SUBSCRIBED') use.onJoined?.(channel)
        else use.onLeft?.()
        if (error?.message.includes('Unauthorized')) end()
        else if (state === 'CLOSED') onClosed()
      })
    } finally {
      isJoining = false
    }
  }
  function leave(): void {
    const left = joined
    if (!left) return
    joined = undefined
    use.onLeft?.()
    const removing = left.remove().finally(() => leaving.get(topic) === removing && leaving.delete(topic))
    leaving.set(topic, removing)
  }
  /** The server closed the channel, for example because a device slept until its token had expired. */
  function onClosed(): void {
    joined = undefined
    timer = setTimeout(follow, RETRY_MS)
  }
  const follow = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(leave, use.hiddenMs ?? 0)
    else join().catch(() => undefined)
  }
  function end(): void {
    ended = true
    clearTimeout(timer)
    window.removeEventListener('online', follow)
    document.removeEventListener('visibilitychange', follow)
    leave()
  }
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('online', follow)
  follow()
  return end
}
