import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { Replay } from './channel-config.ts'
import { broadcastBody } from './rooms.ts'

/** The stored broadcasts of a private channel since a moment: the newest, oldest first, as clients receive them. */
export async function readReplayed(
  database: Database,
  topic: string,
  { sinceMs, limit }: Replay,
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.as(
    SERVICE,
    (tx) => tx.query<{ id: string; event: string; payload: unknown }>(REPLAYED, [topic, sinceMs / 1_000, limit]),
    { readOnly: true },
  )
  return rows.reverse().map(({ id, event, payload }) => broadcastBody({ event, payload, meta: { id, replayed: true } }))
}

const REPLAYED = `
  select id, event, payload from realtime.messages
  where topic = $1 and private and extension = 'broadcast' and event is not null and inserted_at > to_timestamp($2::float8)
  order by inserted_at desc limit $3`
