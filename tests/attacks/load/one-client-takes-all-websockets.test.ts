import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openTarget, type Target } from '../open-target.ts'

/** One client opens connection after connection, until the process has none left for other clients. */
let target: Target
const opened: WebSocket[] = []
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
})
afterAll(async () => {
  for (const socket of opened) socket.terminate()
  await target?.close()
})

/** The status of one more connection; 101 is a websocket, which stays open. */
function open(from: string): Promise<number> {
  const address = `${target.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.publishableKey}`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': from } })
  opened.push(socket)
  return new Promise((answered, failed) => {
    socket.on('open', () => answered(101))
    socket.on('unexpected-response', (_, response) => answered(response.statusCode ?? 0))
    socket.on('error', failed)
  })
}

async function openMany(count: number, from: (index: number) => string): Promise<Record<number, number>> {
  const answers: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const status = await open(from(index))
    answers[status] = (answers[status] ?? 0) + 1
  }
  return answers
}

test('one address gets its share, and the next address is served', async () => {
  expect(await openMany(510, () => '198.51.100.1')).toEqual({ 101: 500, 429: 10 })
  expect(await open('198.51.100.2')).toBe(101)
})

test('so does one IPv6 network across all its addresses', async () => {
  expect(await openMany(110, (index) => `2001:db8:0:1::${(index + 1).toString(16)}`)).toEqual({ 101: 100, 429: 10 })
  expect(await open('2001:db8:0:2::1')).toBe(101)
})
