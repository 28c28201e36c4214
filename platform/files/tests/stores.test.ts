import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { discardBlob, StoreUnavailable } from '../stores/blob-store.ts'
import { bucketStore } from '../stores/bucket-store.ts'
import { sweepBlobs } from '../sweep-blobs.ts'
import { KEYS, openTestFiles, SITE, type TestFiles } from './open-files.ts'
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
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await open()
  })
  afterAll(() => testStore.close())

  test('returns what was stored, in every process', async () => {
    const every = new Uint8Array(70_000).map((_byte, index) => index % 256)
    for (const bytes of [bytesOf('rice'), every, new Uint8Array(0)]) {
      const name = await testStore.store.write(bytes)
      expect(name).toMatch(/^[0-9a-f]{32}$/)
      expect(await testStore.reopen().read(name)).toEqual(new Uint8Array(bytes))
    }
  })

  test('returns null for an unknown name, and rejects malformed names', async () => {
    expect(await testStore.store.read('0'.repeat(32))).toBeNull()
    for (const name of ['../../etc/passwd', `${'0'.repeat(31)}/`, '']) {
      await expect(testStore.store.read(name)).rejects.toThrow('Not the name of a blob')
      await expect(testStore.store.remove(name)).rejects.toThrow('Not the name of a blob')
    }
  })

  test('removes blobs, also missing ones', async () => {
    const name = await testStore.store.write(bytesOf('yam'))
    await testStore.store.remove(name)
    expect(await testStore.store.read(name)).toBeNull()
    await testStore.store.remove(name)
  })

  test('lists all old blobs, but not its id file and new blobs', async () => {
    await testStore.store.createStoreId()
    for (const name of await all(testStore.store.listOlderThan(0))) await testStore.store.remove(name)
    const names = await Promise.all(
      Array.from({ length: 5 }, (_blob, index) => testStore.store.write(bytesOf(`${index}`))),
    )
    expect(await all(testStore.store.listOlderThan(HOUR_MS))).toEqual([])
    for (const name of names.slice(0, 3)) await testStore.age(name, 2 * HOUR_MS)
    expect(await all(testStore.store.listOlderThan(HOUR_MS))).toEqual(names.slice(0, 3).toSorted())
  })

  test('has one id, whichever process creates it', async () => {
    const other = await open()
    try {
      expect(await other.store.readStoreId()).toBeUndefined()
      const mark = await other.store.createStoreId()
      expect(mark).toMatch(/^[0-9a-f-]{36}$/)
      expect(await other.reopen().createStoreId()).toBe(mark)
      expect(await other.reopen().readStoreId()).toBe(mark)
      expect(await testStore.store.readStoreId()).not.toBe(mark)
    } finally {
      await other.close()
    }
  })
})

describe('a bucket', () => {
  let testStore: Awaited<ReturnType<typeof openBucket>>
  beforeAll(async () => {
    testStore = await openBucket()
  })
  beforeEach(() => testStore.proxy.next())
  afterAll(() => testStore.close())

  test('uses the same paths as a folder, so that one can be copied to the other', async () => {
    testStore.proxy.requests.length = 0
    const name = await testStore.store.write(bytesOf('gari'))
    expect(testStore.proxy.requests).toEqual([`PUT /files/${name.slice(0, 2)}/${name}`])
  })

  test('is retried after network errors, 429 and 5xx', async () => {
    testStore.proxy.next('cut', 503)
    const name = await testStore.store.write(bytesOf('beans'))
    testStore.proxy.next(500, 429)
    expect(await testStore.store.read(name)).toEqual(bytesOf('beans'))
    testStore.proxy.next('cut')
    await testStore.store.remove(name)
    expect(await testStore.store.read(name)).toBeNull()
  })

  test('that is down fails after three attempts with one clear message', async () => {
    testStore.proxy.next('cut', 503, 'cut')
    testStore.proxy.requests.length = 0
    const failing = testStore.store.write(bytesOf('beans'))
    await expect(failing).rejects.toThrow(StoreUnavailable)
    await expect(failing).rejects.toThrow(`The bucket ${testStore.bucket.url} cannot be used`)
    expect(testStore.proxy.requests).toHaveLength(3)
  })

  test.each([
    ['a wrong secret', { secretKey: 'wrong' }],
    ['an unknown key', { accessKey: 'nobody' }],
  ])('rejects %s without a retry', async (_, wrong) => {
    const store = bucketStore({ ...testStore.bucket, ...wrong })
    testStore.proxy.requests.length = 0
    await expect(store.write(bytesOf('x'))).rejects.toThrow(StoreUnavailable)
    expect(testStore.proxy.requests).toHaveLength(1)
    await expect(store.readStoreId()).rejects.toThrow(StoreUnavailable)
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
      const store = bucketStore({ ...testStore.bucket, url: `http://127.0.0.1:${port}/files` })
      expect(await all(store.listOlderThan(HOUR_MS))).toEqual([first, second])
      expect(tokens).toEqual([null, '1/+&='])
    } finally {
      server.close()
    }
  })

  test('that does not exist is an error, not an empty bucket', async () => {
    const store = bucketStore({ ...testStore.bucket, url: testStore.bucket.url.replace('/files', '/nowhere') })
    await expect(all(store.listOlderThan(0))).rejects.toThrow(StoreUnavailable)
    await expect(store.createStoreId()).rejects.toThrow(StoreUnavailable)
    await expect(store.read('0'.repeat(32))).rejects.toThrow(StoreUnavailable)
  })

  test('that is down does not make discardBlob fail', async () => {
    testStore.proxy.next('cut', 'cut', 'cut')
    await discardBlob(testStore.store, '0'.repeat(32))
  })
})

describe('files in a bucket', () => {
  let files: TestFiles
  let testStore: Awaited<ReturnType<typeof openBucket>>
  const faults: unknown[] = []
  let handle: (request: Request) => Promise<Response>
  beforeAll(async () => {
    files = await openTestFiles(
      `insert into storage.buckets (id, public, allowed_mime_types, file_size_limit) values ('lists', true, '{text/csv}', 1000)`,
    )
    testStore = await openBucket()
    handle = files.openAgain({ store: testStore.store, onFault: (fault) => faults.push(fault) })
  })
  afterAll(async () => {
    await files.close()
    await testStore.close()
  })

  const put = (text: string, method = 'POST') =>
    handle(
      new Request(`${SITE}/object/lists/a.csv`, {
        method,
        body: text,
        headers: { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` },
      }),
    )
  const get = async () => (await handle(new Request(`${SITE}/object/public/lists/a.csv`))).text()

  test('are stored and read; an outage is a 503 with retry-after, and leaves no row', async () => {
    testStore.proxy.next('cut', 'cut', 'cut')
    const refused = await put('name,kg\n')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(faults.splice(0)).toEqual([expect.any(StoreUnavailable)])
    expect((await files.db.owner.query('select from storage.objects')).rowCount).toBe(0)
    expect((await put('name,kg\nyam,3\n')).status).toBe(200)
    expect(await get()).toBe('name,kg\nyam,3\n')
    testStore.proxy.next(503, 503, 503)
    const away = await handle(new Request(`${SITE}/object/public/lists/a.csv`))
    expect(away.status).toBe(503)
    faults.length = 0
  })

  test('are stored even if the replaced version cannot be deleted', async () => {
    testStore.proxy.cut.add('DELETE')
    expect((await put('name,kg\nyam,4\n', 'PUT')).status).toBe(200)
    testStore.proxy.cut.clear()
    expect(await get()).toBe('name,kg\nyam,4\n')
  })

  test('without a row are swept', async () => {
    const stray = await testStore.store.write(bytesOf('stray'))
    await testStore.age(stray, 2 * HOUR_MS)
    expect(await sweepBlobs({ database: files.db.database, store: testStore.store })).toBe(1)
    expect(await testStore.store.read(stray)).toBeNull()
    expect(await get()).toBe('name,kg\nyam,4\n')
  })
})
