import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import type { ResponseCache } from '#platform/response-cache/response-cache.ts'
import { openResponseCache } from './response-cache.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const faults: unknown[] = []

/** The cache of a site with this setting. */
function withSetting(megabytes: string | undefined): ResponseCache | null {
  const config = readConfig(megabytes === undefined ? {} : { RESPONSE_CACHE_MB: megabytes })
  const parts = { config, database: db.database, keys: { publishable: 'key' }, logEarly: () => '' }
  return openResponseCache(parts, (fault) => faults.push(fault))
}

/** The cached bytes of a number of pages of a size. */
async function cachedBytes(cache: ResponseCache, { pages, bytes }: { pages: number; bytes: number }): Promise<number> {
  const send = (path: string) =>
    cache.respond(new Request(`http://localhost:3000${path}`), async () => new Response('x'.repeat(bytes)))
  const sizeNow = async () => {
    await send('/about')
    return cache.counts().bytes
  }
  // Nothing is cached before change notifications are received.
  await expect.poll(sizeNow, { timeout: 30_000 }).toBeGreaterThan(bytes)
  for (let page = 0; page < pages; page += 1) for (const _ of [1, 2]) await send(`/blog/page-${page}`)
  return cache.counts().bytes
}

test.each([
  [1, '1'],
  [3, '3'],
  [32, undefined],
])('caches at most %s MB, and nearly as much, with the setting %s', async (megabytes, setting) => {
  const cache = withSetting(setting)
  if (!cache) throw new Error('The cache is disabled')
  try {
    const most = megabytes * 2 ** 20
    const bytes = await cachedBytes(cache, { pages: 24, bytes: most / 20 })
    expect(bytes).toBeLessThanOrEqual(most)
    expect(bytes).toBeGreaterThan(0.8 * most)
    expect(faults).toEqual([])
  } finally {
    await cache.stop()
  }
})

test('caches nothing with the setting 0', () => {
  expect(withSetting('0')).toBeNull()
})

test('a visitor’s cart is on pages of their own, and neither varies nor drops the cache', async () => {
  const cache = withSetting('1')
  if (!cache) throw new Error('The cache is disabled')
  let made = 0
  const send = (path: string, init: RequestInit = {}) =>
    cache.respond(new Request(`http://localhost:3000${path}`, init), async () => {
      made += 1
      return new Response(`${made}`)
    })
  const cookie = `cart=${crypto.randomUUID()}.5.80000`
  /** Whether visitors still get the cached response after a visitor with a cart has written. */
  const isGiven = async (write: string | null) => {
    await send('/faq')
    await send('/faq')
    if (write) await send(write, { method: 'POST', headers: { cookie } })
    const before = made
    // The totals of an account's cart outlive its session.
    await send('/faq', { headers: { cookie: 'cart-totals=a.1.5' } })
    return made === before
  }
  try {
    await expect.poll(() => isGiven(null), { timeout: 30_000 }).toBe(true)
    await expect.poll(() => isGiven('/cart')).toBe(true)
    const before = made
    await send('/faq', { headers: { cookie } })
    expect(made).toBe(before + 1)
    // Nor does any other form that writes nothing.
    for (const path of ['/contact', '/theme', '/language']) expect([path, await isGiven(path)]).toEqual([path, true])
  } finally {
    await cache.stop()
  }
})

test('a cached page varies by the state of a visitor’s area, and not by the local government', async () => {
  const cache = withSetting('1')
  if (!cache) throw new Error('The cache is disabled')
  const seen: (string | null)[] = []
  /** The number of the response: that of an earlier one if it comes from the cache. */
  const send = async (cookie: string) => {
    const request = new Request('http://localhost:3000/group-buys', { headers: { cookie } })
    const response = await cache.respond(request, async (keyed) => {
      seen.push(keyed.headers.get('cookie'))
      return new Response(String(seen.length))
    })
    return response.text()
  }
  const isCached = async () => (await send('area-state=Lagos')) === (await send('area-state=Lagos; area-lga=Ikeja'))
  try {
    await expect.poll(isCached, { timeout: 30_000 }).toBe(true)
    const warmUp = seen.length
    expect(await send('area-lga=Epe; area-state=Lagos')).toBe(await send('area-state=Lagos'))
    expect(await send('area-state=Akwa%20Ibom')).not.toBe(await send('area-state=Lagos'))
    expect(seen.slice(warmUp)).toEqual(['area-state=Akwa%20Ibom'])
    // No key is made of what is no state.
    expect(await send('area-state=Atlantis')).not.toBe(await send('area-state=Atlantis'))
  } finally {
    await cache.stop()
  }
})
