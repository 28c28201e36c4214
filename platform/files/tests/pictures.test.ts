import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADA, BOLA, OWN_FOLDERS, openTestFiles, SITE, type TestFiles, testPhoto } from './open-files.ts'

let files: TestFiles
const A = `${ADA}/a.jpg`

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, allowed_mime_types) values ('desk', '{image/jpeg,text/plain}')`)
})
beforeEach(async () => {
  await files.db.owner.query('delete from storage.objects')
  await files
    .secret()
    .from('desk')
    .upload(A, await testPhoto(400, 300))
})
afterAll(() => files.close())

const desk = async (person = ADA) => (await files.clientOf(person)).from('desk')
const sizeOf = async (bytes: ArrayBuffer) => {
  const { width, height, format } = await sharp(Buffer.from(bytes)).metadata()
  return [width, height, format]
}

describe('download with a transform', () => {
  test.each([
    [{ width: 200 }, [200, 150, 'jpeg']],
    [{ height: 150 }, [200, 150, 'jpeg']],
    [{ width: 200, height: 200 }, [200, 200, 'jpeg']],
    [{ width: 200, height: 200, resize: 'contain' }, [200, 150, 'jpeg']],
    [{ width: 200, height: 50, resize: 'fill', quality: 30 }, [200, 50, 'jpeg']],
    [{ width: 100, format: 'origin' }, [100, 75, 'jpeg']],
    [{ width: 2_000 }, [400, 300, 'jpeg']],
  ] as const)('%j', async (transform, size) => {
    const { data, error } = await (await desk()).download(A, { transform })
    expect(error).toBeNull()
    expect(data?.type).toBe('image/jpeg')
    expect(await sizeOf((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(size)
  })

  test('as WebP for a client that accepts it', async () => {
    const headers = { ...(await files.headersOf(ADA)), accept: 'image/webp' }
    const inProcess = ((input: string, init: RequestInit) => files.handle(new Request(input, init))) as typeof fetch
    const client = new StorageClient(SITE, headers, inProcess).from('desk')
    expect((await client.download(A, { transform: { width: 100 } })).data?.type).toBe('image/webp')
    const origin = await client.download(A, { transform: { width: 100, format: 'origin' } })
    expect(origin.data?.type).toBe('image/jpeg')
  })

  test('only of what one may read, and only of pictures', async () => {
    expect((await (await desk(BOLA)).download(A, { transform: { width: 9 } })).error?.status).toBe(404)
    await (await desk()).upload(`${ADA}/a.txt`, 'words')
    expect((await (await desk()).download(`${ADA}/a.txt`, { transform: { width: 9 } })).error?.status).toBe(415)
    // Not from memory either, once it is gone.
    expect((await (await desk()).download(A, { transform: { width: 9 } })).error).toBeNull()
    await (await desk()).remove([A])
    expect((await (await desk()).download(A, { transform: { width: 9 } })).error?.status).toBe(404)
  })

  test.each([
    'width=0',
    'width=2501',
    'height=99999',
    'width=1e2',
    'width=-1',
    'quality=19',
    'quality=101',
    'resize=crop',
    'format=svg',
  ])('refuses %s', async (query) => {
    const address = `${SITE}/render/image/authenticated/desk/${A}?${query}`
    expect((await files.get(address, await files.headersOf(ADA))).status).toBe(400)
  })

  test('stores nothing, whatever is asked for', async () => {
    const before = await files.blobs()
    for (let width = 10; width < 30; width++)
      expect((await (await desk()).download(A, { transform: { width } })).error).toBeNull()
    expect(await files.blobs()).toEqual(before)
  })
})

describe('createSignedUrl with a transform', () => {
  test('opens the picture in that size, and nothing else', async () => {
    const transform = { width: 200, height: 200, quality: 60 }
    const { data } = await (await desk()).createSignedUrl(A, 60, { transform, download: 'b.jpg' })
    const signed = data?.signedUrl ?? ''
    expect(signed).toContain(`${SITE}/render/image/sign/desk/${A}`)
    const response = await files.get(signed)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fill,quality:60')
    expect(response.headers.get('content-disposition')).toContain('b.jpg')
    const tag = response.headers.get('etag') ?? ''
    expect(await sizeOf(await response.arrayBuffer())).toEqual([200, 200, 'jpeg'])
    expect((await files.get(signed, { 'if-none-match': tag })).status).toBe(304)
    expect(await sizeOf(await (await files.get(`${signed}&width=10`)).arrayBuffer())).toEqual([200, 200, 'jpeg'])

    expect((await files.get(signed.replace('/render/image/sign/', '/object/sign/'))).status).toBe(400)
    const whole = (await (await desk()).createSignedUrl(A, 60)).data?.signedUrl ?? ''
    expect((await files.get(whole.replace('/object/sign/', '/render/image/sign/'))).status).toBe(400)
    const token = new URL(signed).searchParams.get('token') ?? ''
    const larger = Buffer.from('width=400').toString('base64url')
    expect((await files.get(signed.replace(token, `${token.split('.').slice(0, 2).join('.')}.${larger}`))).status).toBe(
      400,
    )
  })

  test('refuses transforms that are none, when it is made', async () => {
    for (const transform of [
      { width: 0 },
      { width: 5_000 },
      { height: 'tall' },
      { blur: 5 },
      { resize: 'crop' },
      { quality: 1_000 },
    ]) {
      const made = await (await desk()).createSignedUrl(A, 60, { transform: transform as never })
      expect([transform, made.error?.status]).toEqual([transform, 400])
    }
  })
})
