import { expect, test } from 'vitest'
import { callRefusals } from '#domain/call-refusals.ts'
import { createApi } from './api.ts'

const leave = (respond: () => Promise<Response>) =>
  createApi({
    origin: 'https://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: respond,
  }).command('leave-group-buy', { order_id: 'x' })

test('returns a refusal as the server sent it', async () => {
  const refusal = { code: 'order_not_found', message: 'Order not found' }
  expect(await leave(async () => Response.json(refusal, { status: 404 }))).toEqual({ ok: false, status: 404, refusal })
})

test.each([
  ["a proxy's error page", () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
  ['an unknown code', () => Response.json({ code: 'toString', message: 'no' }, { status: 500 })],
  ['an empty body', () => new Response(null, { status: 504 })],
])('%s becomes `unavailable`', async (_, respond) => {
  const refusal = { code: 'unavailable', message: callRefusals.unavailable.unavailable }
  expect(await leave(async () => respond())).toMatchObject({ ok: false, refusal })
})

test('a failed fetch becomes `offline`', async () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  expect(await leave(unreachable)).toMatchObject({ ok: false, status: 0, refusal: { code: 'offline' } })
})
