import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlobStore, diskStore } from '#platform/files/stores/blob-store.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { readPhoto } from './read-photo.ts'
import { shareCardRoutes } from './share-cards.ts'

let market: TestMarket
let folder: string
let store: BlobStore
beforeAll(async () => {
  market = await openTestMarket()
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
  store = diskStore(folder)
})
afterAll(async () => {
  await market?.close()
  await rm(folder, { recursive: true })
})

const SIZE = { width: 44, height: 60 }
const photos = () => ({ database: market.db.database, store })
const PUBLIC = '/storage/v1/object/public/pictures'

async function keep(bytes: Uint8Array, { bucket = 'pictures', size = bytes.length } = {}): Promise<string> {
  const name = `${crypto.randomUUID()}.jpg`
  await market.row(
    `insert into storage.objects (bucket_id, name, blob, metadata) values ($1, $2, $3, jsonb_build_object('size', $4::bigint, 'mimetype', 'image/jpeg'))`,
    [bucket, name, await store.write(bytes), size],
  )
  return name
}

const flat = (red: number, width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 20, b: 20 } } })

const card = async (buyId: string) => {
  const routes = shareCardRoutes({
    ...photos(),
    pictures: 'web/public/basins',
    origin: 'https://market.test',
    rateLimits: createRateLimits({ database: market.db.database, enabled: false }),
  })
  const present = (await routes.request(`/og/group-buys/${buyId}/x.jpg`)).headers.get('location') ?? ''
  const response = await routes.request(present)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const setPicture = (buyId: string, url: string) =>
  market.row('update public.group_buys set image_url = $2 where id = $1', [buyId, url])
const colourAt = async (jpeg: Buffer, left: number, top: number) =>
  [...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map((value) =>
    Math.round(value / 16),
  )

test('a stored photograph fills its side of the card; otherwise the basin is shown', async () => {
  const { buyId } = await market.buy()
  const kraft = await colourAt(await card(buyId), 20, 60)
  await setPicture(buyId, `${PUBLIC}/${await keep(await flat(220).jpeg().toBuffer())}`)
  const red = await colourAt(await card(buyId), 20, 60)
  expect(red).toEqual([14, 1, 1])
  expect(kraft).not.toEqual(red)
  await setPicture(buyId, '/basins/rice.svg')
  expect(await colourAt(await card(buyId), 20, 60)).toEqual(kraft)
})

test('the card of the longest names and of a photograph full of detail stays within 200 KB', async () => {
  const noise = sharp(randomBytes(440 * 602 * 3), { raw: { width: 440, height: 602, channels: 3 } })
  const { buyId } = await market.buy()
  await setPicture(buyId, `${PUBLIC}/${await keep(await noise.png().toBuffer())}`)
  await market.row(
    `update public.group_buys set product_name = $2, base_price = 999999999.99, unit = 'half bag', vendor_location = $3 where id = $1`,
    [buyId, 'Ẹ̀fọ́ ṣọkọ '.repeat(12).slice(0, 120), 'W'.repeat(60)],
  )
  const jpeg = await card(buyId)
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(jpeg.byteLength).toBeLessThanOrEqual(200_000)
})

test('reads only our own public storage, and only images within the size limits', async () => {
  const good = await flat(200).png().toBuffer()
  const read = (url: string | null) => readPhoto(photos(), url, SIZE)
  const name = await keep(good)
  expect(await sharp((await read(`${PUBLIC}/${name}`)) ?? Buffer.alloc(0)).metadata()).toMatchObject(SIZE)
  for (const url of [
    null,
    '/basins/rice.svg',
    `https://elsewhere.test${PUBLIC}/${name}`,
    `//elsewhere.test${PUBLIC}/${name}`,
    `${PUBLIC}/../pictures/${name}`,
    `${PUBLIC}/no-such.jpg`,
    `${PUBLIC}/%`,
    `/storage/v1/object/public/deliveries/${await keep(good, { bucket: 'deliveries' })}`,
    `${PUBLIC}/${await keep(good, { size: 10_000_001 })}`,
    `${PUBLIC}/${await keep(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'))}`,
    `${PUBLIC}/${await keep(good.subarray(0, 60))}`,
    `${PUBLIC}/${await keep(await flat(0, 8_000, 7_000).png({ compressionLevel: 1 }).toBuffer())}`,
  ]) {
    expect([url, await read(url)]).toEqual([url, null])
  }
})
