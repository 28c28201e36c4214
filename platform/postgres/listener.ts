import pg from 'pg'
import type { Primary } from './primary.ts'

interface Ear {
  onMessage: (payload: string) => void
  onGap: (() => void) | undefined
  onLoss: (() => void) | undefined
}

/**
 * Hears NOTIFY on a channel until the returned function is called. The connection comes back by itself; `onLoss` is called
 * when it is lost, and `onGap` after it came back, because messages sent meanwhile are lost.
 */
export type Listen = (
  channel: string,
  onMessage: (payload: string) => void,
  onGap?: () => void,
  onLoss?: () => void,
) => Promise<() => Promise<void>>

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** Nothing is sent here for hours: a server that is gone without a word is noticed by the network's own questions, some ten seconds later. */
const KEEP_ALIVE_MS = 10_000

/** One dedicated connection for all channels, opened at the first `listen` and reopened whenever it breaks. */
export function listenerFor({ connectionString, Client }: Primary): { listen: Listen; close(): Promise<void> } {
  const channels = new Map<string, Set<Ear>>()
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<pg.Client> {
    // Several parts start listening at the same moment; their statements may overlap.
    const config: pg.ClientConfig & { pipeline: boolean } = {
      connectionString,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: 10_000,
      pipeline: true,
    }
    const fresh = new Client(config)
    fresh.on('notification', ({ channel, payload }) => {
      for (const ear of channels.get(channel) ?? []) ear.onMessage(payload ?? '')
    })
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    // The connection may have ended since its last answer, in which case `end` was emitted before anybody listened.
    fresh.once('end', () => reopen(FIRST_WAIT_MS))
    client = fresh
    return fresh
  }

  function reopen(waitMs: number): void {
    client = undefined
    opening = undefined
    if (closed) return
    // Also after a try to come back that failed, when those who listen know already.
    for (const ears of channels.values()) for (const ear of ears) ear.onLoss?.()
    retry = setTimeout(async () => {
      try {
        opening = open()
        await opening
        for (const ears of channels.values()) for (const ear of ears) ear.onGap?.()
      } catch {
        reopen(Math.min(2 * waitMs, LONGEST_WAIT_MS))
      }
    }, waitMs)
    retry.unref()
  }

  return {
    async listen(channel, onMessage, onGap, onLoss) {
      const ear: Ear = { onMessage, onGap, onLoss }
      const ears = channels.get(channel) ?? new Set<Ear>()
      channels.set(channel, ears.add(ear))
      opening ??= open()
      try {
        // The channel may have been added after opening listed the channels; listening twice does no harm.
        await (await opening).query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        ears.delete(ear)
        if (!client) opening = undefined
        throw error
      }
      return async () => {
        ears.delete(ear)
        if (ears.size > 0 || !channels.delete(channel)) return
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
