import { expect, test } from 'vitest'
import { withCors } from './cors.ts'

const handler = withCors(async () => Response.json({}, { headers: { 'content-range': '0-1/2' } }))
const ask = (headers: Record<string, string>, method = 'GET') =>
  handler(new Request('http://site/rest/v1/x', { method, headers }))

test('a preflight is answered without the handler', async () => {
  const answer = await ask({ origin: 'http://other', 'access-control-request-method': 'PATCH' }, 'OPTIONS')
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  for (const name of ['apikey', 'x-client-info', 'prefer', 'idempotency-key', 'x-supabase-api-version']) {
    expect(answer.headers.get('access-control-allow-headers')).toContain(name)
  }
})

test('answers may be read elsewhere, but never with cookies', async () => {
  const { headers } = await ask({ origin: 'http://other' })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
  expect(headers.has('access-control-allow-credentials')).toBe(false)
  expect((await ask({})).headers.has('access-control-allow-origin')).toBe(false)
})
