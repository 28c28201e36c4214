import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openTarget, type Target } from '../open-target.ts'

// A visitor with six websockets sent heartbeats of 240 kB without end: nothing limited them, each was parsed before any
// check, and one page took 14.6 s.

let target: Target
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on' })
})
afterAll(() => target?.close())

const CONNECTIONS = 6
/** Per connection; some 20 MB in total. */
const MESSAGES = 15
const LONG = `[${'1,'.repeat(110_000)}1]`
const QUIET = `"${'a'.repeat(220_000)}"`
const messageOf = (topic: string, event: string, payload: string, ref = '1') =>
  `["1","${ref}","${topic}","${event}",{"a":${payload}}]`
const KINDS = [
  messageOf('phoenix', 'heartbeat', LONG),
  messageOf('phoenix', 'heartbeat', QUIET),
  messageOf('realtime:x', 'broadcast', QUIET),
  messageOf('realtime:x', 'phx_join', QUIET),
]

/** Sends them all, and resolves with the market's close code; 0 if it has read everything. */
function flood(): Promise<number> {
  const address = `${target.origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.publishableKey}`
  const socket = new WebSocket(address)
  return new Promise((resolve) => {
    socket.on('open', () => {
      for (let turn = 0; turn < MESSAGES; turn += 1) socket.send(KINDS[turn % KINDS.length] ?? '')
      socket.send(messageOf('phoenix', 'heartbeat', '1', 'last'))
    })
    socket.on('message', (data) => {
      if (!data.toString().includes('"last"')) return
      resolve(0)
      socket.terminate()
    })
    socket.on('error', () => undefined)
    socket.on('close', resolve)
  })
}

/** Processor time of the main thread: unlike elapsed time, it does not depend on other load. */
function mainThreadMs(): number {
  const { pid } = target.process
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** It was 220 ms a megabyte. */
const MOST_PROCESSOR_MS = 1_500

test('what is sent over websockets is bounded like every other body', async () => {
  const before = mainThreadMs()
  const codes = await Promise.all(Array.from({ length: CONNECTIONS }, flood))
  const spent = mainThreadMs() - before
  console.log(`closed with ${codes.join(', ')}; ${spent} ms of processor`)
  expect(codes.filter((code) => code !== 0)).not.toEqual([])
  expect(codes.every((code) => [0, 1008].includes(code))).toBe(true)
  expect(spent).toBeLessThan(MOST_PROCESSOR_MS)
  expect((await fetch(`${target.origin}/healthz`)).status).toBe(200)
}, 120_000)
