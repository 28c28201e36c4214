import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { type Bus, type Envelope, startBus } from './bus.ts'
import { type ChangeFeed, startChangeFeed } from './changes/change-feed.ts'
import { type FindWatchable, watchableTables } from './changes/columns.ts'
import { type IsEnded, type Sessions, type VerifyAccessToken, withSessions } from './credentials.ts'
import type { Budgets } from './limits/budgets.ts'
import { ConcurrencyCounter } from './limits/concurrency-counter.ts'
import type { RealtimeLimits } from './limits/limits.ts'
import { type Presence, startPresence } from './presence/presence.ts'
import { type RoomCounts, startRoomCounts } from './presence/room-counts.ts'
import type { ChannelPolicy } from './rights/policy.ts'
import { Rooms } from './rooms.ts'

/** Private channels that differ from the protocol's, by their topic. */
export interface TopicRules {
  /** Members are told how many they are, and never who. */
  isCounted(topic: string): boolean
  /** The key of a presence is the user's id, whatever the client asks for, so that it proves who is there. */
  hasOwnKeys(topic: string): boolean
}

export interface HubOptions {
  database: Database
  verifyAccessToken: VerifyAccessToken
  /** By default a token is valid until it expires. */
  sessions?: Sessions | undefined
  policy: ChannelPolicy
  topics: TopicRules
  budgets: Budgets
  limits: RealtimeLimits
  onFault(fault: unknown): void
}

/** State shared by all connections of this process. */
export interface Hub extends HubOptions {
  rooms: Rooms
  feed: ChangeFeed
  bus: Bus
  presence: Presence
  counts: RoomCounts
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
  const broadcast = (envelope: Envelope) => rooms.broadcast(envelope)
  const presence = startPresence({ database, bus, maxShown: limits.membersPerChannel, broadcast, onFault })
  const counts = startRoomCounts({
    database,
    processId: bus.processId,
    intervalMs: limits.countIntervalMs,
    maxPerNetwork: limits.countedPerNetwork,
    onUse: presence.use,
    broadcast,
    onFault,
  })
  const cleaning = startCleaning(options)
  return {
    ...options,
    verifyAccessToken: withSessions(options.verifyAccessToken, options.sessions),
    connectionsByUser: new ConcurrencyCounter(),
    rooms,
    feed,
    bus,
    presence,
    counts,
    findWatchable: watchableTables(database),
    connections,
    async stop() {
      unwatch?.()
      for (const connection of connections) connection.end(1001, 'The server is stopping')
      clearInterval(cleaning)
      await feed.stop()
      await counts.stop().catch(onFault)
      await presence.stop().catch(onFault)
      await bus.stop()
    },
  }
}

const CLEANING_MS = 600_000
/** Messages that one call deletes. */
const DELETED_AT_ONCE = 5_000

/** Deletes stored messages of more than a day ago. */
function startCleaning({ database, onFault }: Pick<HubOptions, 'database' | 'onFault'>): NodeJS.Timeout {
  async function clean(): Promise<void> {
    let deleted: number
    do {
      const { rows } = await database.as(SERVICE, (tx) =>
        tx.query<{ deleted: number }>('select realtime.delete_old_messages() as deleted'),
      )
      deleted = rows[0]?.deleted ?? 0
    } while (deleted === DELETED_AT_ONCE)
  }
  return setInterval(() => void clean().catch(onFault), CLEANING_MS).unref()
}
