import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { databasePolicy } from '../rights/database-policy.ts'
import { ADA, BOLA, CONVERSATION, createConversations, OTHER_CONVERSATION } from './channel-policies.ts'
import { KEYS, type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

let db: TestDatabase
let live: LiveServer
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await createConversations(db)
})
beforeEach(async () => {
  live = await startLiveServer(db.database, {
    policy: databasePolicy({ database: db.database, opensPublicWrites: false }),
    limits: { tokenCheckMs: 500 },
  })
})
afterEach(async () => {
  await live.stop()
  await db.owner.query(`update public.talk_members set writes = true where talk = '${CONVERSATION}'`)
  expect((await db.owner.query('select from realtime.messages')).rowCount).toBe(0)
})
afterAll(() => db.drop())

interface RoomOptions {
  config?: Record<string, unknown>
  vsn?: string
  isPrivate?: boolean
}

async function room(
  person: string | null,
  topic: string,
  { config = {}, vsn = '2.0.0', isPrivate = true }: RoomOptions = {},
) {
  const client = live.client(person === null ? undefined : await live.tokenFor(person), { vsn })
  await client.setAuth()
  const received: { event: string; payload: unknown }[] = []
  const channel = client.channel(topic, { config: { private: isPrivate, ...config } })
  channel.on('broadcast', { event: '*' }, (message) => received.push(message as unknown as (typeof received)[number]))
  await subscribed(channel)
  return { client, channel, received }
}
const ping = (payload: unknown) => ({ type: 'broadcast' as const, event: 'ping', payload })
const ACK = { config: { broadcast: { ack: true } } }

describe.each(['1.0.0', '2.0.0'])('with version %s of the protocol', (vsn) => {
  test('members of a conversation write and hear each other', async () => {
    const [one, two] = [
      await room(ADA, `talk:${CONVERSATION}`, { ...ACK, vsn }),
      await room(ADA, `talk:${CONVERSATION}`, { vsn }),
    ]
    expect(await one.channel.send(ping({ a: 1 }))).toBe('ok')
    await soon(() => expect(two.received).toMatchObject([{ event: 'ping', payload: { a: 1 } }]))
    expect(one.received).toEqual([])
  })

  test('others are refused, in the words of the protocol', async () => {
    await expect(room(ADA, `talk:${OTHER_CONVERSATION}`, { vsn })).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: talk:${OTHER_CONVERSATION}`,
    )
    await expect(room(null, `talk:${CONVERSATION}`, { vsn })).rejects.toThrow('Unauthorized')
  })

  test('who may only read is told so', async () => {
    await db.owner.query(`update public.talk_members set writes = false where talk = '${CONVERSATION}'`)
    const [one, two] = [
      await room(ADA, `talk:${CONVERSATION}`, { ...ACK, vsn }),
      await room(ADA, `talk:${CONVERSATION}`, { vsn }),
    ]
    expect(await one.channel.send(ping(1))).toBe('error')
    expect(await one.channel.track({ here: true })).toBe('error')
    expect(two.received).toEqual([])
  })
})

test.each([
  ['upper case', `talk:${CONVERSATION.toUpperCase()}`],
  ['another kind', `cast:${CONVERSATION}`],
  ['a tail', `talk:${CONVERSATION}:x`],
  ['a line break', `talk:${CONVERSATION}\n`],
  ['a pattern', 'talk:%'],
  ['no id', 'talk:'],
  ['quotes', `talk:' or true --`],
  ['a topic of the maximum length', `t${'x'.repeat(240)}`],
])('a topic with %s is nobody’s', async (_, topic) => {
  await expect(room(ADA, topic)).rejects.toThrow('Unauthorized')
  expect(live.faults).toEqual([])
})

test('a policy that cannot read the topic admits nobody, and faults nothing', async () => {
  await expect(room(ADA, 'cast:no-uuid')).rejects.toThrow('Unauthorized')
  expect(live.faults).toEqual([])
})

test('a public channel of the same name is another room, and nobody writes there', async () => {
  const inside = await room(ADA, `talk:${CONVERSATION}`)
  const outside = await room(BOLA, `talk:${CONVERSATION}`, { ...ACK, isPrivate: false })
  expect(await outside.channel.send(ping('public'))).toBe('error')
  await expect(outside.channel.httpSend('ping', { a: 1 })).rejects.toThrow('Unauthorized')
  expect(inside.received).toEqual([])
})

test('a setting opens public channels for writing', async () => {
  await live.stop()
  live = await startLiveServer(db.database, {
    policy: databasePolicy({ database: db.database, opensPublicWrites: true }),
  })
  const [one, two] = [
    await room(null, 'yard', { ...ACK, isPrivate: false }),
    await room(null, 'yard', { isPrivate: false }),
  ]
  expect(await one.channel.send(ping('hello'))).toBe('ok')
  await soon(() => expect(two.received).toMatchObject([{ payload: 'hello' }]))
})

test('over HTTP the same rights apply', async () => {
  const { channel, client, received } = await room(ADA, `talk:${CONVERSATION}`)
  expect(await channel.httpSend('ping', { n: 1 })).toEqual({ success: true })
  await soon(() => expect(received).toMatchObject([{ payload: { n: 1 } }]))
  const other = client.channel(`talk:${OTHER_CONVERSATION}`, { config: { private: true } })
  await expect(other.httpSend('ping', { n: 1 })).rejects.toThrow('Unauthorized')
  const stranger = live.client().channel(`talk:${CONVERSATION}`, { config: { private: true } })
  await expect(stranger.httpSend('ping', { n: 1 })).rejects.toThrow('Unauthorized')
  const both = await fetch(`${live.url}/api/broadcast`, {
    method: 'POST',
    headers: {
      apikey: KEYS.publishable,
      authorization: `Bearer ${await live.tokenFor(ADA)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      messages: [CONVERSATION, OTHER_CONVERSATION].map((id) => ({
        topic: `talk:${id}`,
        event: 'x',
        payload: {},
        private: true,
      })),
    }),
  })
  expect(both.status).toBe(403)
  expect(received).toHaveLength(1)
})

test('messages reach only those who may read messages, presence only those who may read presence', async () => {
  const hall = await room(ADA, 'hall', { config: { presence: { enabled: true } } })
  expect(await hall.channel.track({ name: 'Ada' })).toBe('error')
  const desk = live.client(await live.tokenFor(ADA))
  await desk.setAuth()
  const heard: unknown[] = []
  const channel = desk.channel('desk', { config: { private: true, presence: { key: 'a' } } })
  channel.on('presence', { event: 'sync' }, () => undefined)
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message))
  await subscribed(channel)
  expect(await channel.track({ name: 'Ada' })).toBe('ok')
  await soon(() => expect(channel.presenceState()).toMatchObject({ a: [{ name: 'Ada' }] }))
  await db.owner.query(`select realtime.send('{}', 'secret', 'desk', true)`)
  await db.owner.query(`select realtime.send('{}', 'open', 'hall', true)`)
  await soon(() => expect(hall.received).toMatchObject([{ event: 'open' }]))
  expect(heard).toEqual([])
  await db.owner.query('truncate realtime.messages')
})

test('a new token that has lost the right ends the channel', async () => {
  let token = await live.tokenFor(ADA)
  const client = live.client(undefined, { accessToken: async () => token })
  await client.setAuth()
  const channel = client.channel(`talk:${CONVERSATION}`, { config: { private: true } })
  const messages: string[] = []
  const states: string[] = []
  channel.on('system', {}, ({ message }) => messages.push(message))
  channel.subscribe((state) => states.push(state))
  await soon(() => expect(states).toEqual(['SUBSCRIBED']))
  token = await live.tokenFor(BOLA)
  await client.setAuth()
  await soon(() => expect(states).toContain('CLOSED'))
  expect(messages).toEqual(['You do not have permissions to read from this topic'])
})

test('a right that ends is noticed without a new token, also that of a stranger', async () => {
  const member = await room(ADA, `talk:${CONVERSATION}`)
  const stranger = await room(null, 'hall')
  const closed: string[] = []
  for (const [name, { channel }] of Object.entries({ member, stranger })) {
    channel.on('system', {}, ({ message }) => closed.push(`${name}: ${message}`))
  }
  await db.owner.query(`delete from public.talk_members where talk = '${CONVERSATION}'`)
  await soon(() => expect(closed).toEqual(['member: Access to this topic has ended']))
  await db.owner.query(`insert into public.talk_members values ('${CONVERSATION}', '${ADA}')`)
})

test('people never read or write stored messages themselves', async () => {
  await db.owner.query(`select realtime.send('{"secret": 1}', 'x', 'talk:${CONVERSATION}', true)`)
  const as = (sub: string, sql: string) =>
    db.database.as({ role: 'authenticated', claims: { sub } }, async (tx) => (await tx.query(sql)).rowCount)
  expect(await as(ADA, 'select from realtime.messages')).toBe(0)
  await expect(
    as(ADA, `insert into realtime.messages (topic, extension) values ('hall', 'broadcast')`),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    as(ADA, `insert into realtime.messages (topic, extension, payload) values ('hall', 'broadcast', '1')`),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(as(ADA, `select realtime.send('{}', 'x', 'hall', true)`)).rejects.toMatchObject({ code: '42501' })
  await expect(as(ADA, `select realtime.post('{}')`)).rejects.toMatchObject({ code: '42501' })
  await db.owner.query('truncate realtime.messages')
})
