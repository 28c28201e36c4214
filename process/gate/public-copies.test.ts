import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { serve } from '#platform/http/serve.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { openResponseCache } from '../response-cache.ts'
import { openPublicCopies } from './public-copies.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let db: TestDatabase
let site: Awaited<ReturnType<typeof openRejectingSite>>
beforeEach(async () => {
  db = await createTestDatabase()
  closers.push(() => db.drop())
  site = await openRejectingSite()
})

/** A site that admits no visitor; `finish` lets its renderings end. */
async function openRejectingSite() {
  const config = readConfig({})
  const cache = openResponseCache(
    { config, database: db.database, keys: { publishable: 'key' }, logEarly: () => 'id' },
    () => undefined,
  )
  if (!cache) throw new Error('The cache is off')
  closers.push(() => cache.stop())
  const sendPublicCopy = openPublicCopies({ cache, isFixed: (path) => path === '/' || path === '/about' })
  const rendered: string[] = []
  const admitted: string[] = []
  const gate = new EventTarget()
  let isHeld = false
  const fetchPage = async (request: Request) => {
    rendered.push(new URL(request.url).pathname)
    if (isHeld) await once(gate, 'open')
    return new Response(`Page ${rendered.length}`, { headers: { 'content-type': 'text/html' } })
  }
  const { server, stop } = await serve({
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: () => undefined,
    fetch: (request) => {
      admitted.push(new URL(request.url).pathname)
      return cache.respond(request, fetchPage)
    },
    before: (incoming, outgoing, next) =>
      cache.serveFromCache(incoming, outgoing, () =>
        sendPublicCopy({ incoming, outgoing }, { next, reject: () => outgoing.writeHead(503).end() }),
      ),
  })
  closers.push(() => stop(0))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(origin + path, init)
    return { status: response.status, text: await response.text() }
  }
  // Nothing is cached before change notifications are received.
  await expect.poll(() => ask('/about').then(({ status }) => status), { timeout: 30_000 }).toBe(200)
  rendered.length = 0
  admitted.length = 0
  return {
    ask,
    rendered,
    admitted,
    hold: () => {
      isHeld = true
    },
    finish: () => {
      isHeld = false
      gate.dispatchEvent(new Event('open'))
    },
  }
}

test('rejected visitors of a page share one rendering of it', async () => {
  site.hold()
  const visits = Array.from({ length: 30 }, () => site.ask('/'))
  await expect.poll(() => site.rendered).toEqual(['/'])
  site.finish()
  const answers = await Promise.all(visits)
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect([site.rendered, site.admitted]).toEqual([['/'], ['/']])
})

test('nothing is rendered for a query, a visitor with choices, a session or a write', async () => {
  for (const [path, init] of [
    ['/?page=2', {}],
    ['/', { headers: { cookie: 'ajoja-theme=dark' } }],
    ['/', { headers: { cookie: 'ajoja-session=abc' } }],
    ['/', { method: 'POST', body: 'a=b' }],
    ['/contact', {}],
  ] as const)
    expect([path, (await site.ask(path, init)).status]).toEqual([path, 503])
  expect(site.rendered).toEqual([])
})

test('pages with parameters are rendered one after the other, and hold up none without', async () => {
  site.hold()
  const first = site.ask('/products/one')
  await expect.poll(() => site.rendered).toEqual(['/products/one'])
  expect((await site.ask('/products/two')).status).toBe(503)
  const home = site.ask('/')
  await expect.poll(() => site.rendered).toEqual(['/products/one', '/'])
  site.finish()
  expect([(await first).status, (await home).status]).toEqual([200, 200])
  await expect.poll(async () => (await site.ask('/products/two')).status).toBe(200)
})
