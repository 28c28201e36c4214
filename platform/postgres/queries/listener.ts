import pg from 'pg'
import type { Primary } from '../servers/primary.ts'

interface Subscription {
  onMessage: (payload: string) => void
  onGap: (() => void) | undefined
  onLoss: (() => void) | undefined
}

/**
 * Subscribes to NOTIFY on a channel until the returned function is called. The connection is reopened automatically:
 * `onLoss` is called when it is lost, and `onGap` after it is back, because messages sent meanwhile are lost.
 */
export type Listen = (
  channel: string,
  onMessage: (payload: string) => void,
  onGap?: () => void,
  onLoss?: () => void,
) => Promise<() => Promise<void>>

const MIN_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
/** The connection may be idle for hours: TCP keep-alive detects a dead peer within some ten seconds. */
const KEEP_ALIVE_MS = 10_000

/** Opens one dedicated connection for all channels at the first `listen`, and reopens it whenever it breaks. */
export function openListener({ connectionString, Client }: Primary): { listen: Listen; close(): Promise<void> } {
  const channels = new Map<string, Set<Subscription>>()
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<pg.Client> {
    // Several subscriptions may start at the same moment, so their statements are pipelined.
    const config: pg.ClientConfig & { pipeline: boolean } = {
      connectionString,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: 10_000,
      pipeline: true,
    }
    const connecting = new Client(config)
    connecting.on('notification', ({ channel, payload }) => {
      for (const subscription of channels.get(channel) ?? []) subscription.onMessage(payload ?? '')
    })
    connecting.on('error', () => undefined)
    try {
      await connecting.connect()
      for (const channel of channels.keys()) await connecting.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await connecting.end().catch(() => undefined)
      throw error
    }
    // The connection may have ended since its last result, when `end` had no listener yet.
    connecting.once('end', () => reopen(MIN_BACKOFF_MS))
    client = connecting
    return connecting
  }

  function reopen(waitMs: number): void {
    client = undefined
    opening = undefined
    if (closed) return
    // Called after each failed attempt as well, when subscribers have been notified already.
    for (const subscriptions of channels.values()) for (const subscription of subscriptions) subscription.onLoss?.()
    retry = setTimeout(async () => {
      try {
        opening = open()
        await opening
        for (const subscriptions of channels.values()) for (const subscription of subscriptions) subscription.onGap?.()
      } catch {
        reopen(Math.min(2 * waitMs, MAX_BACKOFF_MS))
      }
    }, waitMs)
    retry.unref()
  }

  return {
    async listen(channel, onMessage, onGap, onLoss) {
      const subscription: Subscription = { onMessage, onGap, onLoss }
      const subscriptions = channels.get(channel) ?? new Set<Subscription>()
      channels.set(channel, subscriptions.add(subscription))
      opening ??= open()
      try {
        // The channel may have been added after `open` listed the channels; LISTEN is idempotent.
        await (await opening).query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        subscriptions.delete(subscription)
        if (!client) opening = undefined
        throw error
      }
      return async () => {
        subscriptions.delete(subscription)
        if (subscriptions.size > 0 || !channels.delete(channel)) return
        await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
