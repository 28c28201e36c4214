import { expect, test } from 'vitest'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { createApi } from './api.ts'

const leave = (respond: () => Promise<Response>) =>
  createApi({
    origin: 'https://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: respond,
  }).command('leave-group-buy', { order_id: 'x' })

test('returns the templates of a refusal’s texts, which screens translate', async () => {
  const templates = { message: { text: 'You can spend {naira} in PEPS.', values: { naira: '₦5' } } }
  const refusal = { code: 'peps_not_enough', message: 'You can spend ₦5 in PEPS.' }
  const answer = await leave(async () => Response.json({ ...refusal, templates }, { status: 409 }))
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'peps_not_enough', message: templates.message } })
})

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
