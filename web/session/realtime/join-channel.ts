import type { RealtimeChannel } from '@supabase/realtime-js'
import { deviceSavesData } from '#web/theme/device-saves-data.ts'
import { getRealtime } from './realtime.ts'

interface ChannelUse {
  /** Adds listeners before the channel is joined. */
  listen(channel: RealtimeChannel): void
  onJoined?(channel: RealtimeChannel): void
  /** Called when the channel is lost or left: what it showed is no longer known. */
  onLeft?(): void
}

/** Channels that are being left, by topic: the client would return such a one instead of a new one. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel while the page is visible, unless data is saved. A refused join is final: the page works
 * without it. Returns the function that leaves.
 */
export function joinChannel(topic: string, use: ChannelUse): () => void {
  if (deviceSavesData()) return () => undefined
  let joined: { channel: RealtimeChannel; remove(): Promise<unknown> } | undefined
  let isJoining = false
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
        if (state === 'CLOSED' || error?.message.includes('Unauthorized')) end()
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
  const follow = () => {
    if (document.hidden) leave()
    else join().catch(() => undefined)
  }
  function end(): void {
    ended = true
    document.removeEventListener('visibilitychange', follow)
    leave()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return end
}
