import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { createLogger, type EarlyResponse, logResponse } from '#platform/http/request-log.ts'
import { serve } from '#platform/http/serve.ts'
import { countResponses } from '#platform/metrics/http-metrics.ts'
import { createTestDatabase } from '#platform/postgres/testing.ts'
import type { ResponseCache } from '#platform/response-cache/response-cache.ts'
import { openResponseCache } from '../response-cache.ts'
import type { RequestClass } from './admission.ts'
import { openRequestGate } from './request-gate.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface CacheOptions {
  cache: ResponseCache | null
  logEarly(answer: EarlyResponse): string
}

/** A site that rejects these classes. */
async function siteWithoutRoomFor(
  turnedAway: RequestClass[] | 'off',
  { cache, logEarly }: CacheOptions = { cache: null, logEarly: () => 'id' },
) {
  const site = { rendered: 0, made: 0 }
  const zeros = { anonymous: 0, reads: 0, writes: 0, joins: 0 }
  const admits = (asker: RequestClass) => turnedAway !== 'off' && !turnedAway.includes(asker)
  const counts = () => ({ level: 0, waitedMs: 0, admitted: zeros, refused: zeros })
  const before = openRequestGate({
    admission: turnedAway === 'off' ? null : { admits, counts, stop: () => undefined },
    cache,
    publishableKey: 'sb_publishable_of_this_site',
    routerOptions: {
      wire: { handlers: { '/rest/v1': async () => new Response() }, filePrefixes: [] },
      cookieName: 'ajoja-session',
      origins: ['https://site.test'],
      production: true,
    },
    siteUrl: 'https://site.test',
    trustedProxies: 0,
    rateLimits: false,
    async unavailable(_, nonce) {
      site.made += 1
      const html = `<h1>Not now</h1><script nonce="${nonce}">1</script>${'x'.repeat(3_000)}`
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '2' }
      return new Response(html, { status: 503, headers })
    },
    logEarly,
  })
  const fetchOfSite = async () => {
    site.rendered += 1
    return new Response('A page')
  }
  const options = { host: '127.0.0.1', port: 0, trustedProxies: 0, onBug: () => undefined, before }
  const { server, stop } = await serve({ fetch: fetchOfSite, ...options })
  closers.push(() => stop(0))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { site, ask: (path: string, init?: RequestInit) => fetch(origin + path, init) }
}

test('a rejected client gets 503 at once, with the headers of a page, and nothing is rendered', async () => {
  const { site, ask } = await siteWithoutRoomFor(['anonymous'])
  const responses = await Promise.all(Array.from({ length: 8 }, () => ask('/group-buys')))
  for (const answer of responses) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toBe('id')
    expect(answer.headers.get('content-security-policy')).toContain("'sha256-")
    for (const name of ['etag', 'cdn-cache-control']) expect(answer.headers.get(name)).toBeNull()
    const html = await answer.text()
    expect(html).toContain('<h1>Not now</h1><script>1</script>')
  }
  expect([site.rendered, site.made]).toEqual([0, 1])
  // Retry-After is spread, so that they don't all return in the same second.
  expect(new Set(responses.map(({ headers }) => headers.get('retry-after'))).size).toBe(4)
  expect(await (await ask('/group-buys', { method: 'HEAD' })).text()).toBe('')
  expect((await ask('/login', { method: 'POST', body: 'a=b' })).status).toBe(200)
})

test('clients of the wire get it as JSON, from any origin', async () => {
  const { ask } = await siteWithoutRoomFor(['anonymous'])
  const answer = await ask('/rest/v1/products?select=*')
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
  expect(await answer.json()).toMatchObject({ code: 'busy', details: null, hint: null })
  const data = await ask('/group-buys.data')
  expect([data.status, data.headers.get('cache-control')]).toEqual([503, 'no-store'])
})

test('health checks are always admitted, and so are joins while only other classes are rejected', async () => {
  const { ask } = await siteWithoutRoomFor(['anonymous', 'reads', 'writes'])
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/functions/v1/join-group-buy', { method: 'POST', body: '{}' })).status).toBe(200)
  expect((await ask('/functions/v1/create-product', { method: 'POST', body: '{}' })).status).toBe(503)
})

test('without admission control, nothing is rejected', async () => {
  const { ask } = await siteWithoutRoomFor('off')
  expect((await ask('/group-buys')).status).toBe(200)
})

test('cached responses and rejections are counted like all responses', async () => {
  const registry = new Registry()
  const log = createLogger({ level: 'silent' })
  const onResponse = countResponses(registry, () => 'page')
  const logEarly = (answer: EarlyResponse) => logResponse(log, answer, { onResponse })
  const db = await createTestDatabase()
  closers.unshift(() => db.drop())
  const parts = { config: readConfig({}), database: db.database, keys: { publishable: 'key' }, logEarly }
  const cache = openResponseCache(parts, () => undefined)
  if (!cache) throw new Error('The cache is off')
  closers.unshift(() => cache.stop())
  const { ask } = await siteWithoutRoomFor(['anonymous'], { cache, logEarly })
  const makeOf = async (path: string) => {
    await cache.respond(new Request(`http://localhost:3000${path}`), async () => new Response('A page'))
    return cache.counts().bytes
  }
  // Nothing is cached before change notifications are received.
  await expect.poll(() => makeOf('/about'), { timeout: 30_000 }).toBeGreaterThan(0)
  expect((await ask('/about')).status).toBe(200)
  expect((await ask('/contact')).status).toBe(503)
  const text = await registry.metrics()
  const counted = (status: string) =>
    text.includes(`http_request_duration_seconds_count{route="page",method="GET",status="${status}"} 1\n`)
  expect([counted('2xx'), counted('503')]).toEqual([true, true])
})
