import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADA, BOLA, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './open-files.ts'

let files: TestFiles

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, public, allowed_mime_types, file_size_limit) values ('desk', true, '{image/jpeg,text/plain}', 1000)`)
})
beforeEach(async () => {
  files.ended.clear()
  await files.db.owner.query('delete from storage.objects')
})
afterAll(() => files.close())

const A = `${ADA}/a.txt`
const desk = async (person?: string) => (await files.clientOf(person)).from('desk')
async function address(path = A, options?: { upsert: boolean }) {
  const { data, error } = await (await desk(ADA)).createSignedUploadUrl(path, options)
  if (!data) throw error
  return data
}

describe('createSignedUploadUrl', () => {
  test('gives an address and its token', async () => {
    const { signedUrl, token, path } = await address()
    expect(path).toBe(A)
    expect(signedUrl).toContain(`${SITE}/object/upload/sign/desk/${A}?token=`)
    expect(signedUrl).toContain(encodeURIComponent(token))
    // Its claims are encrypted.
    expect(Buffer.from(token, 'base64url').toString()).not.toContain(ADA)
  })

  test('only for what the person may upload', async () => {
    expect((await (await desk(BOLA)).createSignedUploadUrl(A)).error).toMatchObject({ status: 403 })
    expect((await (await desk()).createSignedUploadUrl(A)).error).toMatchObject({ status: 403 })
    expect((await (await desk(ADA)).createSignedUploadUrl(`${ADA}/../${BOLA}/a.txt`)).error?.status).toBeGreaterThan(
      399,
    )
    const elsewhere = (await files.clientOf(ADA)).from('none')
    expect((await elsewhere.createSignedUploadUrl(A)).error).toMatchObject({ status: 404 })
    await (await desk(ADA)).upload(A, 'first')
    expect((await (await desk(ADA)).createSignedUploadUrl(A)).error).toMatchObject({ status: 409 })
  })
})

describe('uploadToSignedUrl', () => {
  test('stores the file for the person who had the address made, also when another person sends it', async () => {
    const { path, token } = await address()
    const { data, error } = await (await desk()).uploadToSignedUrl(path, token, 'words', {
      metadata: { from: 'a phone' },
      cacheControl: '60',
    })
    expect([data, error]).toEqual([{ path: A, fullPath: `desk/${A}` }, null])
    const { rows } = await files.db.owner.query('select owner from storage.objects')
    expect(rows).toEqual([{ owner: ADA }])
    expect((await (await desk(ADA)).info(A)).data).toMatchObject({
      metadata: { from: 'a phone' },
      cacheControl: 'max-age=60',
    })
  })

  test('takes blobs and forms', async () => {
    const blob = await address(`${ADA}/blob.jpg`)
    const sent = await (await desk()).uploadToSignedUrl(blob.path, blob.token, new Blob([new Uint8Array(files.photo)]))
    expect(sent.error).toBeNull()
    const form = await address(`${ADA}/form.jpg`)
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(files.photo)]))
    expect((await (await desk()).uploadToSignedUrl(form.path, form.token, body)).error).toBeNull()
  })

  test('works once, also after the file is gone', async () => {
    const { path, token } = await address()
    expect((await (await desk()).uploadToSignedUrl(path, token, 'words')).error).toBeNull()
    const again = await (await desk()).uploadToSignedUrl(path, token, 'others')
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    await (await desk(ADA)).remove([path])
    expect((await (await desk()).uploadToSignedUrl(path, token, 'others')).error).toMatchObject({ status: 409 })
    expect((await (await desk(ADA)).exists(path)).data).toBe(false)
  })

  test('works once for many at once, also if it may replace', async () => {
    const { path, token } = await address(A, { upsert: true })
    const visitor = await desk()
    const before = (await files.blobs()).length
    const sent = await Promise.all(['1', '2', '3', '4'].map((text) => visitor.uploadToSignedUrl(path, token, text)))
    expect(sent.map(({ error }) => error?.status).toSorted()).toEqual([409, 409, 409, undefined])
    expect((await files.blobs()).length).toBe(before + 1)
  })

  test('replaces only with upsert', async () => {
    const plain = await address()
    const replacing = await address(A, { upsert: true })
    await (await desk(ADA)).upload(A, 'first')
    expect((await (await desk()).uploadToSignedUrl(A, plain.token, 'second', { upsert: true })).error).toMatchObject({
      status: 409,
    })
    expect((await (await desk()).uploadToSignedUrl(A, replacing.token, 'third')).error).toBeNull()
    expect(await (await (await desk(ADA)).download(A)).data?.text()).toBe('third')
  })

  test('a refused file does not use the address up', async () => {
    const { path, token } = await address()
    expect((await (await desk()).uploadToSignedUrl(path, token, '<html>')).error).toMatchObject({ status: 415 })
    expect((await (await desk()).uploadToSignedUrl(path, token, 'x'.repeat(1_001))).error).toMatchObject({
      status: 413,
    })
    expect((await (await desk()).uploadToSignedUrl(path, token, 'words')).error).toBeNull()
  })

  test('not for another file, a changed token, or one for reading', async () => {
    const { path, token } = await address()
    await (await desk(ADA)).upload(`${ADA}/read.txt`, 'words')
    const reading = (await (await desk(ADA)).createSignedUrl(`${ADA}/read.txt`, 60)).data?.signedUrl ?? ''
    const tokens = [
      '',
      'x',
      'v1.',
      `${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`,
      token.slice(0, -6),
      new URL(reading).searchParams.get('token') ?? '',
    ]
    for (const wrong of tokens)
      expect((await (await desk()).uploadToSignedUrl(path, wrong, 'words')).error).toMatchObject({ status: 400 })
    expect((await (await desk()).uploadToSignedUrl(`${ADA}/b.txt`, token, 'words')).error).toMatchObject({
      status: 400,
    })
    const elsewhere = (await files.clientOf()).from('none')
    expect((await elsewhere.uploadToSignedUrl(path, token, 'words')).error).toMatchObject({ status: 400 })
    expect((await files.get(`${SITE}/object/sign/desk/${ADA}/read.txt?token=${token}`)).status).toBe(400)
  })

  test('expires after two hours', async () => {
    const { path, token } = await address()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000 + 1)
    try {
      const response = await files.handle(
        new Request(`${SITE}/object/upload/sign/desk/${path}?token=${token}`, { method: 'PUT', body: 'words' }),
      )
      expect(response.status).toBe(400)
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('the policies are asked again, and so is the session', async () => {
    const { path, token } = await address()
    files.ended.add(ADA)
    expect((await (await desk()).uploadToSignedUrl(path, token, 'words')).error).toMatchObject({ status: 401 })
    files.ended.clear()
    await files.db.owner.query('create policy closed on storage.objects as restrictive for insert with check (false)')
    try {
      expect((await (await desk()).uploadToSignedUrl(path, token, 'words')).error).toMatchObject({ status: 403 })
    } finally {
      await files.db.owner.query('drop policy closed on storage.objects')
    }
    expect((await (await desk()).uploadToSignedUrl(path, token, 'words')).error).toBeNull()
  })
})
