import { randomUUID } from 'node:crypto'
import { type Binding, readBindings } from './changes/bindings.ts'
import { isRecord } from './frames.ts'

/** Options of a client's join message. */
export interface ChannelConfig {
  /** The client receives its own broadcasts. */
  self: boolean
  /** Broadcasts are acknowledged. */
  ack: boolean
  presenceEnabled: boolean
  /** Presences with the same key appear as one person on several devices. */
  key: string
  private: boolean
  bindings: Binding[]
}

/** Null if the list of bindings is malformed; other missing or malformed fields take their defaults. */
export function readChannelConfig(value: unknown): ChannelConfig | null {
  const config = isRecord(value) ? value : {}
  const broadcast = isRecord(config.broadcast) ? config.broadcast : {}
  const presence = isRecord(config.presence) ? config.presence : {}
  const bindings = readBindings(config.postgres_changes)
  if (!bindings) return null
  const key = typeof presence.key === 'string' && presence.key !== '' ? presence.key.slice(0, 255) : randomUUID()
  return {
    self: broadcast.self === true,
    ack: broadcast.ack === true,
    presenceEnabled: presence.enabled === true,
    key,
    private: config.private === true,
    bindings,
  }
}
