import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openTarget, type Target } from './open-target.ts'

// A visitor with six websockets sent heartbeats of 240 kB without end: nothing counted them, each was parsed before it was looked at, and one
// page took 14.6 s.

let target: Target
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on' })
})
afterAll(() => target?.close())

const CONNECTIONS = 6
const SECONDS = 5
const LONG = `[${'1,'.repeat(110_000)}1]`
const QUIET = `"${'a'.repeat(220_000)}"`
const messageOf = (topic: string, event: string, payload: string) => `["1","2","${topic}","${event}",{"a":${payload}}]`
const MESSAGES = [
  messageOf('phoenix', 'heartbeat', LONG),
  messageOf('phoenix', 'heartbeat', QUIET),
  messageOf('realtime:x', 'broadcast', QUIET),
  messageOf('realtime:x', 'phx_join', QUIET),
]

/** Sends as fast as the market reads, and opens another connection whenever one is closed. */
function flood(isOver: () => boolean, closes: number[]): void {
  const address = `${target.origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.publishableKey}`
  const socket = new WebSocket(address)
  let turn = 0
  const send = () => {
    if (isOver()) return socket.terminate()
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount < 1_000_000) socket.send(MESSAGES[turn++ % MESSAGES.length] ?? '')
    setTimeout(send)
  }
  socket.on('open', send)
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    closes.push(code)
    if (!isOver()) setTimeout(() => flood(isOver, closes), 20)
  })
}

/** Processor time of the thread that answers everybody: unlike a clock's, it does not depend on who else runs here. */
function mainThreadMs(): number {
  const { pid } = target.process
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

test('what is sent over websockets is bounded like every other body', async () => {
  // The first page loads what all others use.
  await (await fetch(`${target.origin}/products`)).text()
  const endsAt = performance.now() + SECONDS * 1_000
  const isOver = () => performance.now() > endsAt
  const closes: number[] = []
  const before = mainThreadMs()
  for (let each = 0; each < CONNECTIONS; each += 1) flood(isOver, closes)
  let [pages, slowest] = [0, 0]
  while (!isOver()) {
    const beganAt = performance.now()
    const answer = await fetch(`${target.origin}/products?page=1&from=${pages}`)
    await answer.text()
    expect(answer.status).toBe(200)
    slowest = Math.max(slowest, performance.now() - beganAt)
    pages += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const spent = mainThreadMs() - before
  console.log(
    `slowest page beside ${CONNECTIONS} websockets: ${Math.round(slowest)} ms of ${pages}; ${spent} ms of processor`,
  )
  expect(closes).toContain(1008)
  expect(pages).toBeGreaterThan(0)
  expect(spent).toBeLessThan(SECONDS * 1_000 * 0.7)
}, 60_000)
