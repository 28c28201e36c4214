import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPrimary } from '../servers/primary.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { openAnonymousQueries } from './anonymous-queries.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query(`
    create table notes (id int8 primary key, owner text);
    insert into notes values (1, 'anon'), (2, 'someone'), (3, 'authenticated');
    alter table notes enable row level security;
    create policy own on notes using (owner = current_user or owner = current_setting('request.jwt.claims')::json ->> 'sub');
    grant select, insert on notes to anon, authenticated;
    create function changes(name text, value text) returns text language sql volatile as $$ select set_config(name, value, false) $$;
    create function adds() returns int language sql volatile security definer as
      $$ insert into public.notes values (9, 'anon') returning 1 $$;
    grant execute on function changes(text, text), adds() to anon;
  `)
})
afterAll(() => db.drop())

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

function openReads(connections = 1) {
  const primary = openPrimary([db.connectionString])
  const reads = openAnonymousQueries({ primary, connections, settings: { search_path: '"public"' } })
  close = reads.close
  const read = async (text: string, values: unknown[] = []) => reads.read({ text, values })
  /** Connections are opened on first use. */
  const untilRead = async (text: string, values: unknown[] = []) => {
    await expect.poll(() => read('select 1 as one')).toEqual([{ one: 1 }])
    return read(text, values)
  }
  return { read, untilRead }
}

const NOTES = 'select coalesce(array_agg(n.id::int order by n.id), array[]::int[]) as ids from notes n'

test('reads with the rights of a visitor', async () => {
  const { untilRead, read } = openReads()
  const who = `select current_user::text as role, current_setting('request.jwt.claims') as claims, current_setting('search_path') as path`
  expect(await untilRead(who)).toEqual([{ role: 'anon', claims: '{"role":"anon"}', path: '"public"' }])
  expect(await read(NOTES)).toEqual([{ ids: [1] }])
})

test('concurrent reads get their own results, also beside a failing one', async () => {
  const { untilRead, read } = openReads(2)
  await untilRead('select 1 as one')
  const numbers = Array.from({ length: 30 }, (_, index) => index)
  const results = await Promise.all(
    numbers.map((number) => read('select $1::int / $2::int as it', [number, number % 5 === 4 ? 0 : 1])),
  )
  for (const [number, rows] of results.entries()) {
    if (number % 5 === 4) expect(rows).toBeUndefined()
    else expect([[{ it: number }], undefined]).toContainEqual(rows)
  }
  expect(results.filter((rows) => rows !== undefined).length).toBeGreaterThan(10)
})

test('reads of one turn share a connection, up to a limit', async () => {
  const { untilRead, read } = openReads(2)
  const who = 'select pg_backend_pid() as pid'
  const pidsOf = async (amount: number) => {
    const results = await Promise.all(Array.from({ length: amount }, () => read(who)))
    return new Set(results.map((rows) => rows?.[0]?.pid)).size
  }
  await untilRead(who)
  await expect.poll(() => pidsOf(12)).toBe(2)
  expect(await pidsOf(5)).toBe(1)
})

test('cannot write', async () => {
  const { untilRead } = openReads()
  expect(await untilRead('select adds() as one')).toBeUndefined()
  expect((await db.owner.query('select from notes where id = 9')).rowCount).toBe(0)
})

test.each([
  ['role', 'authenticated'],
  ['role', 'none'],
  ['request.jwt.claims', '{"role":"anon","sub":"someone"}'],
  ['default_transaction_read_only', 'off'],
  ['search_path', 'pg_temp'],
])('a connection whose %s has become %s returns nothing more', async (name, value) => {
  const { untilRead, read } = openReads()
  expect(await untilRead('select public.changes($1, $2) as it', [name, value])).toEqual([{ it: value }])
  expect(await read('select 1 as one')).toBeUndefined()
  // The next connection has a visitor's rights again.
  await expect.poll(() => read(NOTES.replace('notes', 'public.notes'))).toEqual([{ ids: [1] }])
})

test('a slow statement moves to a connection of its own, and delays no others again', async () => {
  const { untilRead, read } = openReads()
  const slow = 'select 1 as one from pg_sleep(1.2)'
  expect(await untilRead(slow)).toBeUndefined()
  // Results come in the order of the statements, so the second is first only if the slow one was not sent.
  const beside = read('select 1 as one').then((rows) => ({ first: 'beside', rows }))
  const again = read(slow).then((rows) => ({ first: 'again', rows }))
  expect(await Promise.race([beside, again])).toEqual({ first: 'again', rows: undefined })
  expect((await beside).rows).toEqual([{ one: 1 }])
})

test('without a connection it returns undefined, and recovers', async () => {
  const { untilRead, read } = openReads()
  await untilRead('select 1 as one')
  await db.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await expect.poll(() => read('select 1 as one')).toEqual([{ one: 1 }])
})
