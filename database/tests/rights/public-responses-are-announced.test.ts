import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { readClosure } from '#platform/response-cache/dependencies.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.drop())

/** Tables and views that visitors may read, with the tables behind them. */
async function publicTables(): Promise<Map<string, ReadonlySet<string>>> {
  const client = await db.owner.connect()
  try {
    const closure = await readClosure(client)
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'public_shown') and c.relkind in ('r', 'v') and has_any_column_privilege('anon', c.oid, 'select')`,
    )
    return new Map(rows.map(({ name }) => [name, closure(name) ?? new Set()]))
  } finally {
    client.release()
  }
}

test('finds the tables behind views, policies and the functions that they call', async () => {
  const tables = await publicTables()
  expect([...(tables.get('public.group_buys') ?? [])]).toEqual(
    expect.arrayContaining(['public.group_buys', 'public.vendors']),
  )
  expect(tables.get('public.reviews')).toEqual(new Set(['public.reviews', 'public.vendors']))
  expect(tables.get('public.market_opening')).toEqual(new Set(['public.profiles', 'public.settings']))
  expect(tables.get('public.top_buyers')).toContain('public.orders')
})

/**
 * Sign-in and the ledger change constantly: responses that depend on them are cached for at most a second (decision
 * 0052).
 */
const UNANNOUNCED = /^(auth|ledger)\./

test('every table behind public responses announces each kind of change', async () => {
  const shown = new Set([...(await publicTables()).values()].flatMap((tables) => [...tables]))
  const { rows } = await db.owner.query<{ name: string; events: number }>(
    `select n.nspname || '.' || c.relname as name, bit_or(t.tgtype) & 60 as events
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where t.tgfoid in ('realtime.announce_change'::regproc, 'realtime.announce_new_rows'::regproc, 'realtime.announce_moved_rows'::regproc, 'realtime.announce_table'::regproc) and t.tgqual is null and t.tgattr = ''
     group by 1`,
  )
  const announcing = new Map(rows.map(({ name, events }) => [name, events]))
  // Insert, delete, update and truncate: bits 4, 8, 16 and 32 of pg_trigger.tgtype.
  const silent = [...shown].filter((name) => !UNANNOUNCED.test(name) && announcing.get(name) !== 4 + 8 + 16 + 32)
  expect(shown.size).toBeGreaterThan(20)
  expect(silent).toEqual([])
})

test('a statement announces its table once', async () => {
  const heard: string[] = []
  const stop = await db.database.listen('table_changes', (table) => heard.push(table))
  await db.owner.query(
    `begin; update public.settings set value = value; update public.settings set value = value; commit`,
  )
  await db.owner.query(`select pg_notify('table_changes', 'the end')`)
  await expect.poll(() => heard.at(-1)).toBe('the end')
  expect(heard).toEqual(['public.settings', 'the end'])
  await stop()
})
