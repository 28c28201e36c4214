import { createHash } from 'node:crypto'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { type Envelope, LIFETIME_MS } from '../bus.ts'

interface RoomMember {
  topic: string
  /** Members with the same key count once in this process. */
  key: string
  /** The group of the client's address. */
  network: string
}

export interface RoomCounts {
  /** Counts a member. Returns the function that ends it. */
  enter(member: RoomMember): () => void
  /** The count that the room received last; undefined if none yet. */
  lastCount(topic: string): number | undefined
  stop(): Promise<void>
}

interface RoomCountsOptions {
  database: Database
  processId: string
  intervalMs: number
  /** Members of one network that count in a room, over all processes. */
  maxPerNetwork: number
  /** Called before the first member is counted. */
  onUse(): void
  broadcast(envelope: Envelope): void
  onFault(fault: unknown): void
}

interface Room {
  /** By key. A person in two networks counts in the first. */
  members: Map<string, { channels: number; network: string }>
  /** Members by network, as the database has them. */
  stored: Map<string, number>
  sent: number | undefined
}

/** The event that tells a room how many are there. */
export const COUNT_EVENT = 'count'

/**
 * Tells private rooms how many members they have over all processes, and never who. Each process stores its own number
 * of each room and network and reads the sums, once in an interval for all rooms together. Only a few members of one
 * network count, so that a script which opens many pages does not make a room look full.
 */
export function startRoomCounts(options: RoomCountsOptions): RoomCounts {
  const { database, processId, intervalMs, maxPerNetwork, broadcast, onFault } = options
  const rooms = new Map<string, Room>()

  async function update(): Promise<void> {
    if (rooms.size === 0) return
    const current = [...rooms].map(([topic, room]) => ({ topic, room, numbers: byNetwork(room, maxPerNetwork) }))
    const changes = current.flatMap(({ topic, room, numbers }) => changesOf(topic, room.stored, numbers))
    const column = <Name extends keyof NetworkChange>(name: Name) => changes.map((change) => change[name])
    const sums = await database.as(SERVICE, async (tx) => {
      await tx.query(ALIVE, [processId])
      if (changes.length > 0) {
        const values = [processId, column('topic'), column('network')]
        await tx.query(STORE, [...values, column('members')])
        await tx.query(REMOVE, [...values, column('members')])
      }
      const asked = [[...rooms.keys()], LIFETIME_MS / 1_000, maxPerNetwork]
      return (await tx.query<{ channel: string; members: number }>(SUMS, asked)).rows
    })
    for (const { room, numbers } of current) room.stored = numbers
    for (const { channel, members } of sums) tell(channel, members)
    for (const [topic, room] of rooms) if (room.members.size === 0 && room.stored.size === 0) rooms.delete(topic)
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
    enter({ topic, key, network }) {
      options.onUse()
      const room = rooms.get(topic) ?? { members: new Map(), stored: new Map(), sent: undefined }
      rooms.set(topic, room)
      const member = room.members.get(key) ?? { channels: 0, network: digestOf(topic, network) }
      room.members.set(key, member)
      member.channels += 1
      return () => {
        member.channels -= 1
        if (member.channels === 0) room.members.delete(key)
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

/** Addresses are not stored: only whether two members have the same one matters. */
const digestOf = (topic: string, network: string): string =>
  createHash('sha256').update(`${topic} ${network}`).digest('base64url').slice(0, 16)

/** A number to store; zero removes it. */
interface NetworkChange {
  topic: string
  network: string
  members: number
}

/** Members by network, as many of each as count. */
function byNetwork(room: Room, most: number): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { network } of room.members.values()) {
    numbers.set(network, Math.min(most, (numbers.get(network) ?? 0) + 1))
  }
  return numbers
}

const changesOf = (topic: string, stored: Map<string, number>, current: Map<string, number>): NetworkChange[] =>
  [...new Set([...stored.keys(), ...current.keys()])]
    .filter((network) => stored.get(network) !== current.get(network))
    .map((network) => ({ topic, network, members: current.get(network) ?? 0 }))

const ALIVE = `insert into realtime.processes (id) values ($1) on conflict (id) do update set seen_at = clock_timestamp()`

const STORE = `
  insert into realtime.room_counts (process, channel, network, members)
  select $1::uuid, channel, network, members from unnest($2::text[], $3::text[], $4::integer[]) counted (channel, network, members) where members > 0
  on conflict (channel, process, network) do update set members = excluded.members`

const REMOVE = `
  delete from realtime.room_counts c using unnest($2::text[], $3::text[], $4::integer[]) counted (channel, network, members)
  where c.process = $1 and c.channel = counted.channel and c.network = counted.network and counted.members = 0`

const SUMS = `
  select channel, sum(least(members, $3))::integer as members from (
    select c.channel, c.network, sum(c.members) as members from realtime.room_counts c join realtime.processes s on s.id = c.process
    where c.channel = any ($1::text[]) and s.seen_at > clock_timestamp() - make_interval(secs => $2) group by c.channel, c.network) networks
  group by channel`

const LEAVE = 'delete from realtime.room_counts where process = $1'
