import type { Database } from '#platform/postgres/database.ts'
import { type Bus, startBus } from './bus.ts'
import { type ChangeFeed, startChangeFeed } from './changes/change-feed.ts'
import { type FindWatchable, watchableTables } from './changes/columns.ts'
import { ConcurrencyCounter } from './concurrency-counter.ts'
import { type IsEnded, type Sessions, type VerifyAccessToken, withSessions } from './credentials.ts'
import type { RealtimeLimits } from './limits.ts'
import type { ChannelPolicy } from './policy.ts'
import { type Presence, startPresence } from './presence.ts'
import { Rooms } from './rooms.ts'

export interface HubOptions {
  database: Database
  verifyAccessToken: VerifyAccessToken
  /** By default a token is valid until it expires. */
  sessions?: Sessions | undefined
  policy: ChannelPolicy
  limits: RealtimeLimits
  onFault(fault: unknown): void
}

/** State shared by all connections of this process. */
export interface Hub extends HubOptions {
  rooms: Rooms
  feed: ChangeFeed
  bus: Bus
  presence: Presence
  findWatchable: FindWatchable
  connections: Set<HubConnection>
  /** Number of connections per user. */
  connectionsByUser: ConcurrencyCounter
  stop(): Promise<void>
}

/** The hub's interface to a connection; joins and messages are handled by the connection itself. */
interface HubConnection {
  failWatchers(): void
  /** Closes the channels of sessions that have ended. */
  endSessions(isEnded: IsEnded): void
  /** Closes the channels of all sessions: clients rejoin, and are admitted once sessions can be checked again. */
  failSessions(): void
  end(code: number, reason: string): void
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const { database, onFault, limits } = options
  const rooms = new Rooms()
  const connections = new Set<HubConnection>()
  // After a channel error, clients rejoin and reload their data.
  const onGap = () => {
    for (const connection of connections) connection.failWatchers()
  }
  const feed = await startChangeFeed({ database, intervalMs: limits.changeIntervalMs, onGap, onFault })
  const bus = await startBus({ database, onEnvelope: (envelope) => rooms.broadcast(envelope), onFault })
  const unwatch = options.sessions?.watch({
    ended(isEnded) {
      for (const connection of connections) connection.endSessions(isEnded)
    },
    lost() {
      for (const connection of connections) connection.failSessions()
    },
  })
  const presence = startPresence({ database, bus, broadcast: (envelope) => rooms.broadcast(envelope), onFault })
  return {
    ...options,
    verifyAccessToken: withSessions(options.verifyAccessToken, options.sessions),
    connectionsByUser: new ConcurrencyCounter(),
    rooms,
    feed,
    bus,
    presence,
    findWatchable: watchableTables(database),
    connections,
    async stop() {
      unwatch?.()
      for (const connection of connections) connection.end(1001, 'The server is stopping')
      await feed.stop()
      await presence.stop().catch(onFault)
      await bus.stop()
    },
  }
}
