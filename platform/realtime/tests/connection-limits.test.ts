import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import type { IsEnded } from '../credentials.ts'
import { KEYS, type LiveServer, startLiveServer, subscribed } from './live-server.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

const ADA = '00000000-0000-4000-8000-00000000000a'
const BOLA = '00000000-0000-4000-8000-00000000000b'
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** Resolves with the status of a rejected upgrade, or with 101. */
function connect(url: string, from = '192.0.2.1'): Promise<{ status: number; socket: WebSocket }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket?apikey=${KEYS.publishable}`, {
    headers: { 'x-test-address': from },
  })
  return new Promise((answered, failed) => {
    socket.on('open', () => answered({ status: 101, socket }))
    socket.on('unexpected-response', (_, response) => answered({ status: response.statusCode ?? 0, socket }))
    socket.on('error', failed)
  })
}

/** A client that is signed in before it joins; otherwise the first join would be anonymous. */
async function clientOf(live: LiveServer, token: string) {
  const client = live.client(token)
  await client.setAuth()
  return client
}

const addressOf = (request: { headers: Record<string, unknown> }) => String(request.headers['x-test-address'] ?? 'x')

test('limits the connections of an address without affecting others', async () => {
  const live = await startLiveServer(db.database, { addressOf, limits: { connectionsPerAddress: 2 } })
  try {
    const [first] = [await connect(live.url), await connect(live.url)]
    expect((await connect(live.url)).status).toBe(429)
    expect((await connect(live.url, '192.0.2.2')).status).toBe(101)
    first.socket.terminate()
    await soon(async () => expect((await connect(live.url)).status).toBe(101))
  } finally {
    await live.stop()
  }
})

test('the addresses of one IPv6 network count as one', async () => {
  const live = await startLiveServer(db.database, { addressOf, limits: { connectionsPerNetwork: 1 } })
  try {
    expect((await connect(live.url, '2001:db8:0:1::1')).status).toBe(101)
    expect((await connect(live.url, '2001:db8:0:1::2')).status).toBe(429)
    expect((await connect(live.url, '2001:db8:0:2::1')).status).toBe(101)
  } finally {
    await live.stop()
  }
})

test('limits the bytes of an address over all its connections without affecting others', async () => {
  const limits = { burstBytes: 20_000, bytesPerSecond: 1 }
  const live = await startLiveServer(db.database, { addressOf, limits })
  try {
    const [first, second] = [await connect(live.url), await connect(live.url)]
    const other = await connect(live.url, '192.0.2.2')
    const codes: number[] = []
    second.socket.on('close', (code) => codes.push(code))
    const heartbeat = JSON.stringify({
      topic: 'phoenix',
      event: 'heartbeat',
      payload: { a: 'a'.repeat(15_000) },
      ref: '1',
    })
    first.socket.send(heartbeat)
    await soon(() => expect(first.socket.bufferedAmount).toBe(0))
    await new Promise((answered) => first.socket.once('message', answered))
    second.socket.send(heartbeat)
    await soon(() => expect(codes).toEqual([1008]))
    other.socket.send(heartbeat)
    await new Promise((answered) => other.socket.once('message', answered))
  } finally {
    await live.stop()
  }
})

test('limits the connections of a user, also if they sign in later', async () => {
  const live = await startLiveServer(db.database, { limits: { connectionsPerUser: 1 } })
  try {
    const token = await live.tokenFor(ADA)
    const one = await clientOf(live, token)
    await subscribed(one.channel('tea'))
    await subscribed(one.channel('coffee'))
    const second = await clientOf(live, token)
    await expect(subscribed(second.channel('tea'))).rejects.toThrow('ConnectionRateLimitReached')
    await subscribed((await clientOf(live, await live.tokenFor(BOLA))).channel('tea'))

    let currentToken: string = KEYS.publishable
    const late = live.client(undefined, { accessToken: async () => currentToken })
    const states: string[] = []
    late.channel('tea').subscribe((state) => states.push(state))
    await soon(() => expect(states).toEqual(['SUBSCRIBED']))
    currentToken = token
    await late.setAuth()
    await soon(() => expect(states).toContain('CLOSED'))

    await one.disconnect()
    await soon(async () => {
      await subscribed((await clientOf(live, token)).channel('tea'))
    })
  } finally {
    await live.stop()
  }
})

test('closes the channels of a session when it ends, and no others', async () => {
  const endedUsers = new Set<unknown>()
  const isEnded: IsEnded = (claims) => endedUsers.has(claims.sub)
  let watcher: { ended(isEnded: IsEnded): void; lost(): void } | undefined
  const sessions = {
    stateOf: async (claims: Record<string, unknown>) => (isEnded(claims) ? ('ended' as const) : ('live' as const)),
    watch(listener: NonNullable<typeof watcher>) {
      watcher = listener
      return () => undefined
    },
  }
  const live = await startLiveServer(db.database, { sessions })
  try {
    const states = { ada: [] as string[], anonymous: [] as string[] }
    const token = await live.tokenFor(ADA)
    const ada = await clientOf(live, token)
    ada.channel('tea').subscribe((state) => states.ada.push(state))
    live
      .client()
      .channel('tea')
      .subscribe((state) => states.anonymous.push(state))
    await soon(() => expect([states.ada, states.anonymous]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]))
    endedUsers.add(ADA)
    watcher?.ended(isEnded)
    await soon(() => expect(states.ada).toContain('CLOSED'))
    await expect(subscribed((await clientOf(live, token)).channel('tea'))).rejects.toThrow('InvalidJWTToken')

    endedUsers.clear()
    const errors: string[] = []
    const again = await clientOf(live, token)
    again.channel('coffee').subscribe((state) => errors.push(state))
    await soon(() => expect(errors).toEqual(['SUBSCRIBED']))
    watcher?.lost()
    await soon(() => expect(errors).toContain('CHANNEL_ERROR'))
    expect(states.anonymous).toEqual(['SUBSCRIBED'])
  } finally {
    await live.stop()
  }
})
