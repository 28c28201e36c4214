import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlobStore, diskStore } from '#platform/files/stores/blob-store.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { wrapLines } from './card-parts.ts'
import { shareCardRoutes } from './share-cards.ts'

let market: TestMarket
let folder: string
let store: BlobStore
beforeAll(async () => {
  market = await openTestMarket()
  folder = await mkdtemp(join(tmpdir(), 'cards-'))
  store = diskStore(folder)
})
afterAll(async () => {
  await market.close()
  await rm(folder, { recursive: true })
})

const routes = (database = market.db.database, limited = false) =>
  shareCardRoutes({
    database,
    pictures: 'web/public/basins',
    store,
    origin: 'https://market.test',
    rateLimits: createRateLimits({ database: market.db.database, enabled: limited }),
  })
const ask = async (path: string) => routes().request(path)

test('a published buy has a small immutable JPEG of 1200 x 630', async () => {
  const { buyId } = await market.buy()
  const response = await ask(`/og/group-buys/${buyId}/active-0-0-1.jpg`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.byteLength).toBeLessThan(200_000)
})

test('drafts and unknown buys have no card', async () => {
  const { buyId, productId, vendorId } = await market.buy()
  const draft = { id: crypto.randomUUID() }
  await market.moved(
    'vendor',
    `insert into public.group_buys (id, product_id, vendor_id, target_quantity, end_date) values ($1, $2, $3, 10, now() + interval '9 days')`,
    [draft.id, productId, vendorId],
  )
  expect((await ask(`/og/group-buys/${draft.id}/draft-0-0-1.jpg`)).status).toBe(404)
  expect((await ask('/og/group-buys/11111111-1111-4111-8111-111111111111/active-0-0-1.jpg')).status).toBe(404)
  expect((await ask(`/og/group-buys/${buyId}/../../x.jpg`)).status).toBe(404)
  for (const id of ['-'.repeat(36), 'x', `${buyId}0`]) {
    expect((await ask(`/og/group-buys/${id}/active-0-0-1.jpg`)).status).toBe(404)
    expect((await ask(`/og/shops/${id}/active-0-0-1.jpg`)).status).toBe(404)
  }
})

test('coalesces concurrent requests into one rendering, and caches it', async () => {
  const { buyId } = await market.buy()
  let reads = 0
  const { database } = market.db
  const counted: typeof database = {
    ...database,
    as(...read) {
      reads++
      return database.as(...read)
    },
  }
  const cards = routes(counted)
  const path = `/og/group-buys/${buyId}/active-0-0-1.jpg`
  const responses = await Promise.all([cards.request(path), cards.request(path), cards.request(path)])
  expect([...responses, await cards.request(path)].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(reads).toBe(1)
})

test('long names are truncated at two lines', () => {
  expect(wrapLines('Rice', 21, 2)).toEqual(['Rice'])
  expect(wrapLines('Kebbi long grain parboiled rice of the new harvest in a strong bag', 21, 2)).toHaveLength(2)
  expect(wrapLines('Donaudampfschifffahrtsgesellschaftskapitän', 21, 2)[0]).toMatch(/…$/)
})

test('an active shop has a card, an inactive one has none', async () => {
  const { vendorId } = await market.buy()
  const path = `/og/shops/${vendorId}/0-0.jpg`
  expect((await ask(path)).status).toBe(200)
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect((await ask(path)).status).toBe(404)
})

test('a product has a card whose URL changes with its price; an archived product has none', async () => {
  const { productId, buyId } = await market.buy()
  const cards = routes()
  const present = async () => (await cards.request(`/og/products/${productId}/x.jpg`)).headers.get('location') ?? ''
  const before = await present()
  const drawn = await cards.request(before)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(drawn.headers.get('cache-control')).not.toContain('immutable')
  const bytes = Buffer.from(await drawn.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.byteLength).toBeLessThan(200_000)

  await market.moved('vendor', 'update public.products set base_price = base_price + 10.5 where id = $1', [productId])
  const after = await present()
  expect(after).not.toBe(before)
  expect((await cards.request(after)).status).toBe(200)
  // A cached card of the old price is only under the old URL.
  expect((await routes().request(before)).headers.get('location')).toBe(after)

  await market.moved(
    'vendor',
    `update public.group_buys set status = 'cancelled', end_reason = 'No rice' where id = $1`,
    [buyId],
  )
  await market.moved('vendor', 'update public.products set archived_at = now() where id = $1', [productId])
  expect((await ask(after)).status).toBe(404)
})

test('the site and each basin have a JPEG card, not an SVG', async () => {
  for (const path of ['/og/site.jpg', '/og/basins/onions.jpg']) {
    const response = await ask(path)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).not.toContain('immutable')
  }
  expect((await ask('/og/basins/no-such-food.jpg')).status).toBe(404)
})

test('another version redirects to the current one, and is not cached', async () => {
  const { buyId, vendorId } = await market.buy()
  const cards = routes()
  for (const version of ['active-1-0-1', 'active-1-1-1', 'closed-0-0-1', 'active-0-0-2', 'active-0', 'x']) {
    const early = await cards.request(`/og/group-buys/${buyId}/${version}.jpg`)
    expect([early.status, early.headers.get('location'), early.headers.get('cache-control')]).toEqual([
      302,
      `/og/group-buys/${buyId}/active-0-0-1.jpg`,
      'no-store',
    ])
  }
  const shop = await cards.request(`/og/shops/${vendorId}/9-9.jpg`)
  expect([shop.status, shop.headers.get('location')]).toEqual([302, `/og/shops/${vendorId}/0-0.jpg`])
  const buyer = await market.person()
  expect((await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })).status).toBe(200)
  const next = await routes().request(`/og/group-buys/${buyId}/active-1-0-1.jpg`)
  expect([next.status, next.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('limits renderings per network address and minute, but not cached cards', async () => {
  const { buyId } = await market.buy()
  const cards = routes(market.db.database, true)
  const from = (address: string, version: string) =>
    cards.request(`/og/group-buys/${buyId}/${version}.jpg`, { headers: { 'x-client-address': address } })
  expect((await from('2001:db8:5:5::1', 'active-0-0-1')).status).toBe(200)
  const tried = await Promise.all(
    Array.from({ length: 300 }, (_, at) => from(`2001:db8:5:5::${at + 2}`, `early-${at}`)),
  )
  const refused = tried.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('2001:db8:5:5::9', 'active-0-0-1')).status).toBe(200)
  expect((await from('2001:db8:5:6::1', 'early')).status).toBe(302)
})

test('queues few renderings per network address, and rejects the rest with Retry-After', async () => {
  const buys = await Promise.all(Array.from({ length: 12 }, () => market.buy()))
  const cards = routes()
  const statuses = (
    await Promise.all(buys.map(({ buyId }) => cards.request(`/og/group-buys/${buyId}/active-0-0-1.jpg`)))
  ).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([200, 503])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(7)
})
