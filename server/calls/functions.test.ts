import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRefusals, type RefusalCode } from '#domain/all-refusals.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { findRefusal } from '#domain/refusals/refusal-texts.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
let buyer: string
beforeAll(async () => {
  wire = await openTestWire()
  buyer = await wire.market.person()
})
afterAll(() => wire.stop())

interface Call {
  name?: string
  method?: string
  headers?: Record<string, string>
  body?: string
  as?: string
}

async function callCommand({ name = 'join-group-buy', body, method = 'POST', ...call }: Call) {
  const response = await wire.request(`/functions/v1/${name}`, { method, ...(body !== undefined && { body }), ...call })
  const parsed = (await response.json()) as { code: string; message: string; errors?: Record<string, string> }
  return { status: response.status, ...parsed }
}

/** Requests that the handler refuses before any command runs. */
const refused: [what: string, call: () => Call | Promise<Call>, status: number, code: RefusalCode][] = [
  ['a command that is none', () => ({ name: 'close-the-market' }), 404, 'not_found'],
  ['a call without POST', () => ({ method: 'GET' }), 405, 'method_not_allowed'],
  ['an unknown key', () => ({ headers: { apikey: 'sb_publishable_of_another' } }), 401, 'invalid_api_key'],
  [
    'the secret key in a browser',
    () => ({ headers: { apikey: KEYS.secret, 'user-agent': 'Mozilla/5.0' } }),
    401,
    'invalid_api_key',
  ],
  ['a forged token', () => ({ headers: { authorization: 'Bearer x.y.z' } }), 401, 'sign_in_required'],
  [
    'a token of yesterday',
    async () => ({ headers: { authorization: `Bearer ${await wire.tokenOf(buyer, { iat: 1, exp: 2 })}` } }),
    401,
    'sign_in_required',
  ],
  ['no token', () => ({ body: '{}' }), 401, 'sign_in_required'],
  ['an idempotency key with a space', () => ({ headers: { 'idempotency-key': 'a b' } }), 400, 'invalid_input'],
  ['a broken body', () => ({ as: buyer, body: '{' }), 400, 'bad_json'],
  ['a body of 2 MB', () => ({ as: buyer, body: `"${'x'.repeat(2e6)}"` }), 413, 'request_entity_too_large'],
  ['a list', () => ({ as: buyer, body: '[]' }), 400, 'invalid_input'],
  ['a field that is not taken', () => ({ as: buyer, body: '{"price":1}' }), 400, 'invalid_input'],
  ['a command for the secret key alone', () => ({ as: buyer, name: 'send-email', body: '{}' }), 403, 'not_allowed'],
]

describe('the commands’ HTTP handler', () => {
  test.each(refused)('answers %s with a code of the union', async (_, call, status, code) => {
    const response = await callCommand(await call())
    expect(response).toMatchObject({ status, code })
    expect(findRefusal(allRefusals, response.code)).toBeDefined()
    expect(response.message).toMatch(/\w/)
  })

  test('names every invalid field', async () => {
    const response = await callCommand({
      as: buyer,
      name: 'decide-vendor',
      body: '{"vendor_id":"x","decision":"maybe"}',
    })
    expect(response).toMatchObject({ status: 400, code: 'invalid_input', message: 'Vendor must be a valid id.' })
    expect(Object.keys(response.errors ?? {})).toEqual(['vendor_id', 'decision'])
  })

  test('one key with two bodies gets the same refusal from commands and tables', async () => {
    const { buyId } = await wire.market.buy()
    const headers = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' }
    const order = (quantity: number) =>
      wire.request('/rest/v1/orders', {
        method: 'POST',
        as: buyer,
        headers,
        body: JSON.stringify({ group_buy_id: buyId, quantity }),
      })
    const join = (quantity: number) =>
      callCommand({ as: buyer, headers, body: JSON.stringify({ group_buy_id: buyId, quantity }) })
    await join(1)
    const ofCommand = await join(2)
    await order(1)
    const ofTable = await order(2)
    const expected = { code: 'idempotency_key_reused', message: callRefusals.reused_key.idempotency_key_reused }
    expect(ofCommand).toMatchObject({ status: 422, ...expected })
    expect([ofTable.status, await ofTable.json()]).toMatchObject([422, expected])
  })
})
