import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const BOLA = '00000000-0000-4000-8000-00000000000b'

/** A long timeout, because the machine that runs the tests may be busy. */
const soon = <T>(check: () => T | Promise<T>, options: { timeout?: number; interval?: number } = {}) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20, ...options })

let db: TestDatabase
let live: LiveServer
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query(`
    create table public.pots (id uuid primary key default gen_random_uuid(), owner uuid not null, level int not null default 0,
      price numeric(14,2), secret text default 'hidden', at timestamptz default now());
    alter table public.pots enable row level security;
    create policy own on public.pots for select to authenticated
      using (owner = (current_setting('request.jwt.claims')::json ->> 'sub')::uuid);
    create policy full_pots on public.pots for select to anon using (level >= 100);
    grant select (id, owner, level, price, at) on public.pots to authenticated, anon;
    create trigger announce after insert or update or delete on public.pots for each row execute function realtime.announce_change();
    create table public.boards (id int primary key, shown boolean);
    alter table public.boards enable row level security;
    create policy shown on public.boards for select to anon, authenticated using (shown);
    grant select on public.boards to anon, authenticated;
    create trigger announce after insert or update or delete on public.boards for each row execute function realtime.announce_change();
    create table public.silent (id int primary key); grant select on public.silent to anon;
    create table public.pairs (a int, b text, note text, primary key (a, b)); grant select on public.pairs to anon;
    create trigger announce after insert or update or delete on public.pairs for each row execute function realtime.announce_change()`)
})
beforeEach(async () => {
  live = await startLiveServer(db.database)
})
afterEach(async () => {
  await live.stop()
  expect(live.faults).toEqual([])
  await db.owner.query('truncate public.pots, public.pairs')
})
afterAll(() => db.drop())

const newPot = async (owner = ADA, level = 0): Promise<string> =>
  (await db.owner.query('insert into public.pots (owner, level) values ($1, $2) returning id', [owner, level])).rows[0]
    .id
const setLevel = (id: string, level: number) =>
  db.owner.query('update public.pots set level = $2 where id = $1', [id, level])

interface ChangeEvent {
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  [field: string]: unknown
}

async function watch(token: string | undefined, filter: Record<string, unknown> = {}, options = {}) {
  const seen: ChangeEvent[] = []
  const system: { status: string; message: string }[] = []
  const client = live.client(token, options)
  // The client fetches its token in the background; joining before that would join anonymously.
  await client.setAuth()
  const channel = client.channel(`pots-${Math.random()}`)
  channel.on(
    'postgres_changes',
    { event: '*', schema: 'public', table: 'pots', ...filter } as { event: '*'; schema: string },
    (change) => seen.push(change as unknown as ChangeEvent),
  )
  channel.on('system', {}, (message) => system.push(message))
  await subscribed(channel)
  return { seen, system, channel }
}

describe.each(['1.0.0', '2.0.0'])('postgres_changes in version %s', (vsn) => {
  test('delivers inserts, updates and deletes in their formats', async () => {
    const { seen, system } = await watch(await live.tokenFor(ADA), {}, { vsn })
    await soon(() => expect(system).toMatchObject([{ status: 'ok', extension: 'postgres_changes' }]))
    const id = await newPot()
    await soon(() => expect(seen).toHaveLength(1))
    await setLevel(id, 7)
    await soon(() => expect(seen).toHaveLength(2))
    await db.owner.query('delete from public.pots where id = $1', [id])
    await soon(() => expect(seen).toHaveLength(3))
    const [inserted, updated, deleted] = seen
    expect(inserted).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'pots', errors: null, old: {} })
    expect(inserted?.new).toMatchObject({ id, owner: ADA, level: 0 })
    expect(inserted?.new).not.toHaveProperty('secret')
    expect(new Date(String(inserted?.commit_timestamp)).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { id, level: 7 }, old: { id } })
    expect(updated?.old).toEqual({ id })
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
  })
})

test('two people see a change, each as the policies allow', async () => {
  const [ada, bola, anonymous] = await Promise.all([
    watch(await live.tokenFor(ADA)),
    watch(await live.tokenFor(BOLA)),
    watch(undefined),
  ])
  const [adas, bolas] = [await newPot(ADA), await newPot(BOLA)]
  await soon(() => expect([ada.seen.length, bola.seen.length]).toEqual([1, 1]))
  expect(ada.seen[0]?.new.id).toBe(adas)
  expect(bola.seen[0]?.new.id).toBe(bolas)
  expect(anonymous.seen).toEqual([])
  await setLevel(adas, 100)
  await soon(() => expect([ada.seen.at(-1)?.new.level, anonymous.seen.at(-1)?.new.level]).toEqual([100, 100]))
  expect(bola.seen).toHaveLength(1)
})

test('a burst of 500 updates arrives as about ten a second and ends with the last state', async () => {
  const id = await newPot()
  const { seen } = await watch(await live.tokenFor(ADA), { filter: `id=eq.${id}` })
  const begin = Date.now()
  for (let level = 1; level <= 500; level++) await setLevel(id, level)
  await soon(() => expect(seen.at(-1)?.new.level).toBe(500), { interval: 5 })
  const tookMs = Date.now() - begin
  expect(seen.length).toBeLessThanOrEqual(Math.ceil(tookMs / 100) + 2)
  expect(seen.map((change) => change.new.level)).toEqual(
    seen.map((change) => Number(change.new.level)).toSorted((a, b) => a - b),
  )
})

test('filters apply to the new row', async () => {
  const token = await live.tokenFor(ADA)
  const [all, high, one, listed] = await Promise.all([
    watch(token),
    watch(token, { filter: 'level=gte.10' }),
    watch(token, { event: 'UPDATE', filter: 'level=eq.5' }),
    watch(token, { filter: 'level=in.(1,20)' }),
  ])
  const id = await newPot()
  for (const level of [1, 5, 20]) {
    // Longer than the interval in which changes to a row are merged.
    await new Promise((later) => setTimeout(later, 150))
    await setLevel(id, level)
    await soon(() => expect(all.seen.at(-1)?.new.level).toBe(level))
  }
  const levels = (seen: typeof all.seen) => seen.map((change) => change.new.level)
  await soon(() => expect([high, one, listed].map(({ seen }) => levels(seen))).toEqual([[20], [5], [1, 20]]))
})

test('a client receives the columns that it selects, and others all of them', async () => {
  const token = await live.tokenFor(ADA)
  const [all, level] = [await watch(token), await watch(token, { select: ['level'] })]
  const id = await newPot(ADA, 3)
  await soon(() => expect([all, level].map(({ seen }) => seen.length)).toEqual([1, 1]))
  expect(all.seen[0]?.new).toMatchObject({ id, level: 3, owner: ADA })
  expect(level.seen[0]?.new).toEqual({ level: 3 })
  await setLevel(id, 4)
  await soon(() => expect(level.seen[1]).toMatchObject({ eventType: 'UPDATE', new: { level: 4 }, old: { id } }))
  for (const select of [['secret'], ['level', 'none'], ['*']]) {
    const { system } = await watch(token, { select })
    await soon(() => expect(system).toMatchObject([{ status: 'error' }]))
  }
  await expect(watch(token, { select: 'level' })).rejects.toThrow('Malformed')
})

test('reports a table, column or filter that cannot be served, and stays up', async () => {
  for (const filter of [
    { table: 'silent' },
    { table: 'none' },
    { filter: 'secret=eq.x' },
    { filter: 'level=eq.many' },
    { filter: 'level' },
  ]) {
    const { system } = await watch(undefined, filter)
    await soon(() => expect(system).toMatchObject([{ status: 'error' }]))
    expect(system[0]?.message).toContain('Unable to subscribe to changes')
  }
})

test('a whole schema, and keys of several columns', async () => {
  const seen: ChangeEvent[] = []
  const channel = live.client().channel('all')
  channel.on('postgres_changes', { event: '*', schema: 'public' }, (change) =>
    seen.push(change as unknown as ChangeEvent),
  )
  await subscribed(channel)
  await db.owner.query(`insert into public.pairs values (1, 'x', 'a'), (2, 'y', 'b')`)
  await soon(() => expect(seen).toHaveLength(2))
  await db.owner.query(`update public.pairs set a = 3 where a = 1`)
  await soon(() => expect(seen).toHaveLength(3))
  expect(seen[2]).toMatchObject({ table: 'pairs', new: { a: 3, b: 'x', note: 'a' }, old: { a: 1, b: 'x' } })
})

test('a rolled-back change is not announced, and a later sign-in changes what is seen', async () => {
  const other = await watch(await live.tokenFor(ADA))
  let token = await live.tokenFor(BOLA)
  const client = live.client(undefined, { accessToken: async () => token })
  await client.setAuth()
  const seen: ChangeEvent[] = []
  const channel = client.channel('mine')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'pots' }, (change) =>
    seen.push(change as unknown as ChangeEvent),
  )
  await subscribed(channel)
  await newPot(ADA)
  await soon(() => expect(other.seen).toHaveLength(1))
  token = await live.tokenFor(ADA)
  await client.setAuth()
  // Messages are handled in order, so the reply follows the new token.
  await channel.track({})
  expect(seen).toEqual([])
  const undone = await db.owner.connect()
  await undone.query('begin')
  await undone.query('insert into public.pots (owner) values ($1)', [ADA])
  await undone.query('rollback')
  undone.release()
  const id = await newPot(ADA)
  await soon(() => expect(seen.map((change) => change.new.id)).toEqual([id]))
})

test('reads a public row once for all its watchers', async () => {
  const reads: Record<string, number> = {}
  const counting: Database = {
    ...db.database,
    as: (identity, work, options) => {
      reads[identity.role] = (reads[identity.role] ?? 0) + 1
      return db.database.as(identity, work, options)
    },
  }
  await live.stop()
  live = await startLiveServer(counting)
  const watchers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      watch(await live.tokenFor(`00000000-0000-4000-8000-0000000001${10 + n}`), { table: 'boards' }),
    ),
  )
  await db.owner.query(`insert into public.boards values (1, true), (2, false)`)
  await soon(() => expect(watchers.every(({ seen }) => seen.length === 1 && seen[0]?.new.id === 1)).toBe(true))
  // The visible row is read once for all; the hidden one again per user, because their own policies might show it.
  expect(reads.anon).toBeLessThan(10)
  expect(reads.authenticated).toBeLessThan(25)
})

test('nothing arrives after leaving', async () => {
  const { seen, channel } = await watch(await live.tokenFor(ADA))
  expect(await channel.unsubscribe()).toBe('ok')
  const other = await watch(await live.tokenFor(ADA))
  await newPot()
  await soon(() => expect(other.seen).toHaveLength(1))
  expect(seen).toEqual([])
})

test('when the listening connection breaks, clients rejoin and miss nothing from then on', async () => {
  const seen: ChangeEvent[] = []
  const states: string[] = []
  const client = live.client(await live.tokenFor(ADA))
  await client.setAuth()
  const channel = client.channel('steady')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'pots' }, (change) =>
    seen.push(change as unknown as ChangeEvent),
  )
  channel.subscribe((status) => states.push(status))
  await soon(() => expect(states).toEqual(['SUBSCRIBED']))
  await db.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )
  // A client that rejoins before the server listens again gets another error first.
  await soon(() => expect([states.includes('CHANNEL_ERROR'), states.at(-1)]).toEqual([true, 'SUBSCRIBED']))
  await newPot()
  await soon(() => expect(seen).toHaveLength(1))
})
