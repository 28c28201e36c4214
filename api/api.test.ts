import { expect, test } from 'vitest'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { createApi } from './api.ts'

const leave = (answering: () => Promise<Response>) =>
  createApi({
    origin: 'https://market.test',
    publishableKey: 'key',
    accessToken: () => null,
    fetch: answering,
  }).command('leave-group-buy', { order_id: 'x' })

test('a refusal arrives as it was sent', async () => {
  const refusal = { code: 'order_not_found', message: 'Order not found' }
  expect(await leave(async () => Response.json(refusal, { status: 404 }))).toEqual({ ok: false, status: 404, refusal })
})

test.each([
  ['a page of a proxy', () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
  ['a code of somebody else', () => Response.json({ code: 'toString', message: 'no' }, { status: 500 })],
  ['nothing', () => new Response(null, { status: 504 })],
])('%s leaves open what was done', async (_, answer) => {
  const refusal = { code: 'unavailable', message: refusalTexts.unavailable }
  expect(await leave(async () => answer())).toMatchObject({ ok: false, refusal })
})

test('no answer at all is no connection', async () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  expect(await leave(unreachable)).toMatchObject({ ok: false, status: 0, refusal: { code: 'offline' } })
})
