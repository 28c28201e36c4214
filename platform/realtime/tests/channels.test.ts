import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { openDatabase, SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { ALL_RIGHTS, type ChannelPolicy, NO_RIGHTS } from '../rights/policy.ts'
import { KEYS, type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const policy: ChannelPolicy = async (identity, channel) =>
  !channel.private || identity.claims.sub === ADA ? ALL_RIGHTS : NO_RIGHTS

/** A long timeout, because the machine that runs the tests may be busy. */
const soon = <T>(check: () => T | Promise<T>, options: { timeout?: number; interval?: number } = {}) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20, ...options })

let db: TestDatabase
let live: LiveServer
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
beforeEach(async () => {
  live = await startLiveServer(db.database, { policy })
})
afterEach(() => live.stop())
afterAll(() => db.drop())

interface ReceivedMessage {
  event: string
  payload: unknown
}

async function room(topic: string, config = {}, server = live, options = {}) {
  const received: ReceivedMessage[] = []
  const channel = server.client(undefined, options).channel(topic, { config })
  channel.on('broadcast', { event: '*' }, (message) => received.push(message as unknown as ReceivedMessage))
  await subscribed(channel)
  return { channel, received }
}
const ping = (payload: unknown) => ({ type: 'broadcast' as const, event: 'ping', payload })

describe.each(['1.0.0', '2.0.0'])('broadcast in version %s', (vsn) => {
  test('reaches the others, and the sender only on request', async () => {
    const quiet = await room('tea', { broadcast: { ack: true } }, live, { vsn })
    const self = await room('tea', { broadcast: { self: true, ack: true } }, live, { vsn })
    const elsewhere = await room('coffee', {}, live, { vsn })
    expect(await quiet.channel.send(ping({ a: 1, text: 'Ẹ káàbọ̀' }))).toBe('ok')
    expect(await self.channel.send(ping(['b']))).toBe('ok')
    await soon(() => expect(self.received).toHaveLength(2))
    expect(self.received).toMatchObject([{ event: 'ping', payload: { a: 1, text: 'Ẹ káàbọ̀' } }, { payload: ['b'] }])
    expect(quiet.received).toMatchObject([{ payload: ['b'] }])
    expect(elsewhere.received).toEqual([])
  })
})

test('binary payloads stay binary', async () => {
  const [sender, other] = [await room('bytes', { broadcast: { ack: true } }), await room('bytes')]
  expect(await sender.channel.send(ping(new Uint8Array([0, 1, 255]).buffer))).toBe('ok')
  await soon(() => expect(other.received).toHaveLength(1))
  expect([...new Uint8Array(other.received[0]?.payload as ArrayBuffer)]).toEqual([0, 1, 255])
})

test('HTTP broadcasts, old form and new, and from SQL', async () => {
  const { received } = await room('news')
  const outside = live.client().channel('news')
  expect(await outside.httpSend('one', { n: 1 })).toEqual({ success: true })
  expect(await outside.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok')
  await db.database.as(SERVICE, (tx) => tx.query(`select realtime.send('{"n": 3}', 'three', 'news', false)`))
  await soon(() => expect(received.map(({ event }) => event)).toEqual(['one', 'two', 'three']))
  const member = db.database.as({ role: 'authenticated', claims: {} }, (tx) =>
    tx.query(`select realtime.send('{}', 'x', 'news', false)`),
  )
  await expect(member).rejects.toMatchObject({ code: '42501' })
})

test('HTTP rejects malformed messages', async () => {
  const post = (path: string, body: string, key = KEYS.publishable) =>
    fetch(`${live.url}/api/broadcast${path}`, {
      method: 'POST',
      body,
      headers: { apikey: key, 'content-type': 'application/json' },
    })
  expect((await post('', '{broken')).status).toBe(422)
  expect((await post('', '{"messages":[{"topic":1}]}')).status).toBe(422)
  expect((await post('', '{"messages":[{"topic":"a","event":"b","payload":"\\u0000"}]}')).status).toBe(422)
  expect((await post('/a/events/b', '{"word":"\\ud800"}')).status).toBe(422)
  expect((await post('/a/events/b', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).status).toBe(422)
  expect((await post('/a/events/%ZZ', '{}')).status).toBe(422)
  expect((await post('', '{"messages":[]}', 'wrong')).status).toBe(401)
  expect((await post('', JSON.stringify({ messages: [{ topic: 'a', event: 'b', private: true }] }))).status).toBe(403)
  expect((await post('', `"${'x'.repeat(300_000)}"`)).status).toBe(413)
  expect((await post('/nowhere', '{}')).status).toBe(404)
})

test('HTTP broadcasts are rate-limited, except with the secret key', async () => {
  await live.stop()
  live = await startLiveServer(db.database, { limits: { messagesPerSecond: 5 } })
  const post = async (key: string) =>
    (await fetch(`${live.url}/api/broadcast/a/events/b`, { method: 'POST', body: '1', headers: { apikey: key } }))
      .status
  const answers = await Promise.all(Array.from({ length: 60 }, () => post(KEYS.publishable)))
  expect(new Set(answers)).toEqual(new Set([202, 429]))
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => post(KEYS.secret))))).toEqual(new Set([202]))
})

test('a private channel admits only users whom the policy allows', async () => {
  await expect(room('secret', { private: true })).rejects.toThrow(
    'You do not have permissions to read from this Channel topic: secret',
  )
  const ada = live.client(await live.tokenFor(ADA))
  await ada.setAuth()
  const received: unknown[] = []
  const channel = ada.channel('secret', { config: { private: true, broadcast: { self: true } } })
  channel.on('broadcast', { event: '*' }, (message) => received.push(message))
  await subscribed(channel)
  await (await room('secret', { broadcast: { ack: true } })).channel.send(ping('public'))
  await channel.send(ping('private'))
  await soon(() => expect(received).toMatchObject([{ payload: 'private' }]))
})

test('presence shows who is there, and who left', async () => {
  const joined: string[] = []
  const watcher = live.client().channel('hall', { config: { presence: { key: 'watcher' } } })
  watcher.on('presence', { event: 'join' }, ({ key }) => joined.push(key))
  await subscribed(watcher)
  const client = live.client()
  const guest = client.channel('hall', { config: { presence: { key: 'guest' } } })
  guest.on('presence', { event: 'sync' }, () => undefined)
  await subscribed(guest)
  expect(await guest.track({ mood: 'good' })).toBe('ok')
  await soon(() => expect(watcher.presenceState()).toMatchObject({ guest: [{ mood: 'good' }] }))
  expect(await guest.track({ mood: 'better' })).toBe('ok')
  await soon(() => expect(watcher.presenceState()).toMatchObject({ guest: [{ mood: 'better' }] }))
  expect(watcher.presenceState().guest).toHaveLength(1)
  const late = live.client().channel('hall')
  late.on('presence', { event: 'sync' }, () => undefined)
  await subscribed(late)
  await soon(() => expect(late.presenceState()).toMatchObject({ guest: [{ mood: 'better' }] }))
  await client.disconnect()
  await soon(() => expect([watcher.presenceState(), late.presenceState()]).toEqual([{}, {}]))
  expect(joined).toContain('guest')
  expect((await db.owner.query('select 1 from realtime.presences')).rowCount).toBe(0)
})

test('broadcasts and presence span several processes', async () => {
  const second = openDatabase({ connectionString: db.connectionString })
  const other = await startLiveServer(second, { policy })
  const [here, there] = [await room('both', { broadcast: { ack: true } }), await room('both', {}, other)]
  await soon(
    async () => {
      await here.channel.send(ping('hello'))
      expect(there.received[0]).toMatchObject({ payload: 'hello' })
      // Not repeated too often, because the client limits apply in tests too.
    },
    { interval: 250 },
  )
  await here.channel.send(ping('x'.repeat(20_000)))
  await soon(() => expect(String(there.received.at(-1)?.payload)).toHaveLength(20_000))
  expect(here.received).toEqual([])
  const watcher = other.client().channel('hall')
  watcher.on('presence', { event: 'sync' }, () => undefined)
  await subscribed(watcher)
  const guest = live.client().channel('hall', { config: { presence: { key: 'guest' } } })
  await subscribed(guest)
  await guest.track({ from: 'afar' })
  await soon(() => expect(watcher.presenceState()).toMatchObject({ guest: [{ from: 'afar' }] }))
  await other.stop()
  await second.close()
})

test('an expired token ends the channel with a message', async () => {
  const client = live.client(await live.tokenFor(ADA, 2))
  await client.setAuth()
  const channel = client.channel('brief')
  const messages: string[] = []
  const closed = new Promise<void>((ended) => {
    channel.on('system', {}, ({ message }) => messages.push(message))
    channel.subscribe((status) => status === 'CLOSED' && ended())
  })
  await closed
  expect(messages).toEqual(['Token has expired'])
})

test('a forged token cannot join, nor replace a good one', async () => {
  const client = live.client()
  client.setAuth('forged.token.here')
  await client.setAuth('forged.token.here')
  await expect(subscribed(client.channel('any'))).rejects.toThrow('InvalidJWTToken')
})

describe('the WebSocket endpoint', () => {
  const open = (url: string) =>
    new Promise<string>((done) => {
      const socket = new WebSocket(url)
      socket.on('open', () => {
        done('open')
        socket.terminate()
      })
      socket.on('error', (error) => done(error.message))
    })

  test('requires a key and a known version, and leaves other paths alone', async () => {
    const base = live.url.replace('http', 'ws')
    expect(await open(`${base}/websocket?apikey=${KEYS.publishable}`)).toBe('open')
    expect(await open(`${base}/websocket`)).toContain('401')
    expect(await open(`${base}/websocket?apikey=wrong`)).toContain('401')
    expect(await open(`${base}/websocket?apikey=${KEYS.publishable}&vsn=9`)).toContain('400')
    expect(await open(`${base}/other?apikey=${KEYS.publishable}`)).toContain('404')
    live.server.on('upgrade', (request, socket) => request.url === '/mine' && socket.end('HTTP/1.1 418 Mine\r\n\r\n'))
    expect(await open(`${base.replace('/realtime/v1', '')}/mine`)).toContain('418')
  })

  test('bad frames never end the server or another channel', async () => {
    const { channel, received } = await room('calm', { broadcast: { self: true, ack: true } })
    for (const vsn of ['1.0.0', '2.0.0']) {
      const socket = new WebSocket(`${live.url.replace('http', 'ws')}/websocket?apikey=${KEYS.publishable}&vsn=${vsn}`)
      await new Promise((ready) => socket.once('open', ready))
      for (const frame of BAD_FRAMES) socket.send(frame)
      await new Promise((closed) => {
        socket.once('close', closed)
        for (let n = 0; n < 30; n++) socket.send('{')
      })
    }
    expect(await channel.send(ping('still here'))).toBe('ok')
    await soon(() => expect(received).toHaveLength(1))
    expect(live.faults).toEqual([])
  })

  test('enforces its limits', async () => {
    await live.stop()
    live = await startLiveServer(db.database, {
      limits: { channelsPerConnection: 2, messagesPerSecond: 20, messageBytes: 1_000 },
    })
    const client = live.client()
    await subscribed(client.channel('a'))
    await subscribed(client.channel('b'))
    await expect(subscribed(client.channel('c'))).rejects.toThrow('ChannelRateLimitReached')
    const { channel } = await room('flood', { broadcast: { ack: true } })
    const answers = await Promise.all(Array.from({ length: 40 }, () => channel.send(ping(1))))
    expect(answers.filter((answer) => answer === 'error').length).toBeGreaterThan(0)
    const big = new WebSocket(`${live.url.replace('http', 'ws')}/websocket?apikey=${KEYS.publishable}`)
    await new Promise((ready) => big.once('open', ready))
    big.send('x'.repeat(2_000))
    expect(await new Promise((closed) => big.once('close', closed))).toBe(1009)
  })
})

const BAD_FRAMES: (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '[1,2,3,4,5]',
  '["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[{"event":"TRUNCATE"}]}}]',
  '["1","1","realtime:x","phx_join",{"config":{"postgres_changes":{"a":1}}}]',
  '["1","1","realtime:x","phx_join",{"access_token":{"a":1}}]',
  '["1","1","","phx_join",{}]',
  '["1","1","realtime:x","nothing",null]',
  '{"topic":"realtime:x","event":"phx_join","payload":"text","ref":"1"}',
  '{"topic":"realtime:x","event":"broadcast","payload":{"event":5},"ref":"2"}',
  '{"topic":"realtime:x","event":"presence","payload":{"event":"track","payload":{"__proto__":1}},"ref":"3"}',
  Buffer.from([3]),
  Buffer.from([3, 255, 255, 255, 255, 255, 1]),
  Buffer.from([3, 0, 0, 0, 0, 0, 9]),
  Buffer.from([4, 0, 0, 0, 0]),
  Buffer.from([0xff, 0xfe]),
]
