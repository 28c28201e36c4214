import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { discard, StoreUnavailable } from '../blob-store.ts'
import { bucketStore } from '../bucket-store.ts'
import { createFilesHandler } from '../handler.ts'
import { sweepBlobs } from '../sweep-blobs.ts'
import { openBucket, openDisk, type TestStore } from './stores.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const HOUR_MS = 3_600_000

async function all(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found.toSorted()
}

describe.each([
  ['a folder', openDisk],
  ['a bucket', openBucket],
])('%s', (_, open) => {
  let kept: TestStore
  beforeAll(async () => {
    kept = await open()
  })
  afterAll(() => kept.close())

  test('gives back what it was given, in every process', async () => {
    const every = new Uint8Array(70_000).map((_byte, index) => index % 256)
    for (const bytes of [bytesOf('rice'), every, new Uint8Array(0)]) {
      const name = await kept.store.write(bytes)
      expect(name).toMatch(/^[0-9a-f]{32}$/)
      expect(await kept.again().read(name)).toEqual(new Uint8Array(bytes))
    }
  })

  test('knows nothing under another name, and takes none that it has not made', async () => {
    expect(await kept.store.read('0'.repeat(32))).toBeNull()
    for (const name of ['../../etc/passwd', `${'0'.repeat(31)}/`, '']) {
      await expect(kept.store.read(name)).rejects.toThrow('Not the name of a blob')
      await expect(kept.store.remove(name)).rejects.toThrow('Not the name of a blob')
    }
  })

  test('removes, also what is gone', async () => {
    const name = await kept.store.write(bytesOf('yam'))
    await kept.store.remove(name)
    expect(await kept.store.read(name)).toBeNull()
    await kept.store.remove(name)
  })

  test('lists what is old, all of it, and neither its mark nor what is new', async () => {
    await kept.store.mark()
    for (const name of await all(kept.store.listOlderThan(0))) await kept.store.remove(name)
    const names = await Promise.all(Array.from({ length: 5 }, (_blob, index) => kept.store.write(bytesOf(`${index}`))))
    expect(await all(kept.store.listOlderThan(HOUR_MS))).toEqual([])
    for (const name of names.slice(0, 3)) await kept.age(name, 2 * HOUR_MS)
    expect(await all(kept.store.listOlderThan(HOUR_MS))).toEqual(names.slice(0, 3).toSorted())
  })

  test('has one mark, whoever sets it', async () => {
    const other = await open()
    try {
      expect(await other.store.readMark()).toBeUndefined()
      const mark = await other.store.mark()
      expect(mark).toMatch(/^[0-9a-f-]{36}$/)
      expect(await other.again().mark()).toBe(mark)
      expect(await other.again().readMark()).toBe(mark)
      expect(await kept.store.readMark()).not.toBe(mark)
    } finally {
      await other.close()
    }
  })
})

describe('a bucket', () => {
  let kept: Awaited<ReturnType<typeof openBucket>>
  beforeAll(async () => {
    kept = await openBucket()
  })
  beforeEach(() => kept.line.next())
  afterAll(() => kept.close())

  test('keeps blobs under the paths of a folder, so that one can be copied to the other', async () => {
    kept.line.asked.length = 0
    const name = await kept.store.write(bytesOf('gari'))
    expect(kept.line.asked).toEqual([`PUT /files/${name.slice(0, 2)}/${name}`])
  })

  test('is asked again when a try fails on the way or is turned away, and the bytes are there once', async () => {
    kept.line.next('cut', 503)
    const name = await kept.store.write(bytesOf('beans'))
    kept.line.next(500, 429)
    expect(await kept.store.read(name)).toEqual(bytesOf('beans'))
    kept.line.next('cut')
    await kept.store.remove(name)
    expect(await kept.store.read(name)).toBeNull()
  })

  test('that is away says so after three tries, in one sentence', async () => {
    kept.line.next('cut', 503, 'cut')
    kept.line.asked.length = 0
    const failing = kept.store.write(bytesOf('beans'))
    await expect(failing).rejects.toThrow(StoreUnavailable)
    await expect(failing).rejects.toThrow(`The bucket ${kept.bucket.url} cannot be used`)
    expect(kept.line.asked).toHaveLength(3)
  })

  test.each([
    ['a wrong secret', { secretKey: 'wrong' }],
    ['an unknown key', { accessKey: 'nobody' }],
  ])('is not opened with %s, and is not asked twice', async (_, wrong) => {
    const store = bucketStore({ ...kept.bucket, ...wrong })
    kept.line.asked.length = 0
    await expect(store.write(bytesOf('x'))).rejects.toThrow(StoreUnavailable)
    expect(kept.line.asked).toHaveLength(1)
    await expect(store.readMark()).rejects.toThrow(StoreUnavailable)
  })

  test('is listed to its end, page by page', async () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
    const page = (name: string, more = '') =>
      `<ListBucketResult>${more}<Contents><Key>${name.slice(0, 2)}/${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`
    const tokens: (string | null)[] = []
    const server = createServer((incoming, outgoing) => {
      const token = new URL(incoming.url ?? '', 'http://s3').searchParams.get('continuation-token')
      tokens.push(token)
      outgoing.end(token ? page(second) : page(first, '<NextContinuationToken>1/+&amp;=</NextContinuationToken>'))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    try {
      const store = bucketStore({ ...kept.bucket, url: `http://127.0.0.1:${port}/files` })
      expect(await all(store.listOlderThan(HOUR_MS))).toEqual([first, second])
      expect(tokens).toEqual([null, '1/+&='])
    } finally {
      server.close()
    }
  })

  test('that does not exist is no empty one', async () => {
    const store = bucketStore({ ...kept.bucket, url: kept.bucket.url.replace('/files', '/nowhere') })
    await expect(all(store.listOlderThan(0))).rejects.toThrow(StoreUnavailable)
    await expect(store.mark()).rejects.toThrow(StoreUnavailable)
    await expect(store.read('0'.repeat(32))).rejects.toThrow(StoreUnavailable)
  })

  test('need not be there for what no row names to be left', async () => {
    kept.line.next('cut', 'cut', 'cut')
    await discard(kept.store, '0'.repeat(32))
  })
})

describe('files in a bucket', () => {
  let db: TestDatabase
  let kept: Awaited<ReturnType<typeof openBucket>>
  const faults: unknown[] = []
  let handle: (request: Request) => Promise<Response>
  beforeAll(async () => {
    db = await createTestDatabase({ floors: 'platform' })
    await db.owner.query(
      `insert into storage.buckets (id, public, allowed_mime_types, file_size_limit) values ('lists', true, '{text/csv}', 1000)`,
    )
    kept = await openBucket()
    handle = createFilesHandler({
      database: db.database,
      store: kept.store,
      keys: { publishable: 'sb_publishable_test', secret: 'sb_secret_test' },
      verifyAccessToken: async () => null,
      onFault: (fault) => faults.push(fault),
    })
  })
  afterAll(async () => {
    await db.drop()
    await kept.close()
  })

  const put = (text: string, method = 'POST') =>
    handle(
      new Request('http://site/storage/v1/object/lists/a.csv', {
        method,
        body: text,
        headers: { apikey: 'sb_secret_test', authorization: 'Bearer sb_secret_test' },
      }),
    )
  const get = async () => (await handle(new Request('http://site/storage/v1/object/public/lists/a.csv'))).text()

  test('are stored and read; an outage is a 503 that says when to come back, and leaves no row', async () => {
    kept.line.next('cut', 'cut', 'cut')
    const refused = await put('name,kg\n')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(faults.splice(0)).toEqual([expect.any(StoreUnavailable)])
    expect((await db.owner.query('select from storage.objects')).rowCount).toBe(0)
    expect((await put('name,kg\nyam,3\n')).status).toBe(200)
    expect(await get()).toBe('name,kg\nyam,3\n')
    kept.line.next(503, 503, 503)
    const away = await handle(new Request('http://site/storage/v1/object/public/lists/a.csv'))
    expect(away.status).toBe(503)
    faults.length = 0
  })

  test('are never lost because their former version could not be removed', async () => {
    kept.line.cut.add('DELETE')
    expect((await put('name,kg\nyam,4\n', 'PUT')).status).toBe(200)
    kept.line.cut.clear()
    expect(await get()).toBe('name,kg\nyam,4\n')
  })

  test('that no row names are swept away', async () => {
    const stray = await kept.store.write(bytesOf('stray'))
    await kept.age(stray, 2 * HOUR_MS)
    expect(await sweepBlobs({ database: db.database, store: kept.store })).toBe(1)
    expect(await kept.store.read(stray)).toBeNull()
    expect(await get()).toBe('name,kg\nyam,4\n')
  })
})
