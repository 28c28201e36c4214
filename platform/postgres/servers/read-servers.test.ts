import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createResponseCache } from '#platform/response-cache/response-cache.ts'
import { createTablesHandler } from '#platform/tables/handler.ts'
import { type Database, openDatabase, SERVICE, VISITOR } from '../database.ts'
import { openReplicatedPair } from '../testing/pair.ts'
import { openProxy } from '../testing/tcp-proxy.ts'
import { withReadServers } from './read-servers.ts'

const READ_ONLY = { readOnly: true }

let pair: Awaited<ReturnType<typeof openReplicatedPair>>
let line: Awaited<ReturnType<typeof openProxy>>
beforeAll(async () => {
  pair = await openReplicatedPair((owner) =>
    owner.query(`create table public.notes (id int primary key);
      grant select, insert on public.notes to anon, service_role;
      insert into public.notes values (0)`),
  )
  line = await openProxy(pair.standbyUrl)
})
afterAll(async () => {
  await line?.close()
  await pair?.close()
})

let opened: Database | undefined
let messages: string[] = []
afterEach(async () => {
  await opened?.close()
  opened = undefined
  messages = []
})

async function open(standbys = [line.connectionString]): Promise<Database> {
  const own = { connectionString: pair.primaryUrl, maxConnections: 4 }
  opened = withReadServers(openDatabase(own), {
    ...own,
    standbys,
    report: (text) => messages.push(text),
  })
  return opened
}

/** On a busy machine the standby may lag: then the primary serves the read. */
const untilMoved = async () => {
  await expect.poll(async () => (await read())?.on_standby).toBe(true)
}
const isReady = () => opened?.readStats?.().standbys.every((standby) => standby.isReady)
const untilReady = () => expect.poll(isReady).toBe(true)

const WHERE = 'select max(id) as last, pg_is_in_recovery() as on_standby from public.notes'
const NOTHING_YET = { last: 0, on_standby: true }

async function read(pool: 'reads' | 'anonymous' | 'commands' = 'reads') {
  const { rows } = (await opened?.pool(pool).as(VISITOR, (tx) => tx.query(WHERE), READ_ONLY)) ?? { rows: [] }
  return rows[0]
}

let next = 1
async function write(announcement = 'select'): Promise<number> {
  const id = next++
  await opened?.pool('commands').as(SERVICE, async (tx) => {
    await tx.query('insert into public.notes values ($1)', [id])
    await tx.query(announcement)
  })
  return id
}

test('reads go to the standby; writes and what belongs to them stay', async () => {
  await open()
  await untilMoved()
  await expect.poll(() => read()).toEqual(NOTHING_YET)
  await expect.poll(() => read('anonymous')).toEqual(NOTHING_YET)
  const before = opened?.readStats?.()
  expect(await read('commands')).toEqual({ ...NOTHING_YET, on_standby: false })
  const unmarked = await opened?.as(VISITOR, (tx) => tx.query(WHERE))
  expect(unmarked?.rows[0].on_standby).toBe(false)
  expect(before?.standby).toBeGreaterThanOrEqual(2)
  expect(opened?.readStats?.()).toMatchObject({ standby: before?.standby, primary: before?.primary, repeated: 0 })
  expect(messages.at(-1)).toMatch(/^The standby 127\.0\.0\.1:\d+ serves reads\.$/)
})

test('every process reads its own writes while the standby lags', async () => {
  await open()
  const other = openDatabase({ connectionString: pair.primaryUrl, maxConnections: 2 })
  await untilReady()
  await pair.pause()
  try {
    for (let round = 0; round < 5; round += 1) {
      const last = await write()
      expect(await read()).toEqual({ last, on_standby: false })
      const elsewhere = next++
      await other.as(SERVICE, (tx) => tx.query('insert into public.notes values ($1)', [elsewhere]))
      expect(await read('anonymous')).toEqual({ last: elsewhere, on_standby: false })
    }
    // With a second of lag it is skipped; it serves reads again after catching up.
    await expect.poll(() => opened?.readStats?.().standbys[0]?.lagMs).toBeGreaterThan(1_000)
    expect(isReady()).toBe(false)
  } finally {
    await pair.resume()
    await other.close()
  }
  await untilMoved()
  expect((await read())?.last).toBe(next - 1)
})

test('pipelined reads of visitors wait for the standby too', async () => {
  const database = await open()
  const reads = database.pool('anonymous').anonymousQueries({ search_path: '"public"' })
  const visit = () => reads<{ last: number; on_standby: boolean }>({ text: WHERE, values: [] })
  await untilReady()
  // Connections are opened on first use.
  await expect.poll(visit).toEqual([{ last: next - 1, on_standby: true }])
  await pair.pause()
  try {
    const last = await write()
    await expect.poll(visit).toEqual([{ last, on_standby: false }])
  } finally {
    await pair.resume()
  }
})

test('caches nothing that was read before its change notification', async () => {
  const database = await open()
  const origin = 'http://site.test'
  const tables = createTablesHandler({ database, identify: async () => VISITOR })
  const cache = createResponseCache({
    database,
    origin,
    maxBytes: 2 ** 20,
    publishableKey: 'key',
    pageCookies: {},
    pageHeaders: {},
    idleCookies: [],
    quietWrites: [],
    isPage: () => false,
    markAsCopy: (html: string) => html,
    logEarly: () => '',
    onFault: () => undefined,
  })
  const fetchNotes = async (limit = 1) => {
    const path = `/rest/v1/notes?select=id&order=id.desc&limit=${limit}`
    const response = await cache.respond(new Request(origin + path), tables)
    const [row] = (await response.json()) as { id: number }[]
    return { last: row?.id, isHit: response.headers.has('age') }
  }
  let received = 0
  try {
    await untilReady()
    // Each limit is a separate cache entry, so that each is read; on a busy machine the standby lags behind the first
    // reads.
    let limit = 1
    const standbyReads = async () => {
      limit += 1
      await fetchNotes(limit)
      return opened?.readStats?.().standby
    }
    await expect.poll(standbyReads).toBeGreaterThan(0)
    // After the cache's own subscription, on the same connection.
    await expect.poll(async () => (await fetchNotes()).isHit).toBe(true)
    await database.listen('table_changes', () => (received += 1))
    await pair.pause()
    for (let round = 1; round <= 5; round += 1) {
      await expect.poll(async () => (await fetchNotes()).isHit).toBe(true)
      const last = await write(`select pg_notify('table_changes', 'public.notes')`)
      await expect.poll(() => received).toBe(round)
      for (let times = 0; times < 10; times += 1) expect((await fetchNotes()).last).toBe(last)
    }
  } finally {
    await pair.resume()
    await cache.stop()
  }
})

test('a standby that is down or frozen fails no read, and is used again once it is back', async () => {
  await open()
  await untilReady()
  const sql =
    'select pg_is_in_recovery() as s from (select pg_sleep(case when pg_is_in_recovery() then 3 else 0 end)) z'
  const slow = () => opened?.as(VISITOR, (tx) => tx.query(sql), READ_ONLY)
  const running = `select from pg_stat_activity where query = $1 and state = 'active'`
  for (const [harm, heal] of [
    [() => line.cut(), () => line.restore()],
    [() => line.freeze(), () => line.thaw()],
  ] as const) {
    let underWay = slow()
    const isUnderWay = async () => (await pair.standbyOwner.query(running, [sql])).rowCount === 1
    for (let tries = 1; tries <= 40 && !(await isUnderWay()); tries += 1) {
      await untilMoved()
      underWay = slow()
      await expect
        .poll(isUnderWay, { timeout: 500 })
        .toBe(true)
        .catch(() => undefined)
    }
    await harm()
    expect((await read())?.on_standby).toBe(false)
    expect((await underWay)?.rows[0].s).toBe(false)
    await expect.poll(isReady).toBe(false)
    await heal()
    await untilReady()
  }
  await untilMoved()
  expect(opened?.readStats?.().repeated).toBeGreaterThanOrEqual(2)
})

test('a read cancelled by a recovery conflict is retried on the primary', async () => {
  await open()
  await untilReady()
  const raised = `do $$ begin if pg_is_in_recovery() then raise 'in the way' using errcode = '40001'; end if; end $$`
  const work = async () => opened?.as(VISITOR, (tx) => tx.query(raised), READ_ONLY)
  const repeated = () => opened?.readStats?.().repeated ?? 0
  while (repeated() === 0) expect((await work())?.command).toBe('DO')
  const before = repeated()
  // Errors of the caller are not retried.
  for (let times = 0; times < 10; times += 1)
    await expect(opened?.as(VISITOR, (tx) => tx.query('select 1/0'), READ_ONLY)).rejects.toThrow('by zero')
  expect(repeated()).toBe(before)
})

test('a server with another timeline is not used, however far it is', async () => {
  await open()
  await untilReady()
  await opened?.close()
  messages = []
  await pair.pause()
  try {
    // The standby still has the previous mark.
    await pair.owner.query('update standbys.timelines set mark = gen_random_uuid()')
    await open()
    await expect.poll(() => messages).toEqual([expect.stringContaining('it follows another primary server')])
    expect((await read())?.on_standby).toBe(false)
  } finally {
    await pair.resume()
  }
  await untilReady()
  await opened?.close()
  await open([pair.primaryUrl])
  await expect.poll(() => messages.at(-1)).toContain('it is not a standby')
})

test('a promoted standby serves no more reads', async () => {
  await open()
  await untilMoved()
  await pair.standbyOwner.query('select pg_promote()')
  await expect.poll(() => messages.at(-1)).toContain('it is not a standby')
  expect((await read())?.on_standby).toBe(false)
  expect(await write()).toBe((await read())?.last)
})
