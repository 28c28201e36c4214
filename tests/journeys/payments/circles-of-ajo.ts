import pg from 'pg'
import type { Person } from '../people.ts'
import type { Site } from '../sites.ts'

/** Runs a statement as the owner, without triggers. */
export async function write(market: Pick<Site, 'databaseUrl'>, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  await client.query(`begin; set local session_replication_role = 'replica'`)
  const { rows } = await client.query(sql, values)
  await client.query('commit')
  await client.end()
  return rows
}

/** Opens circles of ajo, also those that take turns, or closes them. */
export const setAjo = (market: Site, value: 0 | 1) =>
  write(
    market,
    `insert into public.settings (key, value, note) values ('ajo_circles', to_jsonb($1::integer), 'A journey'), ('ajo_turns', to_jsonb($1::integer), 'A journey')`,
    [value],
  )

/** Moves the first month of a person's circle, so that it is due in this many days. */
export const moveMonth = (market: Site, person: Person, days: number) =>
  write(
    market,
    `update public.ajo_months m set due_on = d.day, closes_at = (d.day + 8)::timestamp at time zone 'Africa/Lagos'
     from (select (now() at time zone 'Africa/Lagos')::date + $2::integer as day) d
     where m.closed_at is null and m.month = 1 and m.circle_id = (select circle_id from public.ajo_members where person_id = $1)`,
    [person.userId, days],
  )
