import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { type Envelope, LIFETIME_MS } from '../bus.ts'

export interface RoomCounts {
  /** Counts a member; those with the same key count once in this process. Returns the function that ends it. */
  enter(topic: string, key: string): () => void
  /** The count that the room received last; undefined if none yet. */
  lastCount(topic: string): number | undefined
  stop(): Promise<void>
}

interface RoomCountsOptions {
  database: Database
  processId: string
  intervalMs: number
  /** Called before the first member is counted. */
  onUse(): void
  broadcast(envelope: Envelope): void
  onFault(fault: unknown): void
}

interface Room {
  /** Number of members by key. */
  members: Map<string, number>
  stored: number
  sent: number | undefined
}

/** The event that tells a room how many are there. */
export const COUNT_EVENT = 'count'

/**
 * Tells private rooms how many members they have over all processes, and never who. Each process stores its own number
 * of each room and reads the sums, once in an interval for all rooms together.
 */
export function startRoomCounts(options: RoomCountsOptions): RoomCounts {
  const { database, processId, intervalMs, broadcast, onFault } = options
  const rooms = new Map<string, Room>()

  async function update(): Promise<void> {
    const changed = [...rooms].filter(([, room]) => room.members.size !== room.stored)
    if (rooms.size === 0) return
    const numbers = changed.map(([, room]) => room.members.size)
    const names = changed.map(([topic]) => topic)
    const sums = await database.as(SERVICE, async (tx) => {
      await tx.query(ALIVE, [processId])
      await tx.query(STORE, [processId, names, numbers])
      await tx.query(REMOVE, [processId, names.filter((_, index) => numbers[index] === 0)])
      return (await tx.query<{ channel: string; members: number }>(SUMS, [[...rooms.keys()], LIFETIME_MS / 1_000])).rows
    })
    for (const [index, [, room]] of changed.entries()) room.stored = numbers[index] ?? 0
    for (const { channel, members } of sums) tell(channel, members)
    for (const [topic, room] of rooms) if (room.members.size === 0 && room.stored === 0) rooms.delete(topic)
  }

  function tell(topic: string, count: number): void {
    const room = rooms.get(topic)
    if (!room || room.sent === count) return
    room.sent = count
    broadcast({ topic, private: true, event: COUNT_EVENT, payload: { count } })
  }

  let running: Promise<void> = Promise.resolve()
  const tick = setInterval(() => {
    running = running.then(update).catch(onFault)
  }, intervalMs)
  tick.unref()
  return {
    enter(topic, key) {
      options.onUse()
      const room = rooms.get(topic) ?? { members: new Map(), stored: 0, sent: undefined }
      rooms.set(topic, room)
      room.members.set(key, (room.members.get(key) ?? 0) + 1)
      return () => {
        const left = (room.members.get(key) ?? 1) - 1
        if (left > 0) room.members.set(key, left)
        else room.members.delete(key)
      }
    },
    lastCount: (topic) => rooms.get(topic)?.sent,
    async stop() {
      clearInterval(tick)
      await running
      if (rooms.size > 0) await database.as(SERVICE, (tx) => tx.query(LEAVE, [processId]))
    },
  }
}

const ALIVE = `insert into realtime.processes (id) values ($1) on conflict (id) do update set seen_at = clock_timestamp()`

const STORE = `
  insert into realtime.room_counts (process, channel, members)
  select $1::uuid, channel, members from unnest($2::text[], $3::integer[]) counted (channel, members) where members > 0
  on conflict (channel, process) do update set members = excluded.members`

const REMOVE = 'delete from realtime.room_counts where process = $1 and channel = any ($2::text[])'

const SUMS = `
  select c.channel, sum(c.members)::integer as members from realtime.room_counts c join realtime.processes s on s.id = c.process
  where c.channel = any ($1::text[]) and s.seen_at > clock_timestamp() - make_interval(secs => $2) group by c.channel`

const LEAVE = 'delete from realtime.room_counts where process = $1'
