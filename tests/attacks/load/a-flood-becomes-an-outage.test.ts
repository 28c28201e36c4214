import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openTarget, type Target } from '../open-target.ts'

const CONNECTIONS = 240
const READINESS_CHECKS = 10

let target: Target | undefined
afterEach(() => target?.close())

interface ProbeResponse {
  status: number | undefined
  headers: Record<string, unknown>
  text: string
}

function fetchText(address: string, agent?: Agent): Promise<ProbeResponse> {
  return new Promise((resolve, reject) => {
    get(address, { agent: agent ?? false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    }).once('error', reject)
  })
}

async function openMarket(environment: Record<string, string> = {}): Promise<Target> {
  target = await openTarget({ SEED: 'demo', ...environment })
  return target
}

/**
 * The first limit reached: with admission, a request that would wait too long; without it, the queue of pages. Only
 * admission sends a `Retry-After` of more than 2 seconds.
 */
for (const [ADMISSION, laterBy] of [
  ['on', /^[345]$/],
  ['off', /^2$/],
] as const) {
  test(`240 connections that search for products cause no outage, with admission ${ADMISSION}`, {
    timeout: 400_000,
  }, async ({ signal }) => {
    const { origin } = await openMarket({ ADMISSION })
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    let isOver = false
    const turnedAway: ProbeResponse[] = []
    let requested = 0
    let shown = 0

    async function customer(): Promise<void> {
      while (!isOver) {
        requested += 1
        // A cached page costs no render, so each request has a new address.
        const answer = await fetchText(`${origin}/products?search=rice${requested}`, agent)
        if (answer.status === 200) shown += 1
        else turnedAway.push(answer)
      }
    }

    const flood = Promise.allSettled(Array.from({ length: CONNECTIONS }, customer))
    const readiness: (number | undefined)[] = []
    const isNotified = () => turnedAway.some(({ headers }) => laterBy.test(String(headers['retry-after'])))
    // Without limits nothing is rejected: the pending requests must end with the test.
    while (!signal.aborted && (readiness.length < READINESS_CHECKS || !isNotified())) {
      readiness.push((await fetchText(`${origin}/readyz`)).status)
    }
    isOver = true
    const failed = (await flood).filter(({ status }) => status === 'rejected')
    agent.destroy()
    expect(failed).toEqual([])
    expect(new Set(readiness)).toEqual(new Set([200]))
    expect(shown).toBeGreaterThan(0)
    for (const { status, headers, text } of turnedAway) {
      expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
      expect(headers['retry-after']).toMatch(/^[2-5]$/)
      expect(text).toContain('We cannot show this page right now')
    }
  })
}

test('readiness is answered in HTTP/1.0 without Host too', async () => {
  const { origin } = await openMarket()
  const socket = connect(Number(new URL(origin).port), 'localhost')
  socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  let text = ''
  for await (const part of socket) text += part
  expect(text).toMatch(/^HTTP\/1.[01] 200/)
})
