import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityOf } from '#platform/postgres/testing.ts'
import { ADA, BOLA, KEYS, OWN_FOLDERS, openTestFiles, SITE, type TestFiles } from './open-files.ts'

let files: TestFiles

/** In the order of bytes, with what sorts next to a slash. */
const NAMES = [
  'a.txt',
  'b-1.txt',
  'b/1.txt',
  'b/2.txt',
  'b/deep/3.txt',
  'b0',
  'b0/4.txt',
  'c',
  'é/5.txt',
  'Z.txt',
].toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))

beforeAll(async () => {
  files = await openTestFiles(`${OWN_FOLDERS} insert into storage.buckets (id) values ('desk'), ('full'), ('other')`)
  // Created from the last name to the first, so that an order by time is not the one by name.
  for (const [index, name] of NAMES.toReversed().entries()) await add('desk', name, index)
  await add('desk', `${ADA}/mine.txt`, 100)
  await add('desk', `${BOLA}/hers.txt`, 101)
  await add('other', 'a.txt', 0)
  await files.db.owner.query(`insert into storage.objects (bucket_id, name, blob, metadata, created_at)
    select 'full', '${ADA}/' || lpad(n::text, 6, '0') || case when n % 100 = 0 then '/in.txt' else '.txt' end, md5('full' || n), '{}',
      timestamptz '2026-01-01' + n * interval '1 microsecond' from generate_series(1, 3000) n`)
  await files.db.owner.query('analyze storage.objects')
})
afterAll(() => files.close())

async function add(bucket: string, name: string, minute: number): Promise<void> {
  await files.db.owner.query(
    `insert into storage.objects (bucket_id, name, blob, metadata, created_at, updated_at)
     values ($1, $2, replace(gen_random_uuid()::text, '-', ''), '{"size": 1}',
       timestamptz '2026-01-01' + $3 * interval '1 minute', timestamptz '2027-01-01' - $3 * interval '1 minute')`,
    [bucket, name, minute],
  )
}

type Options = NonNullable<Parameters<ReturnType<ReturnType<TestFiles['secret']>['from']>['listV2']>[0]>

/** All entries, read in pages of this size. */
async function pages(options: Options, { bucket = 'desk', limit = 3, person = '' } = {}): Promise<string[]> {
  const client = (person ? await files.clientOf(person) : files.secret()).from(bucket)
  const entries: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await client.listV2({ ...options, limit, ...(cursor && { cursor }) })
    if (error) throw error
    const page = [...data.folders.map(({ name }) => name), ...data.objects.map(({ name }) => name)]
    expect(page.length).toBeLessThanOrEqual(limit)
    expect(data.hasNext).toBe(data.nextCursor !== undefined)
    entries.push(...page)
    if (!data.hasNext) return entries
    cursor = data.nextCursor
  }
}

describe('listV2', () => {
  const OTHERS = [`${ADA}/`, `${BOLA}/`]

  test.each([1, 2, 3, 1_000])('every file once, %d on a page', async (limit) => {
    expect((await pages({}, { limit })).filter((name) => NAMES.includes(name))).toEqual(NAMES)
    expect((await pages({ sortBy: { column: 'name', order: 'desc' } }, { limit })).toReversed()).toEqual(
      await pages({}, { limit }),
    )
  })

  test.each([1, 2, 3, 1_000])('folders and files of a folder once, %d on a page', async (limit) => {
    const top = ['a.txt', 'b-1.txt', 'b/', 'b0', 'b0/', 'c', 'é/', 'Z.txt']
    const sorted = [...top, ...OTHERS].toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    const options = { with_delimiter: true }
    expect((await pages(options, { limit })).toSorted()).toEqual(sorted.toSorted())
    if (limit === 1) {
      expect(await pages(options, { limit })).toEqual(sorted)
      const back = await pages({ with_delimiter: true, sortBy: { column: 'name', order: 'desc' } }, { limit })
      expect(back).toEqual(sorted.toReversed())
    }
    expect((await pages({ with_delimiter: true, prefix: 'b/' }, { limit })).toSorted()).toEqual([
      'b/1.txt',
      'b/2.txt',
      'b/deep/',
    ])
    expect((await pages({ with_delimiter: true, prefix: 'b' }, { limit })).toSorted()).toEqual([
      'b-1.txt',
      'b/',
      'b0',
      'b0/',
    ])
    expect(await pages({ prefix: 'none/' }, { limit })).toEqual([])
  })

  test.each([1, 2, 1_000])('by time, %d on a page', async (limit) => {
    const created = await pages({ sortBy: { column: 'created_at' } }, { limit })
    expect(created).toEqual([...NAMES.toReversed(), `${ADA}/mine.txt`, `${BOLA}/hers.txt`])
    expect(await pages({ sortBy: { column: 'created_at', order: 'desc' } }, { limit })).toEqual(created.toReversed())
    expect(await pages({ sortBy: { column: 'updated_at', order: 'asc' } }, { limit })).toEqual(created.toReversed())
    const inFolder = await pages(
      { with_delimiter: true, prefix: 'b/', sortBy: { column: 'created_at', order: 'asc' } },
      { limit },
    )
    expect(inFolder).toEqual(['b/deep/', 'b/2.txt', 'b/1.txt'])
  })

  test('in the protocol’s words', async () => {
    const { data } = await files.secret().from('desk').listV2({ with_delimiter: true, prefix: 'b/' })
    expect(data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'b/deep', name: 'b/deep/' }],
      objects: [
        { key: 'b/1.txt', name: 'b/1.txt', id: expect.any(String), metadata: { size: 1 } },
        { name: 'b/2.txt' },
      ],
    })
    expect(data).not.toHaveProperty('nextCursor')
  })

  test('shows what the policies show', async () => {
    expect(await pages({}, { person: ADA })).toEqual([`${ADA}/mine.txt`])
    expect(await pages({ with_delimiter: true }, { person: BOLA })).toEqual([`${BOLA}/`])
    expect((await (await files.clientOf()).from('desk').listV2()).data?.objects).toEqual([])
  })

  test('thousands of entries of a folder, over more than one step', async () => {
    const all = await pages({ prefix: `${ADA}/`, with_delimiter: true }, { bucket: 'full', limit: 700, person: ADA })
    expect(all.length).toBe(3_000)
    expect(new Set(all).size).toBe(3_000)
    expect(all.filter((name) => name.endsWith('/')).length).toBe(30)
    const byTime = await pages(
      { prefix: `${ADA}/`, sortBy: { column: 'created_at', order: 'desc' } },
      { bucket: 'full', limit: 900 },
    )
    expect([byTime.length, byTime[0]]).toEqual([3_000, `${ADA}/003000/in.txt`])
  })

  test('a page is read from the index, under policies too', async () => {
    const plan = await files.db.database.as(identityOf(ADA), async (tx) => {
      await tx.query('set local enable_bitmapscan = off')
      await tx.query('set local enable_sort = off')
      const { rows } = await tx.query(`explain select o.name from storage.objects o where o.bucket_id = 'full'
        and o.name collate "C" >= '${ADA}/001500.txt' and o.name collate "C" < '${ADA}/' || U&'\\+10FFFF'
        order by o.bucket_id, o.name collate "C" limit 1000`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/Index.* using objects_by_name/)
    expect(plan).toMatch(/Index Cond: .*name >= /)
    expect(plan).not.toContain('Sort')
  })

  test.each([
    ['created_at', 'objects_by_created_at'],
    ['updated_at', 'objects_by_updated_at'],
  ])('a page of a folder by %s is read from its index and not sorted', async (column, index) => {
    const plan = await files.db.database.as(identityOf(ADA), async (tx) => {
      await tx.query('set local enable_bitmapscan = off')
      await tx.query('set local enable_sort = off')
      const { rows } = await tx.query(`explain select o.name from storage.objects o where o.bucket_id = 'full'
        and o.folder = '${ADA}/' and (o.${column}, o.name collate "C") < (now(), 'x')
        order by o.bucket_id desc, o.folder desc, o.${column} desc, o.name collate "C" desc limit 1000`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(new RegExp(`Index.* Backward using ${index}`))
    expect(plan).toMatch(/Index Cond: .*ROW\(/)
    expect(plan).not.toContain('Sort')
  })

  test('a folder by time reads as many rows as the page has, wherever it begins', async () => {
    const owner = await files.db.owner.connect()
    try {
      const read = async () => {
        const { rows } = await owner.query(`
          select pg_stat_get_xact_tuples_fetched(t) + pg_stat_get_xact_tuples_returned(t) as n from (select 'storage.objects'::regclass as t) o`)
        return Number(rows[0].n)
      }
      await owner.query('begin')
      const page = `select count(*) from storage.list_folder_by_time('full', '${ADA}/', 'created_at', true, '2026-01-01 00:00:00.0015+00', 'x', 10)`
      const before = await read()
      expect((await owner.query(page)).rows).toEqual([{ count: 10n }])
      expect((await read()) - before).toBeLessThan(50)
      await owner.query('rollback')
    } finally {
      owner.release()
    }
  })

  test('refuses what is no list', async () => {
    const headers = { apikey: KEYS.secret }
    for (const body of [
      '{"limit":0}',
      '{"limit":1001}',
      '{"cursor":"x"}',
      `{"cursor":"${Buffer.from('{"name":"a","time":"now"}').toString('base64url')}"}`,
      '{"sortBy":{"column":"metadata"}}',
      '{"prefix":5}',
      '{"prefix":"\\u0000"}',
      '[]',
    ]) {
      const sent = await files.handle(new Request(`${SITE}/object/list-v2/desk`, { method: 'POST', headers, body }))
      expect([body, sent.status]).toEqual([body, 400])
    }
  })
})

describe('list', () => {
  test('searches, sorts and pages in a folder', async () => {
    const list = async (...args: Parameters<ReturnType<ReturnType<TestFiles['secret']>['from']>['list']>) =>
      (
        await files
          .secret()
          .from('desk')
          .list(...args)
      ).data?.map(({ name }) => name)
    expect(await list('b')).toEqual(['1.txt', '2.txt', 'deep'])
    expect(await list('b', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual(['deep', '1.txt', '2.txt'])
    expect(await list('', { search: 'B' })).toEqual(['b', 'b0', 'b0', 'b-1.txt'].toSorted())
    expect(await list('b', { limit: 1, offset: 1 })).toEqual(['2.txt'])
    expect(await list('%')).toEqual([])
    const byTime = (order: string) => list('', { sortBy: { column: 'created_at', order }, limit: 1_000 })
    const topFolders = [`${ADA}`, `${BOLA}`, 'b', 'b0', 'é']
    expect(await byTime('asc')).toEqual([...topFolders, 'c', 'b0', 'b-1.txt', 'a.txt', 'Z.txt'])
    expect(await byTime('desc')).toEqual([...topFolders, 'Z.txt', 'a.txt', 'b-1.txt', 'b0', 'c'])
    const page = { sortBy: { column: 'updated_at', order: 'asc' }, limit: 3, offset: 4 }
    expect(await list('', page)).toEqual(['é', 'Z.txt', 'a.txt'])
    expect(await list('', { ...page, offset: 6 })).toEqual(['a.txt', 'b-1.txt', 'b0'])
    const folder = (await files.secret().from('desk').list('b', { search: 'deep' })).data?.[0]
    expect(folder).toMatchObject({ id: null, metadata: null, created_at: null })
  })
})
