import { expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { readBuyAddress } from './address.ts'
import { joinByForm, joinOffline } from './joining/join.ts'
import { listActiveGroupBuys, readGroupBuy } from './queries.ts'

const apiReturning = (status: number, body: unknown) =>
  createApi({
    origin: 'https://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: async () => Response.json(body, { status }),
  })
const unreachable = createApi({
  origin: 'https://market.test',
  publishableKey: 'key',
  accessToken: () => null,
  fetch: () => Promise.reject(new TypeError('fetch failed')),
})
const fault = { code: 'XX000', message: 'internal', details: null, hint: null }
const everything = readBuyAddress(new URLSearchParams())
const form = () => {
  const fields = new FormData()
  for (const [name, value] of [
    ['group_buy_id', 'b1'],
    ['quantity', '2'],
    ['key', 'k1'],
  ] as const)
    fields.set(name, value)
  return fields
}

test('a list or a buy that cannot be read reports the specified message', async () => {
  const text = 'Failed to fetch group buys'
  for (const api of [apiReturning(400, fault), apiReturning(404, fault)]) {
    expect(await listActiveGroupBuys(api, everything, { now: '2026-01-01T00:00:00Z', nearState: null })).toEqual({
      buys: [],
      count: 0,
      error: text,
    })
    expect(await readGroupBuy(api, 'b1')).toEqual({ buy: null, error: text })
  }
})

test('a malformed id finds nothing and is not an error', async () => {
  expect(await readGroupBuy(apiReturning(400, { ...fault, code: '22P02' }), 'x')).toEqual({ buy: null, error: null })
})

test('a page past the last is an empty page', async () => {
  const past = apiReturning(416, { ...fault, code: 'PGRST103' })
  expect(await listActiveGroupBuys(past, everything, { now: '2026-01-01T00:00:00Z', nearState: null })).toEqual({
    buys: [],
    count: 0,
    error: null,
  })
})

test('a join that fails or gets no response reports a failure; a refusal has its own message', async () => {
  const outcome = { buyId: 'b1', joined: null, quantity: 2 }
  for (const api of [apiReturning(500, { message: 'a stack' }), unreachable]) {
    expect(await joinByForm(api, form())).toMatchObject({ ...outcome, text: 'Failed to join group buy' })
  }
  const refused = apiReturning(409, { code: 'buy_not_active', message: 'This group buy is no longer active' })
  expect(await joinByForm(refused, form())).toEqual({
    ...outcome,
    text: 'This group buy is no longer active',
    code: 'buy_not_active',
  })
  const reused = await joinByForm(
    apiReturning(422, { code: 'idempotency_key_reused', message: 'This idempotency key …' }),
    form(),
  )
  expect(reused.text).toMatch(/Load the page again/)
  expect(joinOffline(form())).toEqual({ ...outcome, text: 'No internet connection', code: 'offline' })
})
