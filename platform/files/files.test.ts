import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepBlobs } from './sweep-blobs.ts'
import { ADA, BOLA, KEYS, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './tests/open-files.ts'

let files: TestFiles
/** With the place where it was taken. */
let photo: Buffer

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, public) values ('photos', true);
    insert into storage.buckets (id, allowed_mime_types, file_size_limit) values ('papers', '{application/pdf,text/csv,image/jpeg}', 100000)`)
  photo = await sharp(files.photo)
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()
})
beforeEach(() => files.db.owner.query('delete from storage.objects'))
afterAll(() => files.close())

describe('uploading', () => {
  test('re-encodes a picture, without its location', async () => {
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const photos = (await files.clientOf(ADA)).from('photos')
    const { data, error } = await photos.upload(`${ADA}/yam.jpg`, photo, {
      contentType: 'text/plain',
      cacheControl: '60',
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: `${ADA}/yam.jpg`, fullPath: `photos/${ADA}/yam.jpg`, id: expect.any(String) })
    const { publicUrl } = photos.getPublicUrl(`${ADA}/yam.jpg`).data
    const response = await files.get(publicUrl)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const stored = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([stored.width, stored.height, stored.exif]).toEqual([60, 40, undefined])
    expect((await files.get(publicUrl, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('accepts forms and blobs', async () => {
    const papers = (await files.clientOf(ADA)).from('papers')
    expect((await papers.upload(`${ADA}/a.jpg`, new Blob([new Uint8Array(photo)]))).error).toBeNull()
    expect((await papers.upload(`${ADA}/list.csv`, new Blob(['name,kg\nyam,3\n']))).error).toBeNull()
    const { data } = await papers.download(`${ADA}/list.csv`)
    expect(await data?.text()).toBe('name,kg\nyam,3\n')
  })

  test('rejects a second file of the same name unless upsert is set, and deletes replaced bytes', async () => {
    const photos = (await files.clientOf(ADA)).from('photos')
    const path = `${ADA}/one.jpg`
    const before = (await files.blobs()).length
    expect((await photos.update(path, photo)).error).toMatchObject({ status: 404 })
    await photos.upload(path, photo)
    expect((await photos.upload(path, photo)).error).toMatchObject({
      message: 'The resource already exists',
      status: 409,
    })
    expect((await photos.upload(path, photo, { upsert: true })).error).toBeNull()
    expect((await photos.update(path, photo)).error).toBeNull()
    expect((await files.blobs()).length).toBe(before + 1)
  })

  test('is limited by the policies', async () => {
    const before = (await files.blobs()).length
    for (const client of [await files.clientOf(BOLA), await files.clientOf()]) {
      const { error } = await client.from('photos').upload(`${ADA}/x.jpg`, photo)
      expect(error).toMatchObject({ status: 403 })
    }
    await (await files.clientOf(ADA)).from('photos').upload(`${ADA}/x.jpg`, photo)
    const taking = await (await files.clientOf(BOLA)).from('photos').upload(`${ADA}/x.jpg`, photo, { upsert: true })
    expect(taking.error).not.toBeNull()
    expect((await files.blobs()).length).toBe(before + 1)
    expect((await files.secret().from('photos').upload('site/y.jpg', photo)).error).toBeNull()
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
    ['HTML', '<html><script>1</script></html>', 415],
    ['nothing', '', 415],
    ['a truncated picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), 422],
    ['too much', Buffer.alloc(6 * 1024 * 1024), 413],
  ])('refuses %s', async (_, body, status) => {
    const { error } = await (await files.clientOf(ADA))
      .from('photos')
      .upload(`${ADA}/x.jpg`, body, { contentType: 'image/jpeg' })
    expect(error).toMatchObject({ status })
  })

  test('refuses a picture with few bytes and very many pixels', async () => {
    const bomb = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await (await files.clientOf(ADA)).from('photos').upload(`${ADA}/x.png`, bomb)).error).toMatchObject({
      status: 422,
    })
  })

  test.each(['%2e%2e/%2e%2e/etc/passwd', '..%2f..%2fx', 'a/../../b', 'a%00b', 'a%5cb', 'a//b', '%', ''])(
    'refuses the name "%s"',
    async (name) => {
      const headers = { apikey: KEYS.secret }
      const response = await files.handle(
        new Request(`${SITE}/object/photos/${name}`, {
          method: 'POST',
          headers,
          body: new Uint8Array(photo),
        }),
      )
      expect([400, 404]).toContain(response.status)
    },
  )
})

describe('reading', () => {
  test('a private bucket is closed to others, and open through a signed address until it expires', async () => {
    const mine = (await files.clientOf(ADA)).from('papers')
    const path = `${ADA}/bill ₦.jpg`.replace('₦', 'N')
    await mine.upload(path, photo)
    expect((await mine.download(path)).error).toBeNull()
    expect((await (await files.clientOf(BOLA)).from('papers').download(path)).error).not.toBeNull()
    expect((await files.get(mine.getPublicUrl(path).data.publicUrl)).status).toBe(404)
    expect((await (await files.clientOf(BOLA)).from('papers').createSignedUrl(path, 60)).error).not.toBeNull()

    const { data } = await mine.createSignedUrl(path, 60, { download: 'the bill.jpg' })
    const signed = data?.signedUrl ?? ''
    const response = await files.get(signed)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''the%20bill.jpg")
    expect(response.headers.get('cache-control')).toContain('private')
    expect((await files.get(signed.replace(/token=./, 'token=z'))).status).toBe(400)
    expect((await files.get(signed.replace('bill', 'gill'))).status).toBe(400)
    const many = await mine.createSignedUrls([path, 'none'], 60)
    expect(many.data).toMatchObject([
      { error: null, path },
      { path: 'none', signedUrl: null },
    ])
  })

  test('lists an owner’s files and folders, sorted, searched and paged', async () => {
    const mine = (await files.clientOf(ADA)).from('photos')
    for (const name of ['b.jpg', 'a.jpg', 'deep/c.jpg', 'deep/er/d.jpg']) await mine.upload(`${ADA}/${name}`, photo)
    const names = async (...args: Parameters<typeof mine.list>) =>
      (await mine.list(...args)).data?.map(({ name }) => name)
    expect(await names(ADA)).toEqual(['a.jpg', 'b.jpg', 'deep'])
    expect(await names(ADA, { sortBy: { column: 'name', order: 'desc' }, limit: 1 })).toEqual(['deep'])
    expect(await names(`${ADA}/deep`)).toEqual(['c.jpg', 'er'])
    expect(await names(ADA, { search: 'B' })).toEqual(['b.jpg'])
    expect((await mine.list(ADA)).data?.[0]).toMatchObject({
      id: expect.any(String),
      metadata: { mimetype: 'image/jpeg' },
    })
    expect((await (await files.clientOf(BOLA)).from('photos').list(ADA)).data).toEqual([])
    expect((await mine.info(`${ADA}/a.jpg`)).data).toMatchObject({ contentType: 'image/jpeg', bucketId: 'photos' })
    expect((await mine.exists(`${ADA}/a.jpg`)).data).toBe(true)
  })
})

test('removing deletes rows and bytes, but not those of others', async () => {
  const mine = (await files.clientOf(ADA)).from('photos')
  const before = (await files.blobs()).length
  await mine.upload(`${ADA}/a.jpg`, photo)
  expect((await (await files.clientOf(BOLA)).from('photos').remove([`${ADA}/a.jpg`])).data).toEqual([])
  expect((await mine.remove([`${ADA}/a.jpg`, 'none'])).data).toMatchObject([{ name: `${ADA}/a.jpg` }])
  expect((await mine.exists(`${ADA}/a.jpg`)).data).toBe(false)
  expect((await files.blobs()).length).toBe(before)
})

test('sweeping removes old blobs that no row references', async () => {
  await (await files.clientOf(ADA)).from('photos').upload(`${ADA}/kept.jpg`, photo)
  const orphan = await files.store.write(Buffer.from('lost'))
  expect(await files.store.read(orphan)).not.toBeNull()
  await files.age()
  expect(await sweepBlobs({ database: files.db.database, store: files.store })).toBeGreaterThanOrEqual(1)
  expect(await files.store.read(orphan)).toBeNull()
  expect((await files.blobs()).length).toBe(1)
  await expect(files.store.read('../../etc/passwd')).rejects.toThrow('Not the name')
})

test('unknown keys, routes and methods are rejected', async () => {
  expect((await files.get(`${SITE}/object/photos/a.jpg`, { apikey: 'wrong' })).status).toBe(401)
  expect((await files.get(`${SITE}/nothing`)).status).toBe(404)
  expect(
    (
      await files.handle(
        new Request(`${SITE}/object/photos`, {
          method: 'DELETE',
          body: '{',
          headers: { apikey: KEYS.secret },
        }),
      )
    ).status,
  ).toBe(400)
})
