import { randomUUID } from 'node:crypto'
import { type Binding, readBindings } from './changes/bindings.ts'
import { isRecord } from './frames.ts'

export interface Replay {
  sinceMs: number
  limit: number
}

/** Options of a client's join message. */
export interface ChannelConfig {
  /** The client receives its own broadcasts. */
  self: boolean
  /** Broadcasts are acknowledged. */
  ack: boolean
  /** The client wants to know when changes are delivered; here that is at once. */
  replicationReady: boolean
  /** Stored broadcasts that are sent again to the client that joins; null if it asks for none. */
  replay: Replay | null
  presenceEnabled: boolean
  /** Presences with the same key appear as one person on several devices. */
  key: string
  private: boolean
  bindings: Binding[]
}

const MAX_REPLAYED = 25

/** Null if the list of bindings or the replay is malformed; other missing or malformed fields take their defaults. */
export function readChannelConfig(value: unknown): ChannelConfig | null {
  const config = isRecord(value) ? value : {}
  const broadcast = isRecord(config.broadcast) ? config.broadcast : {}
  const presence = isRecord(config.presence) ? config.presence : {}
  const bindings = readBindings(config.postgres_changes)
  const replay = readReplay(broadcast.replay)
  if (!bindings || replay === undefined) return null
  const key = typeof presence.key === 'string' && presence.key !== '' ? presence.key.slice(0, 255) : randomUUID()
  return {
    self: broadcast.self === true,
    ack: broadcast.ack === true,
    replicationReady: broadcast.replication_ready === true,
    replay,
    presenceEnabled: presence.enabled === true,
    key,
    private: config.private === true,
    bindings,
  }
}

/** Undefined if it is malformed. */
function readReplay(value: unknown): Replay | null | undefined {
  if (value === undefined || value === null) return null
  if (!isRecord(value)) return undefined
  const { since, limit = MAX_REPLAYED } = value
  const isSince = typeof since === 'number' && since >= 0 && since <= Number.MAX_SAFE_INTEGER
  const isLimit = typeof limit === 'number' && Number.isInteger(limit) && limit > 0
  return isSince && isLimit ? { sinceMs: since, limit: Math.min(limit, MAX_REPLAYED) } : undefined
}
