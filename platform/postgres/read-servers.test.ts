import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, SERVICE } from './database.ts'
import { type ReadServers, withReadServers } from './read-servers.ts'
import { openLine } from './testing/line.ts'
import { openPair } from './testing/pair.ts'

const VISITOR = { role: 'anon', claims: { role: 'anon' } }
const READ_ONLY = { readOnly: true }

let pair: Awaited<ReturnType<typeof openPair>>
let line: Awaited<ReturnType<typeof openLine>>
beforeAll(async () => {
  pair = await openPair((owner) =>
    owner.query(`create table public.notes (id int primary key);
      grant select, insert on public.notes to anon, service_role;
      insert into public.notes values (0)`),
  )
  line = await openLine(pair.standbyUrl)
})
afterAll(async () => {
  await line.close()
  await pair.close()
})

let opened: ReadServers | undefined
let said: string[] = []
afterEach(async () => {
  await opened?.database.close()
  opened = undefined
  said = []
})

async function open(connectionStrings = [line.connectionString]): Promise<ReadServers> {
  const primary = openDatabase({ connectionString: pair.primaryUrl, maxConnections: 4 })
  opened = withReadServers(primary, {
    connectionStrings,
    primaryConnectionString: pair.primaryUrl,
    maxConnections: 4,
    report: (text) => said.push(text),
  })
  return opened
}

const isReady = () => opened?.figures().standbys.every((standby) => standby.isReady)
const untilReady = () => expect.poll(isReady, { timeout: 20_000 }).toBe(true)

const WHERE = 'select max(id) as last, pg_is_in_recovery() as on_standby from public.notes'
const NOTHING_YET = { last: 0, on_standby: true }

async function read(lane: 'reads' | 'strangers' | 'commands' = 'reads') {
  const { rows } = (await opened?.database.lane(lane).as(VISITOR, (tx) => tx.query(WHERE), READ_ONLY)) ?? { rows: [] }
  return rows[0]
}

let next = 1
async function write(): Promise<number> {
  const id = next++
  await opened?.database.lane('commands').as(SERVICE, (tx) => tx.query('insert into public.notes values ($1)', [id]))
  return id
}

test('reads go to the standby; writes and what belongs to them stay', async () => {
  await open()
  await untilReady()
  expect(await read()).toEqual(NOTHING_YET)
  expect(await read('strangers')).toEqual(NOTHING_YET)
  expect(await read('commands')).toEqual({ ...NOTHING_YET, on_standby: false })
  const unmarked = await opened?.database.as(VISITOR, (tx) => tx.query(WHERE))
  expect(unmarked?.rows[0].on_standby).toBe(false)
  expect(opened?.figures()).toMatchObject({ standby: 2, primary: 0, repeated: 0 })
  expect(said).toEqual([expect.stringMatching(/^The standby 127\.0\.0\.1:\d+ answers reads\.$/)])
})

test('whoever has written reads it back, from whatever process, while the standby lags behind', async () => {
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
      expect(await read('strangers')).toEqual({ last: elsewhere, on_standby: false })
    }
    // A second behind, nobody waits for it; it is ready all the same, and takes reads again by itself.
    await expect.poll(() => opened?.figures().standbys[0]?.lagMs, { timeout: 20_000 }).toBeGreaterThan(1_000)
    expect(isReady()).toBe(true)
  } finally {
    await pair.resume()
    await other.close()
  }
  await expect.poll(async () => (await read())?.on_standby, { timeout: 20_000 }).toBe(true)
  expect(await read()).toEqual({ last: next - 1, on_standby: true })
})

test('reads of visitors on shared connections wait for the standby too', async () => {
  const { database } = await open()
  const reads = database.lane('strangers').visitorReads({ search_path: '"public"' })
  const visit = () => reads<{ last: number; on_standby: boolean }>({ text: WHERE, values: [] })
  await untilReady()
  // Connections are opened when they are first missed.
  await expect.poll(visit, { timeout: 20_000 }).toEqual([{ last: next - 1, on_standby: true }])
  await pair.pause()
  try {
    const last = await write()
    await expect.poll(visit, { timeout: 20_000 }).toEqual([{ last, on_standby: false }])
  } finally {
    await pair.resume()
  }
})

test('a standby that is gone or frozen fails no read, and comes back by itself', async () => {
  await open()
  await untilReady()
  const slow = () =>
    opened?.database.as(VISITOR, (tx) => tx.query('select pg_is_in_recovery() as s from pg_sleep(3)'), READ_ONLY)
  for (const [harm, heal] of [
    [() => line.cut(), () => line.mend()],
    [() => line.freeze(), () => line.thaw()],
  ] as const) {
    expect((await read())?.on_standby).toBe(true)
    const underWay = slow()
    await expect
      .poll(async () => (await pair.standbyOwner.query(`select from pg_stat_activity where query like '%pg_sleep(3)' and state = 'active'`)).rowCount, { timeout: 20_000 })
      .toBe(1)
    await harm()
    expect((await read())?.on_standby).toBe(false)
    expect((await underWay)?.rows[0].s).toBe(false)
    await expect.poll(isReady, { timeout: 20_000 }).toBe(false)
    await heal()
    await untilReady()
  }
  expect((await read())?.on_standby).toBe(true)
  expect(opened?.figures().repeated).toBeGreaterThanOrEqual(2)
})

test('a read that stands in the way of what is repeated ends at the primary server', async () => {
  await open()
  await untilReady()
  const raised = `do $$ begin if pg_is_in_recovery() then raise 'in the way' using errcode = '40001'; end if; end $$`
  const work = async () => opened?.database.as(VISITOR, (tx) => tx.query(raised), READ_ONLY)
  expect((await work())?.command).toBe('DO')
  expect(opened?.figures()).toMatchObject({ repeated: 1 })
  // What a caller brings about is answered once.
  await expect(opened?.database.as(VISITOR, (tx) => tx.query('select 1/0'), READ_ONLY)).rejects.toThrow('by zero')
  expect(opened?.figures()).toMatchObject({ repeated: 1 })
})

test('a server with another history is not read from, however far it is', async () => {
  await open()
  await untilReady()
  await opened?.database.close()
  said = []
  await pair.pause()
  try {
    // The standby still holds the former mark.
    await pair.owner.query('update standbys.timelines set mark = gen_random_uuid()')
    await open()
    await expect.poll(() => said, { timeout: 20_000 }).toEqual([expect.stringContaining('does not follow')])
    expect((await read())?.on_standby).toBe(false)
  } finally {
    await pair.resume()
  }
  await untilReady()
  await opened?.database.close()
  await open([pair.primaryUrl])
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toContain('it is no standby')
})
