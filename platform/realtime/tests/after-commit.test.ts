import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase, SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

// docs/decisions/0071: announcements wait in a table until their transaction has committed.

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

let db: TestDatabase
const opened: Database[] = []
const faults: unknown[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  await db.owner.query(`
    create table public.pots (id int primary key, level int not null default 0);
    grant select, insert, update, delete on public.pots to service_role;
    create trigger announce after insert or update or delete on public.pots for each row execute function realtime.announce_change();
    create trigger announce_table after insert or update or delete on public.pots for each statement execute function realtime.announce_table()`)
})
let received: string[] = []
let unlisten = async () => {}
beforeEach(async () => {
  received = []
  const leave = await listenTo(db.database, 'realtime_broadcasts', received)
  unlisten = leave
})
afterEach(async () => {
  vi.useRealTimers()
  await unlisten()
  await Promise.all(opened.splice(0).map((database) => database.close()))
  expect(faults).toEqual([])
  await db.owner.query('truncate public.pots, realtime.outbox, realtime.outbox_position')
})
afterAll(() => db.drop())

const listenTo = (database: Database, channel: string, into: string[]) =>
  database.listen(channel, (text) => void into.push(text))

/** A process that sends announcements after its commits. */
function openProcess(): Database {
  const onFault = (fault: unknown) => void faults.push(fault)
  const database = openDatabase({ connectionString: db.connectionString, maxConnections: 4, afterCommit: { onFault } })
  opened.push(database)
  return database
}

const say = (database: Database, word: string) =>
  database.as(SERVICE, (tx) => tx.query('select realtime.post(to_jsonb($1::text))', [word]))

/** A transaction whose announcements are not sent, as if its process had died. */
async function commitUnsent(work: (query: (sql: string) => Promise<unknown>) => Promise<unknown>) {
  const client = await db.owner.connect()
  try {
    await client.query(`begin; set local realtime.after_commit = 'on'`)
    await work((sql) => client.query(sql))
    await client.query('commit')
  } finally {
    client.release()
  }
}

const pendingAnnouncements = async () =>
  (await db.owner.query('select channel, payloads from realtime.outbox order by id')).rows

describe('an announcement of a transaction', () => {
  test('is not sent by its commit, but queued until a process sends it', async () => {
    await commitUnsent((query) => query('insert into public.pots values (1); update public.pots set level = 2'))
    expect(await pendingAnnouncements()).toMatchObject([
      { channel: 'realtime_changes', payloads: [expect.stringContaining('"INSERT"')] },
      { channel: 'table_changes', payloads: ['public.pots'] },
      { channel: 'realtime_changes', payloads: [expect.stringContaining('"UPDATE"')] },
      { channel: 'table_changes', payloads: ['public.pots'] },
    ])
    const changes: string[] = []
    const process = openProcess()
    const leave = await listenTo(db.database, 'realtime_changes', changes)
    await soon(() => expect(changes).toHaveLength(2))
    expect(changes.map((text) => JSON.parse(text))).toMatchObject([
      { schema: 'public', table: 'pots', type: 'INSERT', key: { id: 1 }, old_key: null, at: expect.any(String) },
      { schema: 'public', table: 'pots', type: 'UPDATE', key: { id: 1 }, old_key: { id: 1 } },
    ])
    await process.close()
    opened.pop()
    expect(await pendingAnnouncements()).toEqual([])
    await leave()
  })

  test('reaches every process right after the commit, without polling', async () => {
    // Even if an operator raises the minimum level of messages.
    await db.owner.query(
      `do $$ begin execute format('alter database %I set client_min_messages = warning', current_database()); end $$`,
    )
    // No timer fires, so nothing polls.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const [database, other] = [openProcess(), openProcess()]
    const elsewhere: string[] = []
    await listenTo(other, 'realtime_broadcasts', elsewhere)
    await say(database, 'hello')
    while (elsewhere.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(elsewhere).toEqual(['"hello"'])
  })

  test('is discarded on rollback, in full or to a savepoint', async () => {
    const process = openProcess()
    const failing = process.as(SERVICE, async (tx) => {
      await tx.query(`select realtime.post('"undone"')`)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await process.as(SERVICE, async (tx) => {
      await tx.query(`savepoint first; select realtime.post('"also undone"'); rollback to savepoint first`)
      await tx.query(`select realtime.post('"done"')`)
    })
    await soon(() => expect(received).toEqual(['"done"']))
  })

  test('is sent by another process if its own dies between commit and announcement', async () => {
    const script = `
      import pg from 'pg'
      const client = new pg.Client({ connectionString: process.argv[1] })
      await client.connect()
      await client.query("begin; set local realtime.after_commit = 'on'; set local role service_role")
      await client.query("select realtime.post('\\"last words\\"')")
      await client.query('commit')
      process.kill(process.pid, 'SIGKILL')`
    const args = ['--input-type=module', '--eval', script, db.connectionString]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
    expect(signal).toBe('SIGKILL')
    expect(await pendingAnnouncements()).toHaveLength(1)
    openProcess()
    await soon(() => expect(received).toEqual(['"last words"']))
  })

  test('is sent directly by clients that send nothing after the commit, such as psql or an earlier version', async () => {
    await say(db.database, 'direct')
    expect(await pendingAnnouncements()).toEqual([])
    await soon(() => expect(received).toEqual(['"direct"']))
  })

  test('wakes job runners and mail senders', async () => {
    const [jobs, mails]: string[][] = [[], []]
    await listenTo(db.database, 'jobs_enqueued', jobs ?? [])
    await listenTo(db.database, 'mail_queued', mails ?? [])
    const process = openProcess()
    await process.as(SERVICE, async (tx) => {
      await tx.query(`select jobs.enqueue('later')`)
      await tx.query(
        `insert into mail.messages (kind, recipient, subject, text, lane) select 'test', 'ada@market.test', 'x', 'x', lane from unnest('{bulk,bulk,codes}'::text[]) lane`,
      )
      await tx.query('set constraints all immediate')
    })
    await soon(() => expect([jobs, mails?.toSorted()]).toEqual([[''], ['bulk', 'codes']]))
  })

  test('follows a WAL position that includes it', async () => {
    const all: string[] = []
    for (const channel of ['log_position', 'table_changes']) await listenTo(db.database, channel, all)
    await commitUnsent((query) => query('insert into public.pots values (7)'))
    const { rows } = await db.owner.query('select pg_current_wal_insert_lsn()::text as lsn')
    openProcess()
    await soon(() => expect(all).toHaveLength(2))
    expect(all[1]).toBe('public.pots')
    const held = await db.owner.query('select $1::pg_lsn >= $2::pg_lsn as held', [all[0], rows[0].lsn])
    expect(held.rows).toEqual([{ held: true }])
  })
})

describe('the order of announcements', () => {
  test('is that of the changes to a row, whichever transaction began first', async () => {
    await db.owner.query('insert into public.pots values (1)')
    const early = await db.owner.connect()
    await early.query(`begin; set local realtime.after_commit = 'on'; select pg_current_xact_id()`)
    await commitUnsent((query) => query(`update public.pots set level = 1; select realtime.post('1')`))
    await early.query(`update public.pots set level = 2; select realtime.post('2'); commit`)
    // Forces an index scan, as in a long table.
    await early.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    await early.query('select realtime.send_announcements(); commit')
    early.release()
    await soon(() => expect(received).toEqual(['1', '2']))
  })

  test('holds for concurrent processes, and nothing is lost or duplicated', async () => {
    await db.owner.query('insert into public.pots values (1)')
    const processes = [openProcess(), openProcess(), openProcess()]
    const write = (process: Database) =>
      process.as(SERVICE, (tx) =>
        tx.query(
          'with moved as (update public.pots set level = level + 1 returning level) select realtime.post(to_jsonb(level)) from moved',
        ),
      )
    await Promise.all(
      processes.map(async (process) => {
        for (let turn = 0; turn < 40; turn++) await write(process)
      }),
    )
    await soon(() => expect(received).toHaveLength(120))
    expect(received.map(Number)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  })
})

describe('nothing is skipped', () => {
  test('after a transaction that began long before others were sent', async () => {
    const early = await db.owner.connect()
    await early.query(`begin; set local realtime.after_commit = 'on'; select pg_current_xact_id()`)
    const process = openProcess()
    await say(process, 'first')
    await soon(() => expect(received).toEqual(['"first"']))
    await soon(async () => expect((await db.owner.query('select from realtime.outbox_position')).rowCount).toBe(1))
    await early.query(`select realtime.post('"late"'); commit`)
    early.release()
    await soon(() => expect(received).toEqual(['"first"', '"late"']))
  })

  test('in a restored copy whose position is from a database that had seen more transactions', async () => {
    await db.owner.query(`insert into realtime.outbox_position (settled, noted_at) values ('9999999999', now())`)
    await say(openProcess(), 'restored')
    await soon(() => expect(received).toEqual(['"restored"']))
  })
})

test('the position advances, so that sent announcements are not scanned again', async () => {
  const process = openProcess()
  const reaches = async (xid: string) => {
    await say(process, 'step')
    const { rows } = await db.owner.query('select settled >= $1::xid8 as moved from realtime.outbox_position', [xid])
    expect(rows).toEqual([{ moved: true }])
  }
  await soon(() => reaches('0'))
  const { rows } = await db.owner.query('select pg_current_xact_id()::text as xid')
  await soon(() => reaches(rows[0].xid))
})

test('only the two announcing functions call pg_notify', async () => {
  const { rows } = await db.owner.query(
    `select oid::regprocedure::text as name from pg_proc where prosrc ~* 'pg_notify' and pronamespace <> 'pg_catalog'::regnamespace order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['realtime.announce(text,text[])', 'realtime.send_announcements()'])
})

test('only the service may send, and only the owner may announce', async () => {
  const may = `select has_function_privilege(role, 'realtime.send_announcements()', 'execute') as send, has_function_privilege(role, 'realtime.announce(text, text[])', 'execute') as announce,
    has_table_privilege(role, 'realtime.outbox', 'select') or has_table_privilege(role, 'realtime.outbox', 'insert') as touch
    from unnest('{anon,authenticated,auth_admin,service_role}'::text[]) role`
  expect((await db.owner.query(may)).rows).toEqual(
    [false, false, false, true].map((send) => ({ send, announce: false, touch: false })),
  )
})
