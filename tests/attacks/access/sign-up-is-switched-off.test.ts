import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../open-target.ts'

const CALLS = 3100
const AT_ONCE = 60

let target: Target
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
}, 120_000)
afterAll(() => target.close())

const post = async (path: string, { body, from }: { body: Record<string, unknown>; from: number }) => {
  const headers = { 'x-forwarded-for': `203.0.${Math.floor(from / 250)}.${1 + (from % 250)}` }
  const answer = await target.request(`/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

test('3,100 calls for unregistered addresses do not use up the limit of real mails', async () => {
  const attempts = Array.from({ length: CALLS }, (_, number) => {
    const email = `nobody${number}@elsewhere.test`
    const variants = [
      { path: '/recover', body: { email } },
      { path: '/resend', body: { type: 'signup', email } },
      { path: '/otp', body: { email, create_user: false } },
    ] as const
    return { ...(variants[number % variants.length] ?? variants[0]), from: number }
  })
  const statuses = new Set<number>()
  const worker = async () => {
    for (let next = attempts.pop(); next; next = attempts.pop()) statuses.add((await post(next.path, next)).status)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect([...statuses]).toEqual([200])

  const { rows } = await target.owner.query('select count(*)::int from mail.messages')
  expect(rows[0].count).toBe(0)
  const person = { email: 'ada@market.test', password: 'market-day-morning-7' }
  expect((await post('/signup', { body: person, from: CALLS })).status).toBe(200)
  expect((await post('/recover', { body: { email: person.email }, from: CALLS })).status).toBe(200)
}, 300_000)

test('unregistered and registered addresses have the same limits', async () => {
  const person = { email: 'bola@market.test', password: 'market-day-morning-7' }
  await post('/signup', { body: person, from: 20_000 })
  for (const email of [person.email, 'nobody@market.test']) {
    expect((await post('/recover', { body: { email }, from: 20_001 })).status).toBe(200)
    const { status, body } = await post('/recover', { body: { email }, from: 20_002 })
    expect({ status, code: body.error_code }).toEqual({ status: 429, code: 'over_email_send_rate_limit' })
  }
})
