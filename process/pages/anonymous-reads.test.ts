import { expect, test } from 'vitest'
import type { AnonymousRead } from '#platform/tables/handler.ts'
import { anonymousReads } from './anonymous-reads.ts'

const SITE = { origin: 'https://market.test', publishableKey: 'sb_publishable_1' }
const TABLES = `${SITE.origin}/rest/v1/`
const VISITOR = { apikey: SITE.publishableKey, authorization: `Bearer ${SITE.publishableKey}` }

async function request(input: string, init: RequestInit, answer: Response | null = new Response('quick')) {
  const reads: AnonymousRead[] = []
  const app = {
    readAnonymously: async (read: AnonymousRead) => {
      reads.push(read)
      return answer ?? undefined
    },
  }
  const send = anonymousReads(app, SITE)(new Request(`${SITE.origin}/products`), async () => new Response('usual'))
  return { text: await (await send(input, init)).text(), reads }
}

test('a visitor reads tables without creating a request', async () => {
  const headers = { ...VISITOR, prefer: 'count=exact', accept: 'application/json' }
  const { text, reads } = await request(`${TABLES}products?select=*`, { method: 'GET', headers })
  expect(text).toBe('quick')
  expect(reads).toEqual([
    { location: '/products?select=*', prefer: 'count=exact', accept: 'application/json', recorder: undefined },
  ])
})

test.each([
  ['a person', `${TABLES}products`, { headers: { ...VISITOR, authorization: 'Bearer a.b.c' } }],
  ['another key', `${TABLES}products`, { headers: { ...VISITOR, authorization: 'Bearer sb_secret_1' } }],
  ['no key', `${TABLES}products`, {}],
  ['a call that writes', `${TABLES}products`, { headers: VISITOR, method: 'POST' }],
  ['a count alone', `${TABLES}products`, { headers: VISITOR, method: 'HEAD' }],
  ['a call elsewhere', `${SITE.origin}/auth/v1/user`, { headers: VISITOR }],
  ['another site', 'https://other.test/rest/v1/products', { headers: VISITOR }],
  ['a call with a range', `${TABLES}products`, { headers: { ...VISITOR, range: '0-1' } }],
])('%s uses the ordinary fetch', async (_, input, init: RequestInit) => {
  expect(await request(input, { method: 'GET', ...init })).toEqual({ text: 'usual', reads: [] })
})

test('a read that the shortcut cannot serve uses the ordinary fetch', async () => {
  const { text, reads } = await request(`${TABLES}products`, { method: 'GET', headers: VISITOR }, null)
  expect([text, reads.length]).toEqual(['usual', 1])
})
