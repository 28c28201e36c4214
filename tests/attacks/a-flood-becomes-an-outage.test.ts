import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from './open-target.ts'

const CONNECTIONS = 240
const READINESS_CHECKS = 10

let target: Target
beforeAll(async () => {
  target = await openTarget({ SEED: 'demo' })
})
afterAll(() => target.close())

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  text: string
}

function ask(path: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(target.origin + path, { agent: agent ?? false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    }).once('error', reject)
  })
}

test('240 connections that search for products take nobody out', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let isOver = false
  const turnedAway: Answer[] = []
  let asked = 0
  let shown = 0

  async function customer(): Promise<void> {
    while (!isOver) {
      asked += 1
      // A cached page costs no render, so each request asks for one that nobody has asked for.
      const answer = await ask(`/products?search=rice${asked}`, agent)
      if (answer.status === 200) shown += 1
      else turnedAway.push(answer)
    }
  }

  const flood = Array.from({ length: CONNECTIONS }, customer)
  const readiness: (number | undefined)[] = []
  while (readiness.length < READINESS_CHECKS || turnedAway.length === 0) readiness.push((await ask('/readyz')).status)
  isOver = true
  await Promise.all(flood)
  agent.destroy()
  expect(new Set(readiness)).toEqual(new Set([200]))
  expect(shown).toBeGreaterThan(0)
  for (const { status, headers, text } of turnedAway) {
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store'])
    expect(text).toContain('We cannot show this page right now')
  }
})

test('readiness is told in HTTP/1.0 without Host too', async () => {
  const socket = connect(Number(new URL(target.origin).port), 'localhost')
  socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  let text = ''
  for await (const part of socket) text += part
  expect(text).toMatch(/^HTTP\/1.[01] 200/)
})
