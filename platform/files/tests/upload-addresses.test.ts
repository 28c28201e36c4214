import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepBlobs } from '../sweep-blobs.ts'
import { ADA, BOLA, KEYS, OWN_FOLDERS, openTestFiles, type TestFiles } from './open-files.ts'

let files: TestFiles
let headers: Record<string, string>

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    insert into storage.buckets (id, allowed_mime_types, file_size_limit) values ('desk', '{image/jpeg,text/plain}', 10000000)`)
  headers = await files.headersOf(ADA)
})
beforeEach(async () => {
  files.ended.clear()
  await files.db.owner.query('delete from storage.objects; delete from storage.resumable_uploads')
})
afterAll(() => files.close())

const A = `${ADA}/a.txt`
const stored = async (path = A) => {
  const { data } = await files.secret().from('desk').download(path)
  return data && Buffer.from(await data.arrayBuffer())
}

describe('an upload’s address', () => {
  const at = (handle: (request: Request) => Promise<Response>) =>
    async function answer(
      method: string,
      path: string,
      more: Record<string, string> = {},
      body?: string | ReadableStream,
    ) {
      const request = new Request(`http://site${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...headers, ...more },
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit)
      return handle(request)
    }
  const OFFSET = { 'content-type': 'application/offset+octet-stream' }
  const encoded = (value: string) => Buffer.from(value).toString('base64')
  async function begin(size: number, more: Record<string, string> = {}, route = ''): Promise<string> {
    const metadata = `bucketName ${encoded('desk')},objectName ${encoded(A)}`
    const created = await at(files.handle)('POST', `/storage/v1/upload/resumable${route}`, {
      'upload-length': String(size),
      'upload-metadata': metadata,
      ...more,
    })
    expect(created.status).toBe(201)
    return created.headers.get('location') ?? ''
  }
  const patch = (path: string, offset: number, body: string | ReadableStream, handle = files.handle, more = {}) =>
    at(handle)('PATCH', path, { ...OFFSET, 'upload-offset': String(offset), ...more }, body)

  test('exists for nobody else, neither to see nor to continue nor to end', async () => {
    const path = await begin(10)
    await patch(path, 0, 'word')
    for (const other of [
      await files.headersOf(BOLA),
      { apikey: KEYS.publishable, authorization: '' },
      { apikey: KEYS.secret, authorization: '' },
    ]) {
      expect((await at(files.handle)('HEAD', path, other)).status).toBe(404)
      expect((await patch(path, 4, 's', files.handle, other)).status).toBe(404)
      expect((await at(files.handle)('DELETE', path, other)).status).toBe(404)
    }
    const head = await at(files.handle)('HEAD', path)
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '4',
      '10',
    ])
    files.ended.add(ADA)
    expect((await patch(path, 4, 'ssssss')).status).toBe(401)
  })

  test('takes no more than was announced', async () => {
    const path = await begin(10)
    expect((await patch(path, 0, 'x'.repeat(11), files.handle, { 'content-length': '11' })).status).toBe(413)
    expect((await patch(path, 0, new Blob(['x'.repeat(11)]).stream())).status).toBe(413)
    expect((await at(files.handle)('HEAD', path)).headers.get('upload-offset')).toBe('0')
    expect(await stored()).toBeNull()
    expect((await patch(path, 5, 'xxxxx')).status).toBe(409)
    expect((await patch(path, 0, 'x'.repeat(10))).status).toBe(204)
    expect((await patch(path, 10, '')).status).toBe(204)
    expect((await stored())?.toString()).toBe('x'.repeat(10))
  })

  /**
   * One of the parts is stored. The others are told that they began from another offset, or that they were overtaken;
   * on a slow machine the one that is stored is told so too, and asks for the offset.
   */
  async function expectOneStored(path: string, offset: number, responses: Response[]): Promise<void> {
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204).length).toBeLessThan(2)
    for (const status of statuses) expect([204, 409, 423]).toContain(status)
    expect((await at(files.handle)('HEAD', path)).headers.get('upload-offset')).toBe(String(offset))
  }

  test.each([1, 2])('two writers at once in %d processes: one of them', async (processes) => {
    const [one, two] = [files.openAgain(), files.openAgain()]
    // With permission to replace, so that the name alone does not decide.
    const path = await begin(20, { 'x-upsert': 'true' })
    const first = await Promise.all([
      patch(path, 0, 'aaaaa', one),
      patch(path, 0, 'bbbbb', processes === 2 ? two : one),
    ])
    await expectOneStored(path, 5, first)
    const last = await Promise.all(
      ['c', 'd', 'e'].map((letter, index) => patch(path, 5, letter.repeat(15), index && processes === 2 ? two : one)),
    )
    await expectOneStored(path, 20, last)
    expect((await stored())?.toString()).toMatch(/^(a{5}|b{5})(c{15}|d{15}|e{15})$/)
    const { rows } = await files.db.owner.query('select count(*)::int as n from storage.objects')
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a failure of the store at the end can be repeated', async () => {
    const path = await begin(10)
    await patch(path, 0, 'words')
    const broken = await files.db.owner.query(`create function fail() returns trigger language plpgsql as
      $$begin raise exception 'full' using errcode = '53100'; end$$;
      create trigger z_fail after insert on storage.objects for each row execute function fail()`)
    expect(broken).toBeDefined()
    await expect(patch(path, 5, 'words')).rejects.toThrow('full')
    await files.db.owner.query('drop trigger z_fail on storage.objects; drop function fail()')
    expect((await at(files.handle)('HEAD', path)).headers.get('upload-offset')).toBe('5')
    expect((await patch(path, 5, 'words')).status).toBe(204)
    expect((await stored())?.toString()).toBe('wordswords')
    // A client that has not read the last response asks once more.
    expect((await at(files.handle)('HEAD', path)).headers.get('upload-offset')).toBe('10')
  })

  test('can be given up', async () => {
    const path = await begin(10)
    const before = (await files.blobs()).length
    await patch(path, 0, 'words')
    expect((await files.blobs()).length).toBe(before + 1)
    expect((await at(files.handle)('DELETE', path)).status).toBe(204)
    expect((await at(files.handle)('HEAD', path)).status).toBe(404)
    expect((await files.blobs()).length).toBe(before)
  })

  test('has at most 400 parts', async () => {
    const path = await begin(1_000)
    await files.db.owner.query(`insert into storage.upload_parts (upload_id, start, size, blob)
      select id, n, 1, md5(id::text || n) from storage.resumable_uploads, generate_series(0, 399) n`)
    await files.db.owner.query('update storage.resumable_uploads set received = 400')
    expect((await patch(path, 400, 'x')).status).toBe(413)
  })

  test('one person has at most 20 unfinished ones, also at once', async () => {
    const begun = await Promise.allSettled(Array.from({ length: 25 }, () => begin(10)))
    expect(begun.filter(({ status }) => status === 'fulfilled').length).toBe(20)
    headers = await files.headersOf(BOLA)
    const metadata = `bucketName ${encoded('desk')},objectName ${encoded(`${BOLA}/b.txt`)}`
    const hers = await at(files.handle)('POST', '/storage/v1/upload/resumable', {
      'upload-length': '5',
      'upload-metadata': metadata,
    })
    headers = await files.headersOf(ADA)
    expect(hers.status).toBe(201)
  })

  test('programs with the secret key have as many as they need', async () => {
    const secret = { apikey: KEYS.secret, authorization: '' }
    for (let count = 0; count < 25; count++) await begin(10, secret)
    const { rowCount } = await files.db.owner.query('select from storage.resumable_uploads')
    expect(rowCount).toBe(25)
  })

  test.each<[string, Record<string, string>]>([
    ['no length', {}],
    ['a length of words', { 'upload-length': 'ten' }],
    ['a negative length', { 'upload-length': '-1' }],
    ['a length without end', { 'upload-length': '9'.repeat(400) }],
    ['a length to be told later', { 'upload-defer-length': '1' }],
    ['metadata that is none', { 'upload-length': '1', 'upload-metadata': ',,' }],
    ['pieces to be joined', { 'upload-length': '1', 'upload-concat': 'partial' }],
    ['another version', { 'upload-length': '1', 'tus-resumable': '0.2.2' }],
  ])('refuses %s', async (_, more) => {
    const response = await at(files.handle)('POST', '/storage/v1/upload/resumable', more)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toMatchObject({ statusCode: String(response.status), message: expect.any(String) })
  })

  test.each(['x', '%', '%2e%2e', '00000000-0000-4000-8000-000000000000', 'a/b', '?x'])(
    'that is none: %s',
    async (id) => {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const more = method === 'PATCH' ? { ...OFFSET, 'upload-offset': '0' } : {}
        const response = await at(files.handle)(method, `/storage/v1/upload/resumable/${id}`, more)
        expect([400, 404]).toContain(response.status)
      }
    },
  )

  test('expires after a day, and is cleared away with its parts', async () => {
    const [path, fresh] = [await begin(10), await begin(10)]
    await patch(path, 0, 'words')
    await patch(fresh, 0, 'words')
    const { data } = await (await files.clientOf(ADA)).from('desk').createSignedUploadUrl(`${ADA}/b.txt`)
    await (await files.clientOf()).from('desk').uploadToSignedUrl(`${ADA}/b.txt`, data?.token ?? '', 'words')
    await files.db.owner.query(`update storage.used_upload_tokens set expires_at = now() - interval '1 second'`)
    await files.db.owner.query(
      `update storage.resumable_uploads set expires_at = now() - interval '1 second' where id = $1`,
      [path.split('/').at(-1)],
    )
    expect((await at(files.handle)('HEAD', path)).status).toBe(410)
    expect((await patch(path, 5, 'words')).status).toBe(410)
    await files.age()
    await sweepBlobs({ database: files.db.database, store: files.store })
    expect((await at(files.handle)('HEAD', path)).status).toBe(404)
    // The parts of an upload that goes on are not swept, however old.
    expect((await patch(fresh, 5, 'words')).status).toBe(204)
    const left = await files.db.owner.query(
      'select from storage.upload_parts union all select from storage.used_upload_tokens',
    )
    expect([left.rowCount, (await files.blobs()).length]).toEqual([0, 2])
  })

  test('tells what it can', async () => {
    const response = await at(files.handle)('OPTIONS', '/storage/v1/upload/resumable')
    expect(response.status).toBe(204)
    expect(response.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination')
    expect(response.headers.get('tus-max-size')).toBe('20971520')
  })

  test('for a signed address: once, for its file, for any holder of the address', async () => {
    const { data } = await (await files.clientOf(ADA)).from('desk').createSignedUploadUrl(A)
    const token = data?.token ?? ''
    const visitor = { apikey: '', authorization: '' }
    const path = await begin(10, { ...visitor, 'x-signature': token }, '/sign')
    expect(path).toContain('/upload/resumable/sign/')
    const again = await begin(10, { ...visitor, 'x-signature': token }, '/sign')
    expect((await at(files.handle)('HEAD', path, visitor)).status).toBe(400)
    expect((await at(files.handle)('HEAD', path.replace('/sign', ''))).status).toBe(404)
    expect((await patch(path, 0, 'x'.repeat(10), files.handle, { ...visitor, 'x-signature': token })).status).toBe(204)
    const { rows } = await files.db.owner.query('select owner from storage.objects')
    expect(rows).toEqual([{ owner: ADA }])
    await files.secret().from('desk').remove([A])
    expect((await patch(again, 0, 'y'.repeat(10), files.handle, { ...visitor, 'x-signature': token })).status).toBe(409)
    expect(await stored()).toBeNull()
    const other = await (await files.clientOf(ADA)).from('desk').createSignedUploadUrl(`${ADA}/b.txt`)
    const wrong = await at(files.handle)('HEAD', path, { ...visitor, 'x-signature': other.data?.token ?? '' })
    expect(wrong.status).toBe(400)
  })
})
