import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADA, BOLA, KEYS, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './open-files.ts'

let files: TestFiles

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, allowed_mime_types) values ('desk', '{image/jpeg,text/plain}');
    insert into storage.buckets (id, public, allowed_mime_types) values ('window', true, '{image/jpeg,text/plain}')`)
})
beforeEach(() => files.db.owner.query('delete from storage.objects'))
afterAll(() => files.close())

const A = `${ADA}/a.txt`
const desk = async (person = ADA) => (await files.clientOf(person)).from('desk')

describe('upload', () => {
  const form = () => {
    const body = new FormData()
    body.append('file', new Blob(['words']))
    return body
  }
  test.each<[string, () => Parameters<Awaited<ReturnType<typeof desk>>['upload']>[1]]>([
    ['a form', form],
    ['a buffer', () => Buffer.from('words')],
    ['an array buffer', () => new TextEncoder().encode('words').buffer],
    ['a view', () => new TextEncoder().encode('words')],
    ['a blob', () => new Blob(['words'])],
    ['text', () => 'words'],
    ['a stream', () => new Blob(['words']).stream()],
    ['a stream of Node', () => Readable.from([Buffer.from('wor'), Buffer.from('ds')])],
  ])('takes %s', async (_, body) => {
    const { data, error } = await (await desk()).upload(A, body())
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.any(String), path: A, fullPath: `desk/${A}` })
    expect(await (await (await desk()).download(A)).data?.text()).toBe('words')
  })

  test.each<[string, string | Blob]>([
    ['a header', 'words'],
    ['a form', new Blob(['words'])],
  ])('stores metadata of one’s own from %s', async (_, body) => {
    const metadata = { place: 'Ọjà', count: 3, tags: ['a', 'b'] }
    expect((await (await desk()).upload(A, body, { metadata })).error).toBeNull()
    expect((await (await desk()).info(A)).data?.metadata).toEqual(metadata)
  })

  test.each([
    ['a list', []],
    ['too much', { text: 'x'.repeat(5_000) }],
    ['what no database stores', { text: '\0' }],
  ])('refuses %s as metadata', async (_, metadata) => {
    for (const body of ['words', new Blob(['words'])]) {
      const { error } = await (await desk()).upload(A, body, { metadata: metadata as Record<string, unknown> })
      expect(error).toMatchObject({ status: 400 })
    }
  })

  test('refuses headers that hold no metadata', async () => {
    for (const encoded of ['%', 'e30', Buffer.from('{').toString('base64'), Buffer.from('"x"').toString('base64')]) {
      const headers = { ...(await files.headersOf(ADA)), 'x-metadata': encoded }
      const sent = await files.handle(
        new Request(`${SITE}/object/desk/${A}`, { method: 'POST', headers, body: 'words' }),
      )
      expect([encoded, sent.status]).toEqual([encoded, encoded === 'e30' ? 200 : 400])
    }
  })
})

describe('update', () => {
  test('replaces the content with its metadata, and only what exists', async () => {
    expect((await (await desk()).update(A, 'words')).error).toMatchObject({ status: 404 })
    await (await desk()).upload(A, 'words', { metadata: { page: 1 } })
    const first = (await (await desk()).info(A)).data
    expect((await (await desk()).update(A, 'others', { metadata: { page: 2 }, cacheControl: '5' })).error).toBeNull()
    const second = (await (await desk()).info(A)).data
    expect(second).toMatchObject({ id: first?.id, metadata: { page: 2 }, size: 6, cacheControl: 'max-age=5' })
    expect(second?.version).not.toBe(first?.version)
    await (await desk()).upload(A, 'third', { upsert: true })
    expect((await (await desk()).info(A)).data?.metadata).toEqual({})
  })

  test('not what belongs to another', async () => {
    await (await desk()).upload(A, 'words')
    expect((await (await desk(BOLA)).update(A, 'others')).error).toMatchObject({ status: 404 })
    expect((await (await desk(BOLA)).upload(A, 'others', { upsert: true })).error).toMatchObject({ status: 403 })
  })
})

describe('info and exists', () => {
  test('in the protocol’s words, without names of the store', async () => {
    await (await desk()).upload(A, 'words')
    const { data } = await (await desk()).info(A)
    expect(data).toMatchObject({
      name: A,
      bucketId: 'desk',
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: {},
    })
    for (const name of ['id', 'version', 'etag', 'createdAt', 'lastModified'])
      expect(data?.[name as 'id']).toEqual(expect.any(String))
    expect(data).not.toHaveProperty('updatedAt')
    expect(JSON.stringify(data)).not.toContain((await files.blobs())[0]?.split('/').at(-1))
  })

  test('a picture’s size is beside its metadata', async () => {
    await (await desk()).upload(`${ADA}/a.jpg`, files.photo, { metadata: { width: 'mine' } })
    expect((await (await desk()).info(`${ADA}/a.jpg`)).data).toMatchObject({
      width: 60,
      height: 40,
      metadata: { width: 'mine' },
    })
  })

  test('what is not there, and what belongs to another', async () => {
    await (await desk()).upload(A, 'words')
    expect((await (await desk()).exists(A)).data).toBe(true)
    expect((await (await desk(BOLA)).exists(A)).data).toBe(false)
    expect((await (await desk(BOLA)).info(A)).error).toMatchObject({ status: 404, message: 'Object not found' })
    expect((await (await desk()).exists(`${ADA}/none.txt`)).data).toBe(false)
    await expect((await desk()).throwOnError().exists(`${ADA}/none.txt`)).rejects.toThrow()
    expect((await files.get(`${SITE}/object/info/public/desk/${A}`)).status).toBe(404)
  })
})

describe('download', () => {
  test('by a name of one’s own, as a blob and as a stream', async () => {
    const bucket = files.secret().from('window')
    await bucket.upload('a.txt', 'words')
    const address = bucket.getPublicUrl('a.txt', { download: 'the "list" of Ọjà.txt' }).data.publicUrl
    expect((await files.get(address)).headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''the%20%22list%22%20of%20%E1%BB%8Cj%C3%A0.txt",
    )
    const plain = bucket.getPublicUrl('a.txt', { download: true }).data.publicUrl
    expect((await files.get(plain)).headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.txt")
    const { data } = await bucket.download('a.txt').asStream()
    expect(await new Response(data).text()).toBe('words')
    expect((await bucket.download('none.txt')).error?.status).toBe(404)
  })
})

describe('createSignedUrl', () => {
  test('lives at most a day', async () => {
    await (await desk()).upload(A, 'words')
    expect((await (await desk()).createSignedUrl(A, 86_400)).error).toBeNull()
    for (const seconds of [86_401, 0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER])
      expect((await (await desk()).createSignedUrl(A, seconds)).error).toMatchObject({ status: 400 })
  })

  test('lives no longer than the site allows', async () => {
    await (await desk()).upload(A, 'words')
    const handle = files.openAgain({ maxSignedSeconds: 30 })
    const answer = async (expiresIn: number) => {
      const headers = await files.headersOf(ADA)
      const body = JSON.stringify({ expiresIn })
      return (await handle(new Request(`${SITE}/object/sign/desk/${A}`, { method: 'POST', headers, body }))).status
    }
    expect([await answer(30), await answer(31)]).toEqual([200, 400])
  })

  test('many at once, of which some are not there', async () => {
    const names = ['1', '2', '3'].map((name) => `${ADA}/${name}.txt`)
    for (const name of names) await (await desk()).upload(name, name)
    await files.secret().from('desk').upload(`${BOLA}/secret.txt`, 'secret')
    const asked = [...names, `${ADA}/none.txt`, `${BOLA}/secret.txt`, '../x']
    const { data } = await (await desk()).createSignedUrls(asked, 60, { download: true })
    expect(data?.map(({ path, error }) => [path, error === null])).toEqual(
      asked.map((path, index) => [path, index < 3]),
    )
    const opened = await files.get(data?.[1]?.signedUrl ?? '')
    expect([opened.status, await opened.text()]).toEqual([200, names[1]])
    expect(opened.headers.get('content-disposition')).toContain('attachment')
    const headers = { apikey: KEYS.secret }
    for (const paths of ['"a"', '[1]', `[${'"a",'.repeat(1_000)}"a"]`]) {
      const body = `{"expiresIn":60,"paths":${paths}}`
      const sent = await files.handle(new Request(`${SITE}/object/sign/desk`, { method: 'POST', headers, body }))
      expect(sent.status).toBe(400)
    }
  })
})
