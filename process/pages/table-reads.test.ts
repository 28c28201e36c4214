import { expect, test } from 'vitest'
import type { PageRead } from '#platform/tables/handler.ts'
import { tableReads } from './table-reads.ts'

const SITE = { origin: 'https://market.test', publishableKey: 'sb_publishable_1' }
const TABLES = `${SITE.origin}/rest/v1/`
const VISITOR = { apikey: SITE.publishableKey, authorization: `Bearer ${SITE.publishableKey}` }
const PERSON = { role: 'authenticated', claims: { sub: 'a person' } }

async function request(input: string, init: RequestInit, answer: Response | null = new Response('quick')) {
  const reads: PageRead[] = []
  const app = {
    readForPage: async (read: PageRead) => {
      reads.push(read)
      return answer ?? undefined
    },
    identifyReader: async (token: string) => (token === 'a.b.c' ? PERSON : undefined),
  }
  const send = tableReads(app, SITE)(new Request(`${SITE.origin}/products`), async () => new Response('usual'))
  return { text: await (await send(input, init)).text(), reads }
}

const READ = { location: '/products?select=*', prefer: 'count=exact', accept: 'application/json', recorder: undefined }

test.each([
  ['a visitor', VISITOR, 'GET', null],
  ['a person', { ...VISITOR, authorization: 'Bearer a.b.c' }, 'GET', PERSON],
  ['a person who counts', { ...VISITOR, authorization: 'Bearer a.b.c' }, 'HEAD', PERSON],
])('%s reads tables without creating a request', async (_, who, method, identity) => {
  const headers = { ...who, prefer: 'count=exact', accept: 'application/json' }
  const { text, reads } = await request(`${TABLES}products?select=*`, { method, headers })
  expect(text).toBe('quick')
  expect(reads).toEqual([{ ...READ, method, identity }])
})

test.each([
  ['an unknown token', `${TABLES}products`, { headers: { ...VISITOR, authorization: 'Bearer d.e.f' } }],
  ['another key', `${TABLES}products`, { headers: { ...VISITOR, authorization: 'Bearer sb_secret_1' } }],
  ['no key', `${TABLES}products`, {}],
  ['a call that writes', `${TABLES}products`, { headers: VISITOR, method: 'POST' }],
  ['a call elsewhere', `${SITE.origin}/auth/v1/user`, { headers: VISITOR }],
  ['another site', 'https://other.test/rest/v1/products', { headers: VISITOR }],
  ['a call with a range', `${TABLES}products`, { headers: { ...VISITOR, range: '0-1' } }],
  ['another schema', `${TABLES}products`, { headers: { ...VISITOR, 'accept-profile': 'other' } }],
])('%s uses the ordinary fetch', async (_, input, init: RequestInit) => {
  expect(await request(input, { method: 'GET', ...init })).toEqual({ text: 'usual', reads: [] })
})

test('a read that the shortcut cannot serve uses the ordinary fetch', async () => {
  const { text, reads } = await request(`${TABLES}products`, { method: 'GET', headers: VISITOR }, null)
  expect([text, reads.length]).toEqual(['usual', 1])
})
