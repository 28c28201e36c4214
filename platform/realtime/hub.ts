import type { Database } from '#platform/postgres/database.ts'
import { type Bus, startBus } from './bus.ts'
import { type ChangeFeed, startChangeFeed } from './change-feed.ts'
import { type FindWatchable, watchableTables } from './columns.ts'
import { type IsEnded, type Sessions, type VerifyAccessToken, withSessions } from './credentials.ts'
import type { RealtimeLimits } from './limits.ts'
import type { ChannelPolicy } from './policy.ts'
import { type Presence, startPresence } from './presence.ts'
import { Rooms } from './rooms.ts'
import { Shares } from './shares.ts'

export interface HubOptions {
  database: Database
  verifyAccessToken: VerifyAccessToken
  /** By default a token counts until it expires. */
  sessions?: Sessions | undefined
  policy: ChannelPolicy
  limits: RealtimeLimits
  onFault(fault: unknown): void
}

/** What all connections of this process share. */
export interface Hub extends HubOptions {
  rooms: Rooms
  feed: ChangeFeed
  bus: Bus
  presence: Presence
  findWatchable: FindWatchable
  connections: Set<Reachable>
  /** How many connections each person listens on. */
  people: Shares
  stop(): Promise<void>
}

/** What the hub does with a connection: joins and messages are the connection's own. */
interface Reachable {
  failWatchers(): void
  /** Ends what acts for sessions that have ended. */
  endSessions(isEnded: IsEnded): void
  /** The same for all sessions: clients join again, and are let in once sessions can be checked again. */
  failSessions(): void
  end(code: number, reason: string): void
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const { database, onFault, limits } = options
  const rooms = new Rooms()
  const connections = new Set<Reachable>()
  // After an error clients rejoin, and then read again what they show.
  const onGap = () => {
    for (const connection of connections) connection.failWatchers()
  }
  const feed = await startChangeFeed({ database, intervalMs: limits.changeIntervalMs, onGap, onFault })
  const bus = await startBus({ database, onEnvelope: (envelope) => rooms.spread(envelope), onFault })
  const unwatch = options.sessions?.watch({
    ended(isEnded) {
      for (const connection of connections) connection.endSessions(isEnded)
    },
    lost() {
      for (const connection of connections) connection.failSessions()
    },
  })
  const presence = startPresence({ database, bus, spread: (envelope) => rooms.spread(envelope), onFault })
  return {
    ...options,
    verifyAccessToken: withSessions(options.verifyAccessToken, options.sessions),
    people: new Shares(),
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
