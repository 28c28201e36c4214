import { randomBytes } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Listening, serve } from '#platform/http/serve.ts'
import { ADA, BOLA, OWN_FOLDERS, openTestFiles, type TestFiles } from './open-files.ts'

let files: TestFiles
let headers: Record<string, string>
const running: { stop(): Promise<unknown> | undefined }[] = []
/** Method, status and offset of each request. */
let requests: string[] = []

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, allowed_mime_types, file_size_limit) values ('desk', '{image/jpeg,text/plain}', 10000000)`)
  headers = await files.headersOf(ADA)
})
beforeEach(async () => {
  requests = []
  files.ended.clear()
  await files.db.owner.query('delete from storage.objects; delete from storage.resumable_uploads')
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})
afterAll(() => files.close())

const A = `${ADA}/a.txt`
const text = (bytes: number) => Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes))

/** Serves the files like a process of the site. */
async function listen(handle = files.openAgain(), port = 0): Promise<Listening & { port: number }> {
  const listening = await serve({
    async fetch(request) {
      const response = await handle(request)
      const offset = request.headers.get('upload-offset') ?? response.headers.get('upload-offset')
      requests.push(`${request.method} ${response.status} ${offset}`)
      return response
    },
    host: '127.0.0.1',
    port,
    trustedProxies: 0,
    onBug: (error) => requests.push(`bug ${error}`),
  })
  running.push({ stop: () => listening.stop(0) })
  return { ...listening, port: (listening.server.address() as { port: number }).port }
}

/** A proxy that is cut once, after this many bytes of the client. */
async function openProxy(to: () => number, cutAfter: number): Promise<number> {
  let left = cutAfter
  const proxy: Server = createServer((client) => {
    const upstream = connect(to(), '127.0.0.1')
    async function cut() {
      // The server has read what was sent by then, however slow the machine.
      await expect.poll(parts).toBeGreaterThan(0)
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (chunk) => {
      left -= chunk.length
      if (left > 0) return void upstream.write(chunk)
      left = Number.POSITIVE_INFINITY
      client.pause()
      void cut()
    })
    upstream.pipe(client)
    client.on('close', () => upstream.destroy())
    for (const end of [client, upstream]) end.on('error', () => undefined)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  running.push({ stop: async () => proxy.close() })
  return (proxy.address() as { port: number }).port
}

interface Send extends Partial<UploadOptions> {
  bytes: Buffer
  port: number
  route?: string
}

/** Uploads with the public client for tus; resolves with its error, or null. */
function send({
  bytes,
  port,
  route = '',
  ...options
}: Send): Promise<(Error & { status?: number | undefined }) | null> {
  return new Promise((resolve) => {
    const upload = new Upload(bytes, {
      endpoint: `http://127.0.0.1:${port}/storage/v1/upload/resumable${route}`,
      headers,
      retryDelays: [0, 10, 50],
      metadata: {
        bucketName: 'desk',
        objectName: A,
        contentType: 'text/plain',
        cacheControl: '60',
        metadata: '{"page":1}',
      },
      onSuccess: () => resolve(null),
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null
        resolve(Object.assign(error, { status: response?.getStatus() }))
      },
      ...options,
    })
    upload.start()
  })
}

const stored = async (path = A) => {
  const { data } = await files.secret().from('desk').download(path)
  return data && Buffer.from(await data.arrayBuffer())
}
const parts = async () => (await files.db.owner.query('select from storage.upload_parts')).rowCount

describe('a file in parts', () => {
  test('becomes an object like any other', async () => {
    const { port } = await listen()
    const bytes = text(2_500_000)
    expect(await send({ bytes, port })).toBeNull()
    expect((await stored())?.equals(bytes)).toBe(true)
    const { data } = await files.secret().from('desk').info(A)
    expect(data).toMatchObject({ contentType: 'text/plain', cacheControl: 'max-age=60', metadata: { page: 1 } })
    const { rows } = await files.db.owner.query('select owner from storage.objects')
    expect([rows, await parts()]).toEqual([[{ owner: ADA }], 0])
  })

  test('in chunks, and with the first one in the creation', async () => {
    const { port } = await listen()
    const bytes = text(1_000_000)
    expect(await send({ bytes, port, chunkSize: 300_000 })).toBeNull()
    expect(requests).toEqual([
      'POST 201 null',
      'PATCH 204 0',
      'PATCH 204 300000',
      'PATCH 204 600000',
      'PATCH 204 900000',
    ])
    expect(
      await send({
        bytes,
        port,
        chunkSize: 600_000,
        uploadDataDuringCreation: true,
        headers: { ...headers, 'x-upsert': 'true' },
      }),
    ).toBeNull()
    expect((await stored())?.equals(bytes)).toBe(true)
  })

  test('pictures are encoded again at the end, and what is no such file is refused there', async () => {
    const { port } = await listen()
    expect(await send({ bytes: files.photo, port, chunkSize: 200 })).toBeNull()
    expect((await files.secret().from('desk').info(A)).data).toMatchObject({ contentType: 'image/jpeg', width: 60 })
    await files.secret().from('desk').remove([A])
    const page = Buffer.concat([Buffer.from('<html>'), text(5_000)])
    expect(await send({ bytes: page, port, chunkSize: 2_000 })).toMatchObject({ status: 415 })
    expect(await stored()).toBeNull()
    const left = await files.db.owner.query('select from storage.resumable_uploads where finished_at is null')
    expect(left.rowCount).toBe(0)
  })

  test('goes on where the proxy was cut', async () => {
    const { port } = await listen()
    const bytes = text(5_000_000)
    expect(await send({ bytes, port: await openProxy(() => port, 3_500_000) })).toBeNull()
    expect((await stored())?.equals(bytes)).toBe(true)
    const resumed = requests.filter((one) => one.startsWith('PATCH 204')).map((one) => Number(one.split(' ')[2]))
    expect(resumed).toHaveLength(1)
    expect(resumed[0]).toBeGreaterThanOrEqual(1_000_000)
    expect(requests.some((one) => one.startsWith('HEAD 200'))).toBe(true)
  })

  test('goes on after a restart of the server', async () => {
    const first = await listen()
    const bytes = text(6_000_000)
    let { port } = first
    const proxy = await openProxy(() => port, 4_000_000)
    let restarted: () => void = () => undefined
    const restart = new Promise<void>((resolve) => {
      restarted = resolve
    })
    // The client asks where to go on once the server is back.
    const onBeforeRequest = (request: { getMethod(): string }) =>
      request.getMethod() === 'HEAD' ? restart : Promise.resolve()
    const sent = send({ bytes, port: proxy, onBeforeRequest })
    await expect.poll(parts).toBeGreaterThan(0)
    await first.stop(0)
    port = (await listen()).port
    restarted()
    expect(await sent).toBeNull()
    expect((await stored())?.equals(bytes)).toBe(true)
  })

  test('arrives through several processes', async () => {
    const [one, two] = [await listen(), await listen()]
    let count = 0
    const proxy = await openProxy(() => (count++ % 2 ? one.port : two.port), Number.POSITIVE_INFINITY)
    const bytes = text(900_000)
    const onBeforeRequest = (request: { setHeader(name: string, value: string): void }) =>
      request.setHeader('connection', 'close')
    expect(await send({ bytes, port: proxy, chunkSize: 100_000, onBeforeRequest })).toBeNull()
    expect((await stored())?.equals(bytes)).toBe(true)
    expect(count).toBeGreaterThan(5)
  })
})

describe('limits', () => {
  test('more than the bucket takes is refused before a byte is sent', async () => {
    const { port } = await listen()
    expect(await send({ bytes: text(10_000_001), port })).toMatchObject({ status: 413 })
    expect(requests).toEqual(['POST 413 null'])
  })

  test('the policies are asked at the beginning', async () => {
    const { port } = await listen()
    const metadata = { bucketName: 'desk', objectName: `${BOLA}/a.txt` }
    expect(await send({ bytes: text(10), port, metadata })).toMatchObject({ status: 403 })
    expect(await send({ bytes: text(10), port, metadata: { ...metadata, bucketName: 'none' } })).toMatchObject({
      status: 404,
    })
    await files.secret().from('desk').upload(A, 'first')
    expect(await send({ bytes: text(10), port, retryDelays: [] })).toMatchObject({ status: 409 })
    expect(await send({ bytes: text(10), port, headers: { ...headers, 'x-upsert': 'true' } })).toBeNull()
  })

  test('and at the end', async () => {
    const { port } = await listen()
    await files.db.owner.query(`create function closed() returns boolean language sql as 'select exists (select from storage.upload_parts)';
      alter function closed() security definer;
      create policy closed on storage.objects as restrictive for insert with check (not closed())`)
    try {
      expect(await send({ bytes: text(1_000), port, chunkSize: 600 })).toMatchObject({ status: 403 })
    } finally {
      await files.db.owner.query('drop policy closed on storage.objects; drop function closed()')
    }
    expect(await stored()).toBeNull()
  })

  test.each([
    { bucketName: 'desk' },
    { objectName: A },
    { bucketName: 'desk', objectName: `${ADA}/../${BOLA}/a.txt` },
    { bucketName: 'desk', objectName: `${ADA}/a\0.txt` },
    { bucketName: 'desk\0', objectName: A },
    { bucketName: 'desk', objectName: `${ADA}/${'a'.repeat(1_100)}` },
    { bucketName: 'desk', objectName: A, metadata: 'no JSON' },
  ])('refuses %j', async (metadata) => {
    const { port } = await listen()
    const error = await send({ bytes: text(10), port, metadata: metadata as Record<string, string> })
    expect([400, 404]).toContain(error?.status)
  })
})
