import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADA, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './open-files.ts'

let files: TestFiles

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS}
    create policy ada_sees on storage.buckets for select to authenticated using (id like 'ada-%');
    create policy ada_adds on storage.buckets for insert to authenticated with check (id like 'ada-%');
    create policy ada_changes on storage.buckets for update to authenticated using (id = 'ada-own');`)
})
afterAll(() => files.close())

const text = (bytes: number) => 'x'.repeat(bytes)

describe('createBucket', () => {
  test('makes a private bucket with the limits of the site', async () => {
    const { data, error } = await files.secret().createBucket('made.by_hand')
    expect([data, error]).toEqual([{ name: 'made.by_hand' }, null])
    const { rows } = await files.db.owner.query("select * from storage.buckets where id = 'made.by_hand'")
    expect(rows[0]).toMatchObject({
      public: false,
      file_size_limit: 5_242_880,
      longest_side: null,
      bytes_per_owner: 2_147_483_648n,
      bytes_per_day: 314_572_800n,
    })
    expect(rows[0].allowed_mime_types).toContain('application/pdf')
    const bucket = files.secret().from('made.by_hand')
    expect((await bucket.upload('a.txt', 'words')).error).toBeNull()
    expect((await bucket.upload('a.html', '<html></html>')).error).toMatchObject({ status: 415 })
  })

  test.each([
    ['a number', 1_000, 1_000],
    ['20MB', '20MB', 20_000_000],
    ['1.5mb', '1.5mb', 1_500_000],
    ['700b', '700b', 700],
    ['2KB', '2KB', 2_000],
    ['null', null, 5_242_880],
  ])('takes the size limit as %s', async (_, fileSizeLimit, bytes) => {
    const id = `size-${bytes}-${typeof fileSizeLimit}`
    expect((await files.secret().createBucket(id, { public: true, fileSizeLimit })).error).toBeNull()
    expect((await files.secret().getBucket(id)).data).toMatchObject({ file_size_limit: bytes, public: true })
  })

  test.each([
    ['more than a file may have', '21MB', 413],
    ['nothing', 0, 400],
    ['a negative number', -5, 400],
    ['words', 'much', 400],
    ['infinity', '1e99gb', 400],
  ])('refuses a size limit of %s', async (_, fileSizeLimit, status) => {
    const { error } = await files.secret().createBucket('no-size', { public: false, fileSizeLimit })
    expect(error).toMatchObject({ status })
  })

  test('the size limit holds', async () => {
    await files.secret().createBucket('small', { public: true, fileSizeLimit: '1kb' })
    const bucket = files.secret().from('small')
    expect((await bucket.upload('a.txt', text(1_000))).error).toBeNull()
    expect((await bucket.upload('b.txt', text(1_001))).error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
  })

  test('types may be a whole kind', async () => {
    await files.secret().createBucket('kinds', { public: true, allowedMimeTypes: ['image/*'] })
    expect((await files.secret().from('kinds').upload('a.jpg', files.photo)).error).toBeNull()
    expect((await files.secret().from('kinds').upload('a.txt', 'words')).error).toMatchObject({ statusCode: '415' })
    await files.secret().createBucket('drawn', { public: true, allowedMimeTypes: ['image/png'] })
    expect((await files.secret().from('drawn').upload('a.jpg', files.photo)).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/jpeg is not supported',
    })
    await files.secret().createBucket('data', { public: true, allowedMimeTypes: ['application/json'] })
    expect((await files.secret().from('data').upload('a.json', '{"a":1}')).error).toBeNull()
    expect((await files.secret().from('data').upload('b.json', 'words')).error).toMatchObject({ statusCode: '415' })
    for (const wrong of ['', 'image', 'image/', '*', 'image/*/x', 'text/html; charset=utf-8', `image/${text(200)}`]) {
      const made = await files.secret().createBucket('wrong', { public: true, allowedMimeTypes: [wrong] })
      expect(made.error).toMatchObject({ status: 415 })
    }
  })

  test('refuses a name twice, also two at once', async () => {
    const made = await Promise.all([1, 2, 3].map(() => files.secret().createBucket('twice')))
    expect(made.map(({ error }) => error?.message ?? 'made').toSorted()).toEqual([
      'The resource already exists',
      'The resource already exists',
      'made',
    ])
  })

  test.each(['', '.', '..', '-a', 'a/b', 'a b', 'ä', 'a\0b', '../objects', text(64)])(
    'refuses the name %j',
    async (id) => {
      expect((await files.secret().createBucket(id)).error).toMatchObject({ status: 400 })
    },
  )

  test('refuses kinds of buckets that are not here, and bodies that are none', async () => {
    const made = await files.secret().createBucket('lake', { public: false, type: 'ANALYTICS' })
    expect(made.error).toMatchObject({ status: 400 })
    const headers = { apikey: 'sb_secret_test' }
    for (const body of [
      '{',
      '[]',
      'null',
      '{"id":5}',
      '{"id":"x","allowed_mime_types":"image/png"}',
      '{"id":"\\u0000"}',
    ]) {
      const response = await files.handle(new Request(`${SITE}/bucket`, { method: 'POST', headers, body }))
      expect([body, response.status]).toEqual([body, 400])
    }
  })
})

describe('listBuckets', () => {
  test('pages, sorts and searches', async () => {
    for (const id of ['list-b', 'list-a', 'list-c']) await files.secret().createBucket(id)
    const names = async (options?: Parameters<ReturnType<TestFiles['secret']>['listBuckets']>[0]) =>
      (await files.secret().listBuckets(options)).data?.map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(['list-a', 'list-b', 'list-c']))
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c'])
    expect(await names({ search: 'list-', limit: 1, offset: 1 })).toEqual(['list-b'])
    expect(await names({ search: 'list-', sortColumn: 'name', sortOrder: 'desc' })).toEqual([
      'list-c',
      'list-b',
      'list-a',
    ])
    expect(await names({ search: 'list-', sortColumn: 'created_at' })).toEqual(['list-b', 'list-a', 'list-c'])
    expect(await names({ search: '%' })).toEqual([])
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'sortColumn=public', 'sortOrder=up', 'search=%00']) {
      const response = await files.get(`${SITE}/bucket?${query}`, { apikey: 'sb_secret_test' })
      expect([query, response.status]).toEqual([query, 400])
    }
  })

  test('needs a key', async () => {
    const response = await files.get(`${SITE}/bucket`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: "headers must have required property 'authorization'" })
  })
})

describe('getBucket', () => {
  test('shows a bucket in the protocol’s words', async () => {
    await files.secret().createBucket('shown', { public: true })
    const { data } = await files.secret().getBucket('shown')
    expect(data).toMatchObject({ id: 'shown', name: 'shown', owner: '', public: true, type: 'STANDARD' })
    expect(Date.parse(data?.created_at ?? '')).toBeGreaterThan(0)
  })

  test.each(['not-exist-id', '%', 'a%2Fb', '%00'])('says that %s is not found', async (id) => {
    const { error } = await files.secret().getBucket(id)
    expect(error).toMatchObject({ status: 404, message: 'Bucket not found' })
  })
})

describe('updateBucket', () => {
  test('changes what is named, and null returns to the default', async () => {
    await files
      .secret()
      .createBucket('changed', { public: false, fileSizeLimit: 1_000, allowedMimeTypes: ['image/png'] })
    const { data } = await files.secret().updateBucket('changed', { public: true })
    expect(data).toEqual({ message: 'Successfully updated' })
    const now = async () => (await files.secret().getBucket('changed')).data
    expect(await now()).toMatchObject({ public: true, file_size_limit: 1_000, allowed_mime_types: ['image/png'] })
    await files.secret().updateBucket('changed', { public: true, fileSizeLimit: null, allowedMimeTypes: null })
    expect(await now()).toMatchObject({ file_size_limit: 5_242_880 })
    expect((await now())?.allowed_mime_types).toContain('text/plain')
  })

  test('refuses a bucket that is not there, and types that its scaling cannot hold', async () => {
    expect((await files.secret().updateBucket('none', { public: true })).error).toMatchObject({ status: 404 })
    await files.db.owner.query("insert into storage.buckets (id, longest_side) values ('scaled', 960)")
    const { error } = await files.secret().updateBucket('scaled', { public: true, allowedMimeTypes: ['video/mp4'] })
    expect(error).toMatchObject({ status: 400 })
  })
})

describe('emptyBucket and deleteBucket', () => {
  test('a bucket with files stays; an empty one goes with what was counted for it', async () => {
    await files.secret().createBucket('full')
    await (await files.clientOf(ADA)).from('full').upload(`${ADA}/a.txt`, 'words')
    expect((await files.secret().deleteBucket('full')).error).toMatchObject({
      status: 409,
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await files.secret().emptyBucket('full')).error).toBeNull()
    expect((await files.secret().from('full').list(ADA)).data).toEqual([])
    expect((await files.secret().deleteBucket('full')).data).toEqual({ message: 'Successfully deleted' })
    expect((await files.secret().getBucket('full')).error).toMatchObject({ status: 404 })
    expect((await files.secret().deleteBucket('full')).error).toMatchObject({ status: 404 })
    expect((await files.secret().emptyBucket('full')).error).toMatchObject({ status: 404 })
    const left = await files.db.owner.query("select from storage.daily_uploads where bucket_id = 'full'")
    expect(left.rowCount).toBe(0)
  })

  test('more files than one statement deletes', async () => {
    await files.secret().createBucket('many')
    await files.db.owner.query(`insert into storage.objects (bucket_id, name, blob, metadata)
      select 'many', 'f' || n, md5('many' || n), '{}' from generate_series(1, 2500) n`)
    expect((await files.secret().emptyBucket('many')).error).toBeNull()
    expect((await files.secret().deleteBucket('many')).error).toBeNull()
  })
})

describe('policies on storage.buckets', () => {
  test('without a policy, buckets are closed to people and visitors', async () => {
    await files.secret().createBucket('closed', { public: true })
    for (const client of [await files.clientOf(ADA), await files.clientOf()]) {
      expect((await client.listBuckets({ search: 'closed' })).data).toEqual([])
      expect((await client.getBucket('closed')).error).toMatchObject({ status: 404 })
      expect((await client.createBucket('mine')).error).toMatchObject({ status: 403 })
      for (const attempt of [client.updateBucket('closed', { public: false }), client.deleteBucket('closed')])
        expect([403, 404]).toContain((await attempt).error?.status)
      expect((await client.emptyBucket('closed')).error).toMatchObject({ status: 404 })
    }
  })

  test('a policy gives what it says, and no limits of one’s own', async () => {
    const ada = await files.clientOf(ADA)
    expect((await ada.createBucket('ada-own', { public: false })).error).toBeNull()
    expect((await ada.createBucket('ada-other', { public: false })).error).toBeNull()
    expect((await ada.createBucket('bola-own', { public: false })).error).toMatchObject({ status: 403 })
    expect((await ada.listBuckets()).data?.map(({ id }) => id)).toEqual(['ada-other', 'ada-own'])
    expect((await ada.updateBucket('ada-own', { public: true })).error).toBeNull()
    expect((await ada.updateBucket('ada-other', { public: true })).error).toMatchObject({ status: 404 })
    expect((await ada.deleteBucket('ada-own')).error).toMatchObject({ status: 404 })
    await files.secret().from('ada-own').upload('of-the-site.txt', 'words')
    expect((await ada.emptyBucket('ada-own')).data).not.toBeNull()
    expect((await files.secret().from('ada-own').exists('of-the-site.txt')).data).toBe(true)
  })
})
