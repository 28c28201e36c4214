import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/market.ts'
import { wrapped } from './card-parts.ts'
import { createShareCards } from './share-cards.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const ask = async (path: string) =>
  createShareCards({ database: market.db.database, pictures: 'web/public/basins' })(
    new Request(`https://market.test${path}`),
  )

test('a published buy has a small JPEG of 1200 x 630 that may be cached for ever', async () => {
  const { buyId } = await market.buy()
  const response = await ask(`/og/group-buys/${buyId}/active-0.jpg`)
  expect([response?.status, response?.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response?.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.byteLength).toBeLessThan(200_000)
})

test('drafts, unknown buys and other paths have none', async () => {
  const { buyId, productId, vendorId } = await market.buy()
  const draft = await market.row<{ id: string }>(
    `insert into public.group_buys (product_id, vendor_id, target_quantity, end_date) values ($1, $2, 10, now() + interval '9 days') returning id`,
    [productId, vendorId],
  )
  expect((await ask(`/og/group-buys/${draft.id}/draft-0.jpg`))?.status).toBe(404)
  expect((await ask('/og/group-buys/11111111-1111-4111-8111-111111111111/active-0.jpg'))?.status).toBe(404)
  expect((await ask(`/og/group-buys/${buyId}/../../x.jpg`))?.status).toBe(404)
  expect(await ask('/products')).toBe(null)
})

test('long names are cut at two lines', () => {
  expect(wrapped('Rice', 21, 2)).toEqual(['Rice'])
  expect(wrapped('Kebbi long grain parboiled rice of the new harvest in a strong bag', 21, 2)).toHaveLength(2)
  expect(wrapped('Donaudampfschifffahrtsgesellschaftskapitän', 21, 2)[0]).toMatch(/…$/)
})

test('an open shop has a card, a closed one has none', async () => {
  const { vendorId } = await market.buy()
  const path = `/og/shops/${vendorId}/0-0.jpg`
  expect((await ask(path))?.status).toBe(200)
  await market.row(`update public.vendors set status = 'suspended' where id = $1 returning id`, [vendorId])
  expect((await ask(path))?.status).toBe(404)
})

test('the site and each basin have a picture that chats can show, not an SVG', async () => {
  for (const path of ['/og/site.jpg', '/og/basins/onions.jpg']) {
    const response = await ask(path)
    expect([path, response?.status, response?.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
    expect(response?.headers.get('cache-control')).not.toContain('immutable')
  }
  expect((await ask('/og/basins/no-such-food.jpg'))?.status).toBe(404)
})
