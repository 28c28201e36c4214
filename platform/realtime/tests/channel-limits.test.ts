import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createBudgets } from '../limits/budgets.ts'
import { LIMITS, type RealtimeLimits } from '../limits/limits.ts'
import { ALL_RIGHTS, type ChannelPolicy, READ_ONLY } from '../rights/policy.ts'
import { ADA, BOLA } from './channel-policies.ts'
import { KEYS, type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

let db: TestDatabase
let live: LiveServer
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterEach(async () => {
  expect(live.faults).toEqual([])
  await live.stop()
})
afterAll(() => db.drop())

async function start(limits: Partial<RealtimeLimits>, policy: ChannelPolicy = async () => ALL_RIGHTS) {
  const budgets = createBudgets({ ...LIMITS, ...limits })
  live = await startLiveServer(db.database, {
    limits,
    budgets,
    policy,
    addressOf: (request) => String(request.headers['x-test-address'] ?? '192.0.2.9'),
  })
}

async function clientOf(person: string | null) {
  const client = live.client(person === null ? undefined : await live.tokenFor(person))
  await client.setAuth()
  return client
}
const ACK = { config: { broadcast: { ack: true } } }
const ping = { type: 'broadcast' as const, event: 'ping', payload: {} }
const count = (answers: unknown[], answer: unknown) => answers.filter((one) => one === answer).length

/** A socket that speaks for itself, from a given address. */
async function socketFrom(address: string) {
  const socket = new WebSocket(`${live.url.replace('http', 'ws')}/websocket?apikey=${KEYS.publishable}&vsn=2.0.0`, {
    headers: { 'x-test-address': address },
  })
  await new Promise((opened) => socket.once('open', opened))
  const replies: string[] = []
  socket.on('message', (data) => replies.push(String(data)))
  const join = (topic: string, ref: string) =>
    socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', {}]))
  const say = (topic: string, ref: string) =>
    socket.send(JSON.stringify([null, ref, `realtime:${topic}`, 'broadcast', { event: 'x', payload: {} }]))
  return { socket, replies, join, say }
}

test('joins of a person, over all of their connections', async () => {
  await start({ joinsPerSecondPerPerson: 0.1 })
  await subscribed((await clientOf(ADA)).channel('a'))
  await expect(subscribed((await clientOf(ADA)).channel('b'))).rejects.toThrow('ClientJoinRateLimitReached')
  await subscribed((await clientOf(BOLA)).channel('b'))
})

test('joins of an address, over all of its connections', async () => {
  await start({ joinsPerSecondPerAddress: 0.2 })
  const [one, two, other] = [
    await socketFrom('192.0.2.1'),
    await socketFrom('192.0.2.1'),
    await socketFrom('192.0.2.2'),
  ]
  one.join('a', '1')
  await soon(() => expect(one.replies[0]).toContain('"ok"'))
  two.join('b', '1')
  two.join('c', '2')
  await soon(() => expect(two.replies[1]).toContain('ClientJoinRateLimitReached'))
  other.join('a', '1')
  await soon(() => expect(other.replies[0]).toContain('"ok"'))
})

test('messages of a person, by websocket and over HTTP together', async () => {
  await start({ messagesPerSecondPerPerson: 0.5 })
  const one = await subscribed((await clientOf(ADA)).channel('a', ACK))
  const two = (await clientOf(ADA)).channel('b')
  const other = await subscribed((await clientOf(BOLA)).channel('a', ACK))
  const answers = [await one.send(ping), await one.send(ping), await one.send(ping)]
  expect(answers).toEqual(['ok', 'ok', 'ok'])
  expect(await two.httpSend('ping', {})).toEqual({ success: true })
  expect(await two.httpSend('ping', {})).toEqual({ success: true })
  await expect(two.httpSend('ping', {})).rejects.toThrow('Too many messages')
  expect(await one.send(ping)).toBe('error')
  expect(await other.send(ping)).toBe('ok')
})

test('messages of an address, over all of its connections', async () => {
  await start({ messagesPerSecondPerAddress: 0.2 })
  const [one, other] = [await socketFrom('192.0.2.1'), await socketFrom('192.0.2.2')]
  for (const socket of [one, other]) {
    socket.join('a', '1')
    await soon(() => expect(socket.replies).toHaveLength(1))
  }
  one.say('a', '2')
  one.say('a', '3')
  one.say('a', '4')
  await soon(() =>
    expect(one.replies.filter((reply) => reply.includes('MessagePerSecondRateLimitReached'))).toHaveLength(1),
  )
  await soon(() => expect(other.replies.filter((reply) => reply.includes('"broadcast"'))).toHaveLength(2))
  other.say('a', '2')
  await soon(() => expect(one.replies.filter((reply) => reply.includes('"broadcast"'))).toHaveLength(1))
})

test('messages of a channel, and no other channel suffers', async () => {
  await start({ messagesPerSecondPerChannel: 1 })
  const client = await clientOf(ADA)
  const [noisy, calm] = [await subscribed(client.channel('noisy', ACK)), await subscribed(client.channel('calm', ACK))]
  const answers = await Promise.all(Array.from({ length: 30 }, () => noisy.send(ping)))
  expect(count(answers, 'ok')).toBeLessThan(15)
  expect(await calm.send(ping)).toBe('ok')
})

test('those who may not write use up nothing of a channel', async () => {
  await start({ messagesPerSecondPerChannel: 1, messagesPerSecond: 1_000 }, async (identity) =>
    identity.claims.sub === BOLA ? READ_ONLY : ALL_RIGHTS,
  )
  const calm = await subscribed((await clientOf(ADA)).channel('calm', ACK))
  const outsider = (await clientOf(BOLA)).channel('calm')
  const refused = await Promise.allSettled(Array.from({ length: 30 }, () => outsider.httpSend('x', {})))
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await calm.send(ping)).toBe('ok')
})

test('members of a channel', async () => {
  await start({ membersPerChannel: 2 })
  const [one] = [
    await subscribed((await clientOf(ADA)).channel('a')),
    await subscribed((await clientOf(ADA)).channel('a')),
  ]
  await expect(subscribed((await clientOf(BOLA)).channel('a'))).rejects.toThrow('ChannelMemberLimitReached')
  await subscribed((await clientOf(BOLA)).channel('b'))
  await one.unsubscribe()
  await soon(async () => {
    await subscribed((await clientOf(BOLA)).channel('a'))
  })
})

describe('presence', () => {
  test('calls of a channel, and of a person over all of theirs', async () => {
    await start({ presenceCallsPer30Seconds: 3, presenceCallsPer30SecondsPerPerson: 5 })
    const client = await clientOf(ADA)
    const [one, two] = [await subscribed(client.channel('a')), await subscribed(client.channel('b'))]
    const track = async (channel: typeof one) => [
      await channel.track({}),
      await channel.track({}),
      await channel.track({}),
      await channel.track({}),
    ]
    expect(await track(one)).toEqual(['ok', 'ok', 'ok', 'error'])
    expect(await track(two)).toEqual(['ok', 'ok', 'error', 'error'])
    expect(await (await subscribed((await clientOf(BOLA)).channel('a'))).track({})).toBe('ok')
  })

  test('its payload', async () => {
    await start({ presenceBytes: 100 })
    const channel = await subscribed((await clientOf(ADA)).channel('a'))
    expect(await channel.track({ text: 'x'.repeat(200_000) })).toBe('error')
    expect(await channel.track({ text: 'ọ'.repeat(40) })).toBe('error')
    expect(await channel.track({ text: 'x'.repeat(40) })).toBe('ok')
    expect((await db.owner.query('select from realtime.presences')).rowCount).toBe(1)
  })
})

test('a flood of 10,000 topics on one connection opens as many channels as allowed, and the others go on', async () => {
  await start({
    joinsPerSecond: 100_000,
    messagesPerSecond: 100_000,
    joinsPerSecondPerAddress: 100_000,
    channelsPerConnection: 5,
  })
  const flood = await socketFrom('192.0.2.1')
  let code: number | undefined
  flood.socket.on('close', (closed) => {
    code = closed
  })
  for (let n = 0; n < 10_000; n++) flood.join(`topic-${n}`, String(n))
  await soon(() => expect(code).toBe(1008))
  expect(
    count(
      flood.replies.map((reply) => reply.includes('"status":"ok"')),
      true,
    ),
  ).toBeLessThanOrEqual(5)
  await subscribed((await clientOf(ADA)).channel('a'))
})
