import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProofOfWork } from '#platform/auth/captcha/proof-of-work.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  const captcha = createProofOfWork({ secret: 'test', mostTries: 20, cost: 10 })
  wire = await openTestWire({ auth: { settings: {}, captcha } })
})
afterAll(() => wire.stop())

const letter = { name: 'Ada', email: 'ada@example.com', subject: 'A bag was short', message: 'Order 10021.' }

async function send(body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await wire.request('/functions/v1/send-contact-message', init)
  return { status: response.status, body: await response.json() }
}
async function passed(): Promise<string> {
  const challenge = (await (await wire.request('/auth/v1/captcha')).json()) as Challenge
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  )
}
const countMessages = async () =>
  (await wire.market.row<{ kept: number }>('select count(*)::integer as kept from public.contact_messages')).kept

test('a contact message requires the captcha if it is enabled', async () => {
  const refused = { status: 400, body: { code: 'captcha_failed', message: /that you are human/ } }
  expect(await send(letter)).toMatchObject(refused)
  for (const token of ['nonsense', '', 5, null, 'x'.repeat(20_000)]) {
    expect(await send({ ...letter, captcha_token: token })).toMatchObject(refused)
  }
  expect(await countMessages()).toBe(0)
  const captcha_token = await passed()
  expect((await send({ ...letter, captcha_token })).status).toBe(200)
  expect(await countMessages()).toBe(1)
  expect(await send({ ...letter, captcha_token })).toMatchObject(refused)
})

test('a retry with a fresh token is the same message', async () => {
  const before = await countMessages()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await send({ ...letter, captcha_token: await passed() }, key)
  const again = await send({ ...letter, captcha_token: await passed() }, key)
  expect([first.status, again]).toEqual([200, first])
  expect(await countMessages()).toBe(before + 1)
})

test('a token counts once across both services', async () => {
  const captcha_token = await passed()
  expect((await send({ ...letter, captcha_token })).status).toBe(200)
  const sign = { email: 'x@market.test', password: 'a-good-basin-7', gotrue_meta_security: { captcha_token } }
  const headers = { 'content-type': 'application/json' }
  const response = await wire.request('/auth/v1/signup', { method: 'POST', headers, body: JSON.stringify(sign) })
  expect(await response.json()).toMatchObject({ error_code: 'captcha_failed' })
})

test('requests with the secret key need none, and other commands reject the field', async () => {
  expect((await send(letter, { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` })).status).toBe(200)
  const as = await wire.market.person()
  const body = JSON.stringify({ group_buy_id: crypto.randomUUID(), quantity: 1, captcha_token: 'x' })
  const headers = { 'content-type': 'application/json' }
  expect((await wire.request('/functions/v1/join-group-buy', { as, method: 'POST', headers, body })).status).toBe(400)
})
