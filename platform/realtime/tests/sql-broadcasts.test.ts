import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase, SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { databasePolicy } from '../rights/database-policy.ts'
import { ADA, CONVERSATION, createConversations } from './channel-policies.ts'
import { type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const TOPIC = `talk:${CONVERSATION}`

let db: TestDatabase
/** Two processes on one database, which send announcements after their commits. */
let processes: { database: Database; live: LiveServer }[]
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await createConversations(db)
  await db.owner.query(`
    create table public.pots (id int primary key, level int, secret text);
    grant all on public.pots to service_role;
    create function public.tell() returns trigger language plpgsql security definer as $$
    begin
      perform realtime.broadcast_changes('${TOPIC}', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update or delete on public.pots for each row execute function public.tell()`)
})
beforeEach(async () => {
  processes = await Promise.all([openProcess(), openProcess()])
})
afterEach(async () => {
  for (const { live, database } of processes) {
    await live.stop()
    expect(live.faults).toEqual([])
    await database.close()
  }
  await db.owner.query('truncate realtime.messages, public.pots')
})
afterAll(() => db.drop())

async function openProcess() {
  const onFault = (fault: unknown) => {
    throw fault
  }
  const database = openDatabase({ connectionString: db.connectionString, maxConnections: 4, afterCommit: { onFault } })
  const policy = databasePolicy({ database, opensPublicWrites: false })
  return { database, live: await startLiveServer(database, { policy }) }
}

interface ReceivedBroadcast {
  event: string
  payload: Record<string, unknown>
  meta?: { id: string; replayed?: boolean }
}

async function listen(live: LiveServer, { vsn = '2.0.0', broadcast = {} } = {}) {
  const client = live.client(await live.tokenFor(ADA), { vsn })
  await client.setAuth()
  const received: ReceivedBroadcast[] = []
  const channel = client.channel(TOPIC, { config: { private: true, broadcast } })
  channel.on('broadcast', { event: '*' }, (message) => received.push(message as unknown as ReceivedBroadcast))
  await subscribed(channel)
  return received
}
const send = (sql: string, values: unknown[] = []) => processes[0]!.database.as(SERVICE, (tx) => tx.query(sql, values))
const SEND = `select realtime.send($1::jsonb, 'said', '${TOPIC}', true)`

test.each(['1.0.0', '2.0.0'])('messages reach all processes in version %s, however long they are', async (vsn) => {
  const received = [await listen(processes[0]!.live, { vsn }), await listen(processes[1]!.live, { vsn })]
  const long = 'Ẹ káàbọ̀ '.repeat(4_000)
  await send(SEND, ['{"n": 1}'])
  await send(SEND, [JSON.stringify({ long })])
  await send(SEND, ['{"n": 2}'])
  for (const one of received) {
    await soon(() => expect(one).toHaveLength(3))
    expect(one.map(({ payload }) => payload)).toMatchObject([{ n: 1 }, { long }, { n: 2 }])
    expect(one[0]?.meta?.id).toBe(one[0]?.payload.id)
  }
})

test('what is rolled back is never received', async () => {
  const received = await listen(processes[1]!.live)
  await processes[0]!.database
    .as(SERVICE, async (tx) => {
      await tx.query(SEND, ['{"n": "undone"}'])
      throw new Error('undo')
    })
    .catch(() => undefined)
  await send(SEND, ['{"n": "done"}'])
  await soon(() => expect(received).toMatchObject([{ payload: { n: 'done' } }]))
})

test('nothing is received before the commit, and an open transaction delays no other', async () => {
  const received = await listen(processes[1]!.live)
  await processes[0]!.database.as(SERVICE, async (tx) => {
    await tx.query(SEND, ['{"n": 1}'])
    await processes[1]!.database.as(SERVICE, (other) => other.query(SEND, ['{"n": "other"}']))
    await soon(() => expect(received).toMatchObject([{ payload: { n: 'other' } }]))
  })
  await soon(() => expect(received).toHaveLength(2))
})

test('a message that cannot be sent is a warning, and the work around it is committed', async () => {
  await send(`insert into public.pots values (1, 0, '')`)
  for (const call of [
    `select realtime.send('{}', 'x', null, true)`,
    `select realtime.send('{}', 'x', '', true)`,
    `select realtime.send('{}', 'x', repeat('x', 2000), true)`,
    `select realtime.send('{}', 'x', 'a', null)`,
  ]) {
    await processes[0]!.database.as(SERVICE, async (tx) => {
      await tx.query('update public.pots set level = level + 1')
      await tx.query(call)
    })
  }
  expect((await db.owner.query('select level from public.pots')).rows).toEqual([{ level: 4 }])
})

test('a trigger broadcasts what it changed', async () => {
  const received = await listen(processes[1]!.live)
  await send(`insert into public.pots values (1, 5, 'x')`)
  await send('update public.pots set level = 6')
  await send('delete from public.pots')
  await soon(() => expect(received).toHaveLength(3))
  const row = { id: 1, secret: 'x' }
  expect(received).toMatchObject([
    {
      event: 'INSERT',
      payload: { schema: 'public', table: 'pots', operation: 'INSERT', record: { ...row, level: 5 }, old_record: null },
    },
    {
      event: 'UPDATE',
      payload: { operation: 'UPDATE', record: { ...row, level: 6 }, old_record: { ...row, level: 5 } },
    },
    { event: 'DELETE', payload: { operation: 'DELETE', record: null, old_record: { ...row, level: 6 } } },
  ])
  expect(received[0]?.payload.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('those who join may ask for what was said before', async () => {
  const received = await listen(processes[0]!.live)
  for (let n = 1; n <= 30; n++) await send(SEND, [JSON.stringify({ n })])
  // All have been delivered, or the next to join would hear the last ones twice.
  await soon(() => expect(received).toHaveLength(30))
  await send(`select realtime.send('{"n": "elsewhere"}', 'said', 'talk:other', true)`)
  await send(`select realtime.send('{"n": "public"}', 'said', '${TOPIC}', false)`)
  const { live } = processes[0]!
  const three = await listen(live, { broadcast: { replay: { since: 0, limit: 3 } } })
  await soon(() => expect(three.map(({ payload }) => payload.n)).toEqual([28, 29, 30]))
  expect(three[0]?.meta).toEqual({ id: three[0]?.payload.id, replayed: true })
  const all = await listen(live, { broadcast: { replay: { since: 0, limit: 1_000 } } })
  await soon(() => expect(all).toHaveLength(25))
  const later = await listen(live, { broadcast: { replay: { since: Date.now() + 60_000 } } })
  await send(SEND, ['{"n": "new"}'])
  await soon(() => expect(later).toMatchObject([{ payload: { n: 'new' } }]))
  await expect(listen(live, { broadcast: { replay: { since: 'yesterday' } } })).rejects.toThrow('Malformed')
})

test('who asks is told that changes are delivered from now on', async () => {
  const client = processes[0]!.live.client(await processes[0]!.live.tokenFor(ADA))
  await client.setAuth()
  const channel = client.channel(TOPIC, { config: { private: true, broadcast: { replication_ready: true } } })
  const told: unknown[] = []
  channel.on('system', {}, (message) => told.push(message))
  await subscribed(channel)
  await soon(() =>
    expect(told).toMatchObject([{ extension: 'system', status: 'ok', message: 'Replication connection established' }]),
  )
})

test('messages are deleted after a day', async () => {
  await send(SEND, ['{"n": 1}'])
  await send(SEND, ['{"n": 2}'])
  await db.owner.query(
    `update realtime.messages set inserted_at = now() - interval '25 hours' where payload ->> 'n' = '1'`,
  )
  expect((await send('select realtime.delete_old_messages() as deleted')).rows).toEqual([{ deleted: 1 }])
  expect((await db.owner.query(`select payload ->> 'n' as n from realtime.messages`)).rows).toEqual([{ n: '2' }])
})
