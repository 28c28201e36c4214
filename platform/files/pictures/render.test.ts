import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from '../stores/blob-store.ts'
import { sweepBlobs } from '../sweep-blobs.ts'
import { openTestFiles, SITE, type TestFiles, testPhoto } from '../tests/open-files.ts'

let files: TestFiles
let handle: TestFiles['handle']
let photo: Buffer

beforeAll(async () => {
  files = await openTestFiles(`
    insert into storage.buckets (id, public, longest_side) values ('shown', true, 1600);
    insert into storage.buckets (id, allowed_mime_types) values ('papers', '{application/pdf,image/jpeg}')`)
  handle = files.handle
  photo = await testPhoto(1200, 800)
})
beforeEach(() => files.db.owner.query('delete from storage.objects'))
afterAll(() => files.close())

const put = async (name: string, bytes: Buffer, bucket = 'shown') =>
  (await files.secret().from(bucket).upload(name, bytes, { upsert: true, cacheControl: '31536000' })).error
const rendered = (name: string, query: string, headers: Record<string, string> = {}) =>
  handle(new Request(`${SITE}/render/image/public/shown/${name}?${query}`, { headers }))
const readable = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata()

describe('a rendered variant', () => {
  test.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
    ['jpeg', 'image/jpeg', 'jpeg'],
    ['origin', 'image/jpeg', 'jpeg'],
  ])('as %s, cacheable for a year', async (format, type, read) => {
    await put('a.jpg', photo)
    const response = await rendered('a.jpg', `width=240&quality=60&format=${format}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-disposition')).toContain('inline')
    const again = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect(await readable(response)).toMatchObject({ format: read, width: 240, height: 160 })
    expect((await rendered('a.jpg', `width=240&format=${format}`, again)).status).toBe(304)
    expect((await rendered('a.jpg', `width=480&format=${format}`, again)).status).toBe(200)
  })

  test('supports the parameters of the client library, and negotiates the format if none is given', async () => {
    await put('a.jpg', photo)
    const { publicUrl } = files
      .secret()
      .from('shown')
      .getPublicUrl('a.jpg', { transform: { width: 200, quality: 80 } }).data
    const plain = await handle(new Request(publicUrl))
    expect([plain.headers.get('content-type'), plain.headers.get('vary')]).toEqual(['image/jpeg', 'Accept'])
    const modern = await handle(new Request(publicUrl, { headers: { accept: 'image/avif,image/webp,*/*' } }))
    expect(modern.headers.get('content-type')).toBe('image/webp')
    expect((await readable(modern)).width).toBe(240)
  })

  test('rounds any width to one of four, so that requests cannot fill the disk', async () => {
    await put('a.jpg', photo)
    const before = (await files.blobs()).length
    for (const width of [1, 50, 95, 96, 97, 200, 241, 300, 481, 900, 1000, 9999])
      for (const format of ['avif', 'webp', 'jpeg', 'origin'])
        expect((await rendered('a.jpg', `width=${width}&format=${format}&quality=${20 + (width % 80)}`)).status).toBe(
          200,
        )
    expect((await files.blobs()).length).toBe(before + 4 * 3)
  }, 60_000)

  test.each([
    'width=0',
    'width=-5',
    'width=1e3',
    'width=x',
    'width=99999',
    'height=100',
    'quality=5',
    'format=svg',
    'format=constructor',
  ])('rejects %s with a clear message', async (query) => {
    await put('a.jpg', photo)
    const response = await rendered('a.jpg', query)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toMatch(/must be|cannot be chosen/)
  })

  test('renders nothing for missing, private or other files', async () => {
    await put('papers.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'papers')
    await put('a.jpg', photo, 'papers')
    expect((await rendered('none.jpg', 'width=96')).status).toBe(404)
    const closed = `${SITE}/render/image/public/papers/a.jpg?width=96`
    expect((await handle(new Request(closed))).status).toBe(404)
    expect((await rendered('..%2f..%2fetc/passwd', 'width=96')).status).toBe(400)
  })

  test('renders once for concurrent requests', async () => {
    await put('a.jpg', photo)
    let reads = 0
    const read: BlobStore['read'] = (name) => {
      reads += 1
      return files.store.read(name)
    }
    handle = files.openAgain({ store: { ...files.store, read } })
    const before = (await files.blobs()).length
    const responses = await Promise.all(Array.from({ length: 30 }, () => rendered('a.jpg', 'width=480&format=webp')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    handle = files.handle
    expect((await files.blobs()).length).toBe(before + 1)
    // Once to render it, and once for each response.
    expect(reads).toBe(31)
  })

  test('two concurrent processes store one variant', async () => {
    await put('a.jpg', photo)
    const before = (await files.blobs()).length
    const fetchVariant = (answer: typeof handle) =>
      answer(new Request(`${SITE}/render/image/public/shown/a.jpg?width=96&format=webp`))
    const responses = await Promise.all([fetchVariant(files.openAgain()), fetchVariant(files.openAgain())])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await files.blobs()).length).toBe(before + 1)
  })

  test('a replaced picture gets new variants, and the sweep deletes the old ones', async () => {
    await put('a.jpg', photo)
    await rendered('a.jpg', 'width=96&format=jpeg')
    const blue = sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } }).jpeg()
    await put('a.jpg', await blue.toBuffer())
    const response = await rendered('a.jpg', 'width=96&format=jpeg')
    expect(await readable(response)).toMatchObject({ width: 96, height: 96 })
    expect((await files.blobs()).length).toBeGreaterThan(2)
    await files.age()
    await sweepBlobs({ database: files.db.database, store: files.store })
    expect((await files.blobs()).length).toBe(2)
    await files.secret().from('shown').remove(['a.jpg'])
    await sweepBlobs({ database: files.db.database, store: files.store })
    expect(await files.blobs()).toEqual([])
  })
})

describe('a stored picture', () => {
  const info = async (name: string) =>
    (await files.db.owner.query('select metadata from storage.objects where name = $1', [name])).rows[0]?.metadata

  test('is upright, without metadata, of a bounded size and with its average colour', async () => {
    const camera = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#aa3311' } })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    await put('a.jpg', await camera.jpeg().toBuffer())
    expect(await info('a.jpg')).toMatchObject({
      width: 1067,
      height: 1600,
      colour: expect.stringMatching(/^a[9ab]3[234]1[012]$/),
    })
    const stored = await readable(await handle(new Request(`${SITE}/object/public/shown/a.jpg`)))
    expect([stored.exif, stored.orientation]).toEqual([undefined, undefined])
  })

  test('is converted from CMYK to sRGB', async () => {
    const printed = sharp({ create: { width: 60, height: 60, channels: 3, background: '#00aa00' } }).toColourspace(
      'cmyk',
    )
    const bytes = await printed.jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    expect(await put('a.jpg', bytes)).toBeNull()
    const stored = await handle(new Request(`${SITE}/object/public/shown/a.jpg`))
    expect((await readable(stored)).space).toBe('srgb')
  })

  test('is the first frame of an animation', async () => {
    const raw = { width: 40, height: 80, channels: 3 as const, pageHeight: 40 }
    const bytes = await sharp(Buffer.alloc(40 * 80 * 3, 120), { raw })
      .gif({ loop: 0 })
      .toBuffer()
    expect(await put('a.gif', bytes)).toBeNull()
    expect(await info('a.gif')).toMatchObject({ mimetype: 'image/webp', width: 40, height: 40 })
  })

  test('is rejected with 10,000 by 10,000 pixels, however small the file', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await put('a.png', bomb)).toMatchObject({ status: 422, message: expect.stringContaining('25 megapixels') })
  }, 60_000)

  test('is rejected if it is truncated', async () => {
    const noise = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
    const whole = await noise.jpeg().toBuffer()
    expect(await put('a.jpg', whole.subarray(0, whole.length / 2))).toMatchObject({ status: 422 })
  })
})
