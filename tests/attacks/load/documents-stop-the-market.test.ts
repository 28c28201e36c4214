import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '#api/session-cookie.ts'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
let cookie: string
beforeAll(async () => {
  target = await openTarget({ SEED: 'demo', RATE_LIMITS: 'on', ADMISSION: 'off' })
  const answer = await target.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: 'vendor@ajoja.test', password: 'ajoja-demo' }),
  })
  cookie = sessionCookie(await answer.json(), { secure: false }).split(';')[0] ?? ''
})
afterAll(() => target?.close())

const statement = (month: string) =>
  fetch(`${target.origin}/vendor/payouts/statement.pdf?month=${month}`, { headers: { cookie } })

/** Maximum time of a page on a busy machine. It was 5.9 s beside six concurrent exports. */
const PROMPT_MS = 5_000

test('six concurrent documents block no page, and their number per person is limited', async () => {
  const months = Array.from(
    { length: 36 },
    (_, at) => `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
  )
  const statuses: number[] = []
  const ask = async (): Promise<void> => {
    for (let month = months.pop(); month; month = months.pop()) {
      const answer = await statement(month)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const retryAfter = Number(answer.headers.get('retry-after'))
      if (answer.status === 503 && retryAfter > 0) {
        // A busy machine sends people away for a moment, as it may.
        months.push(month)
        await sleep(retryAfter * 1000)
        continue
      }
      statuses.push(answer.status)
      if (answer.status === 200) expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
      else expect([answer.status, retryAfter > 0]).toEqual([429, true])
    }
  }
  const papers = Promise.all(Array.from({ length: 6 }, ask))
  // Awaited below, after the pages.
  papers.catch(() => {})
  let slowest = 0
  for (let page = 1; page <= 10; page += 1) {
    const beganAt = performance.now()
    expect((await fetch(`${target.origin}/products?page=1&from=${page}`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - beganAt)
  }
  await papers
  console.log(`slowest page beside six papers at once: ${Math.round(slowest)} ms`)
  expect(slowest).toBeLessThan(PROMPT_MS)
  expect([...new Set(statuses)].sort()).toEqual([200, 429])
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(33)
})
