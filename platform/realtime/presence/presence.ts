import { randomBytes } from 'node:crypto'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { type Bus, type Envelope, HEARTBEAT_MS, LIFETIME_MS } from '../bus.ts'
import { roomKey } from '../rooms.ts'

export interface PresenceRoom {
  topic: string
  private: boolean
}

/** The presence of one connection. `ref` identifies this state of it; tracking again assigns a new one. */
export interface TrackedPresence extends PresenceRoom {
  ref: string
  key: string
  meta: Record<string, unknown>
}

type Metas = Record<string, { metas: Record<string, unknown>[] }>

export interface Presence {
  /** From now on, this process is listed among those that are alive. */
  use(): void
  stateOf(room: PresenceRoom): Promise<Metas>
  track(next: Omit<TrackedPresence, 'ref'>, before: TrackedPresence | null): Promise<TrackedPresence>
  untrack(tracked: TrackedPresence): Promise<void>
  stop(): Promise<void>
}

interface PresenceOptions {
  database: Database
  bus: Bus
  /** Presences of one room that a client which joins is told. */
  maxShown: number
  /** Sends a diff to this process's members. */
  broadcast(envelope: Envelope): void
  onFault(fault: unknown): void
}

/** Stores presences in PostgreSQL so that all processes agree; those of a dead process are removed after 45 s. */
export function startPresence({ database, bus, maxShown, broadcast, onFault }: PresenceOptions): Presence {
  let used = false
  const run = (sql: string, values: unknown[]) => database.as(SERVICE, (tx) => tx.query(sql, values))

  async function publishDiff(room: PresenceRoom, joins: TrackedPresence[], leaves: TrackedPresence[]): Promise<void> {
    const payload = { joins: toMetas(joins), leaves: toMetas(leaves) }
    const envelope: Envelope = { ...room, event: 'presence_diff', kind: 'presence_diff', payload }
    broadcast(envelope)
    await bus.post(envelope)
  }

  async function sendHeartbeat(): Promise<void> {
    if (!used) return
    await run(HEARTBEAT, [bus.processId])
    const { rows } = await run(SWEEP, [LIFETIME_MS / 1_000])
    for (const left of rows.map(toTracked)) await publishDiff(roomOnly(left), [], [left])
  }

  const heartbeat = setInterval(() => void sendHeartbeat().catch(onFault), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    use() {
      used = true
    },
    async stateOf(room) {
      const { rows } = await run(STATE, [roomKey(room), LIFETIME_MS / 1_000, maxShown])
      return toMetas(rows.map(toTracked))
    },
    async track(next, before) {
      used = true
      const tracked: TrackedPresence = { ...next, ref: randomBytes(9).toString('base64url') }
      await run(TRACK, [
        tracked.ref,
        bus.processId,
        roomKey(next),
        next.key,
        JSON.stringify(next.meta),
        before?.ref ?? null,
      ])
      // Two messages, because the client library loses an entry whose key joins while it is still present.
      if (before) await publishDiff(roomOnly(next), [], [before])
      await publishDiff(roomOnly(next), [tracked], [])
      return tracked
    },
    async untrack(tracked) {
      await run('delete from realtime.presences where ref = $1', [tracked.ref])
      await publishDiff(roomOnly(tracked), [], [tracked])
    },
    async stop() {
      clearInterval(heartbeat)
      if (!used) return
      const { rows } = await run(LEAVE, [bus.processId])
      for (const left of rows.map(toTracked)) await publishDiff(roomOnly(left), [], [left])
    },
  }
}

function toMetas(list: TrackedPresence[]): Metas {
  const metas: Metas = {}
  for (const { key, ref, meta } of list) {
    const entry = Object.hasOwn(metas, key) ? metas[key] : undefined
    const described = { ...meta, phx_ref: ref }
    if (entry) entry.metas.push(described)
    else Object.defineProperty(metas, key, { value: { metas: [described] }, enumerable: true })
  }
  return metas
}

const roomOnly = ({ topic, private: isPrivate }: PresenceRoom): PresenceRoom => ({ topic, private: isPrivate })

function toTracked(row: { ref: string; channel: string; key: string; meta: Record<string, unknown> }): TrackedPresence {
  const isPrivate = row.channel.startsWith('private:')
  return {
    ref: row.ref,
    key: row.key,
    meta: row.meta,
    private: isPrivate,
    topic: row.channel.replace(/^(public|private):/, ''),
  }
}

const HEARTBEAT = `insert into realtime.processes (id) values ($1) on conflict (id) do update set seen_at = clock_timestamp()`

const TRACK = `
  with alive as (insert into realtime.processes (id) values ($2) on conflict (id) do update set seen_at = clock_timestamp()),
    before as (delete from realtime.presences where ref = $6)
  insert into realtime.presences (ref, process, channel, key, meta) values ($1, $2, $3, $4, $5::jsonb)`

const STATE = `
  select p.ref, p.channel, p.key, p.meta from realtime.presences p join realtime.processes s on s.id = p.process
  where p.channel = $1 and s.seen_at > clock_timestamp() - make_interval(secs => $2) limit $3`

const SWEEP = `
  with dead as (delete from realtime.processes where seen_at < clock_timestamp() - make_interval(secs => $1) returning id),
    uncounted as (delete from realtime.room_counts where process in (select id from dead))
  delete from realtime.presences where process in (select id from dead) returning ref, channel, key, meta`

const LEAVE = `
  with gone as (delete from realtime.processes where id = $1)
  delete from realtime.presences where process = $1 returning ref, channel, key, meta`
