import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { qrPath } from '#domain/qr-path.ts'
import { diskStore } from '#platform/files/stores/blob-store.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { posterSvg } from './poster-svg.ts'
import { shareCardRoutes } from './share-cards.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market?.close())

const ask = async (path: string) =>
  shareCardRoutes({
    database: market.db.database,
    pictures: 'web/public/basins',
    store: diskStore('/dev/null/none'),
    origin: 'https://market.test',
    rateLimits: createRateLimits({ database: market.db.database, enabled: false }),
  }).request(path)

test('a shop and an open buy have an A4 poster, and old versions redirect to the current one', async () => {
  const { buyId, vendorId } = await market.buy()
  for (const [early, path] of [
    [`/og/posters/group-buys/${buyId}/active-9-9-9.jpg`, `/og/posters/group-buys/${buyId}/active-0-0-1.jpg`],
    [`/og/posters/shops/${vendorId}/9-9.jpg`, `/og/posters/shops/${vendorId}/0-0.jpg`],
  ] as const) {
    const moved = await ask(early)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, path])
    const sheet = await ask(path)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const facts = await sharp(Buffer.from(await sheet.arrayBuffer())).metadata()
    expect((facts.height ?? 0) / (facts.width ?? 1)).toBeCloseTo(297 / 210, 2)
  }
})

test('closed buys and inactive shops have no poster', async () => {
  const { buyId, vendorId } = await market.buy()
  const { vendorId: closedId } = await market.shop({ status: 'pending' })
  expect((await ask(`/og/posters/shops/${closedId}/0-0.jpg`)).status).toBe(404)
  await market.moved('manager', `update public.group_buys set status = 'cancelled' where id = $1`, [buyId])
  expect((await ask(`/og/posters/group-buys/${buyId}/cancelled-0-0-1.jpg`)).status).toBe(404)
  expect((await ask(`/og/posters/shops/${vendorId}/0-0.jpg`)).status).toBe(200)
  expect((await ask('/og/posters/shops/x/0-0.jpg')).status).toBe(404)
})

test('the QR code links to the page, without a referral code, and names are escaped', () => {
  const address = 'https://market.test/group-buys/1'
  const sheet = posterSvg({
    shop: 'Mama <script>alert(1)</script>',
    city: 'Lagos & Ibadan',
    address,
    buy: {
      name: 'Rice "long"',
      unit: 'bag',
      priceKobo: 7_600_000n,
      basePriceKobo: 8_000_000n,
      until: 'Mon 23 Nov, 9 pm',
      pricedOn: 'Fri 20 Nov',
    },
  })
  expect(sheet).toContain(qrPath(address).path)
  expect(sheet).not.toContain('<script>')
  for (const text of ['Join until Mon 23 Nov, 9 pm', '₦76,000', '₦80,000 alone', 'Scan to join'])
    expect(sheet).toContain(text)
})
