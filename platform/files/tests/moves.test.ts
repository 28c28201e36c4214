import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADA, BOLA, openTestFiles, type TestFiles, testPhoto } from './open-files.ts'

let files: TestFiles

const OWN = "(storage.foldername(name))[1] = current_setting('request.jwt.claims')::json ->> 'sub'"

beforeAll(async () => {
  files = await openTestFiles(`
    insert into storage.buckets (id, allowed_mime_types) values
      ('desk', '{image/jpeg,text/plain}'), ('attic', '{image/jpeg,text/plain}'), ('read-only', '{image/jpeg,text/plain}'),
      ('pictures-only', '{image/*}');
    insert into storage.buckets (id, allowed_mime_types, file_size_limit) values ('tiny', '{text/plain}', 10);
    insert into storage.buckets (id, longest_side) values ('scaled', 100);
    insert into storage.buckets (id, allowed_mime_types, bytes_per_owner) values ('narrow', '{text/plain}', 50);
    insert into storage.buckets (id, allowed_mime_types, bytes_per_day) values ('slow', '{text/plain}', 50);
    create policy see on storage.objects for select to authenticated using (bucket_id <> 'read-only' and ${OWN} or bucket_id = 'read-only');
    create policy add on storage.objects for insert to authenticated with check (bucket_id <> 'read-only' and ${OWN});
    create policy change on storage.objects for update to authenticated using (bucket_id <> 'read-only' and ${OWN}) with check (${OWN});`)
})
beforeEach(async () => {
  await files.db.owner.query('delete from storage.objects')
  await files.db.owner.query('delete from storage.daily_uploads')
})
afterAll(() => files.close())

const A = `${ADA}/a.txt`
const B = `${ADA}/b.txt`
const desk = async (person = ADA) => (await files.clientOf(person)).from('desk')
async function written(text = 'words', bucket = 'desk'): Promise<void> {
  const { error } = await files
    .secret()
    .from(bucket)
    .upload(A, text, { metadata: { page: 1 }, cacheControl: '60' })
  if (error) throw error
  await files.db.owner.query('update storage.objects set owner = $1', [ADA])
}

describe.each(['move', 'copy'] as const)('%s', (act) => {
  test('within a bucket', async () => {
    await written()
    const from = await desk()
    const { data, error } = await from[act](A, B)
    expect(error).toBeNull()
    expect(data).toEqual(act === 'move' ? { message: 'Successfully moved' } : { path: `desk/${B}` })
    expect(await (await from.download(B)).data?.text()).toBe('words')
    expect((await from.exists(A)).data).toBe(act === 'copy')
    expect((await from.info(B)).data).toMatchObject({ metadata: { page: 1 }, cacheControl: 'max-age=60' })
  })

  test('into another bucket', async () => {
    await written()
    const from = await desk()
    expect((await from[act](A, B, { destinationBucket: 'attic' })).error).toBeNull()
    expect(await (await (await files.clientOf(ADA)).from('attic').download(B)).data?.text()).toBe('words')
    expect((await from.exists(A)).data).toBe(act === 'copy')
    expect((await files.blobs()).length).toBeGreaterThan(0)
  })

  test('needs the policies of both ends', async () => {
    await written()
    expect((await (await desk(BOLA))[act](A, `${BOLA}/a.txt`)).error).toMatchObject({ status: 404 })
    expect((await (await desk())[act](A, `${BOLA}/a.txt`)).error).toMatchObject({ status: 403 })
    // Its policy for changes lets the row in, its policy for new files does not.
    const closed = await (await desk())[act](A, B, { destinationBucket: 'read-only' })
    expect(closed.error).toMatchObject({ status: 403 })
    expect((await (await files.clientOf()).from('desk')[act](A, B)).error).toMatchObject({ status: 404 })
    expect((await (await desk()).exists(A)).data).toBe(true)
  })

  test('what one may only read can be copied, not moved', async () => {
    await written('words', 'read-only')
    const from = (await files.clientOf(ADA)).from('read-only')
    const { error } = await from[act](A, B, { destinationBucket: 'desk' })
    expect(error?.status).toBe(act === 'copy' ? undefined : 404)
    expect((await from.exists(A)).data).toBe(true)
  })

  test('the limits of the destination hold', async () => {
    await written('more than ten bytes')
    const into = async (destinationBucket: string, from = A) =>
      (await (await desk())[act](from, `${B}${destinationBucket}`, { destinationBucket })).error
    expect(await into('tiny')).toMatchObject({ status: 413 })
    expect(await into('pictures-only')).toMatchObject({ status: 415, message: 'mime type text/plain is not supported' })
    expect(await into('none')).toMatchObject({ status: 404 })
    await files
      .secret()
      .from('desk')
      .upload(`${ADA}/wide.jpg`, await testPhoto(200, 20))
    expect(await into('scaled', `${ADA}/wide.jpg`)).toMatchObject({ status: 413 })
    expect(await into('pictures-only', `${ADA}/wide.jpg`)).toBeNull()
  })

  test.each([
    ['narrow', 409],
    ['slow', 429],
  ])('the budget of a person in %s holds', async (destinationBucket, status) => {
    await written('x'.repeat(30))
    const from = await desk()
    expect((await from[act](A, `${ADA}/1.txt`, { destinationBucket })).error).toBeNull()
    await files.db.owner.query("delete from storage.objects where bucket_id = 'desk'")
    await written('x'.repeat(30))
    expect((await from[act](A, `${ADA}/2.txt`, { destinationBucket })).error).toMatchObject({ status })
  })

  test('never replaces a file', async () => {
    await written()
    await files.secret().from('desk').upload(B, 'other')
    expect((await (await desk())[act](A, B)).error).toMatchObject({
      status: 409,
      message: 'The resource already exists',
    })
    expect(await (await (await desk()).download(B)).data?.text()).toBe('other')
  })

  test('two at once onto one name: one of them', async () => {
    for (const name of ['1', '2', '3', '4']) await files.secret().from('desk').upload(`${ADA}/${name}.txt`, name)
    const from = await desk()
    const before = (await files.blobs()).length
    const results = await Promise.all(['1', '2', '3', '4'].map((name) => from[act](`${ADA}/${name}.txt`, B)))
    expect(results.map(({ error }) => error?.status).toSorted()).toEqual([409, 409, 409, undefined])
    const winner = results.findIndex(({ error }) => !error)
    expect(await (await from.download(B)).data?.text()).toBe(String(winner + 1))
    expect((await files.blobs()).length).toBe(before + (act === 'copy' ? 1 : 0))
  })

  test.each([
    ['', B, 400],
    [A, '', 400],
    [A, '../b.txt', 400],
    [A, 'a//b', 400],
    [A, 'a\\b', 400],
    [A, 'x'.repeat(1_100), 400],
    [`${ADA}/none.txt`, B, 404],
  ])('refuses %j to %j', async (source, target, status) => {
    await written()
    expect((await (await desk())[act](source, target)).error).toMatchObject({ status })
  })

  test('refuses bodies that name nothing', async () => {
    const headers = { apikey: 'sb_secret_test' }
    for (const body of [
      '',
      '{}',
      '[]',
      '{"bucketId":1}',
      '{"bucketId":"\\u0000","sourceKey":"a","destinationKey":"b"}',
    ]) {
      const request = new Request(`http://site/storage/v1/object/${act}`, { method: 'POST', headers, body })
      expect([body, (await files.handle(request)).status]).toEqual([body, 400])
    }
  })
})

test('a moved picture has its smaller sizes, and no byte is copied', async () => {
  await files.db.owner.query("update storage.buckets set public = true where id in ('desk', 'attic')")
  await files
    .secret()
    .from('desk')
    .upload(`${ADA}/a.jpg`, await testPhoto(400, 300))
  const sized = (bucket: string, name: string) =>
    files.get(`http://site/storage/v1/render/image/public/${bucket}/${ADA}/${name}?width=96`)
  expect((await sized('desk', 'a.jpg')).status).toBe(200)
  const before = await files.blobs()
  await (await desk()).move(`${ADA}/a.jpg`, `${ADA}/b.jpg`, { destinationBucket: 'attic' })
  expect((await sized('attic', 'b.jpg')).status).toBe(200)
  expect((await sized('desk', 'a.jpg')).status).toBe(404)
  expect(await files.blobs()).toEqual(before)
})

test('a copy has bytes of its own, and the owner who made it', async () => {
  await written()
  await files.secret().from('desk').copy(A, B)
  await files.secret().from('desk').remove([A])
  expect(await (await (await desk()).download(B)).data?.text()).toBe('words')
  const { rows } = await files.db.owner.query('select owner from storage.objects where name = $1', [B])
  expect(rows).toEqual([{ owner: null }])
})
