import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { PostgrestClient, PostgrestError } from '@supabase/postgrest-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'
import { author, book, type Library, openLibrary, person } from '../library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({}, ['protocol/calls.sql'])
})
beforeEach(async () => {
  await library.test.owner.query('delete from library.copies where id > 4; delete from library.labels where id > 2')
})
afterAll(async () => {
  expect(library.faults).toEqual([])
  await library.drop()
})

const reader = () => library.as()
const writer = () => library.as(person(1))
type Rows = PromiseLike<{ data: object[] | null; error: { code: string } | null }>
const ids = async (query: Rows) => {
  const { data, error } = await query
  return error?.code ?? data?.map((row) => Object.values(row)[0])
}

describe('filters', () => {
  const copies = () => reader().from('copies').select('id').order('id')
  const books = () => reader().from('books').select('pages').order('pages')
  test.each<[string, () => Rows, unknown]>([
    ['eq', () => copies().eq('shelf', 3), [1]],
    ['neq', () => copies().neq('shelf', 3), [2, 3, 4]],
    ['gt and lte', () => copies().gt('shelf', 3).lte('shelf', 7), [2, 3]],
    ['gte and lt', () => copies().gte('shelf', 3).lt('shelf', 7), [1, 2]],
    ['like', () => books().like('title', '%ice'), [120]],
    ['likeAllOf', () => books().likeAllOf('title', ['R%', '%e']), [120]],
    ['likeAnyOf', () => books().likeAnyOf('title', ['R%', 'B%']), [120, 300]],
    ['ilike', () => books().ilike('title', 'r%'), [120]],
    ['ilikeAllOf', () => books().ilikeAllOf('title', ['r%', '%E']), [120]],
    ['ilikeAnyOf', () => books().ilikeAnyOf('title', ['r%', 'b%']), [120, 300]],
    ['regexMatch', () => books().regexMatch('title', '^R.d '), [120]],
    ['regexIMatch', () => books().regexIMatch('title', '^r.D '), [120]],
    ['is null', () => copies().is('book_id', null), [4]],
    ['is true', () => books().is('in_print', true), [50, 120]],
    ['isDistinct', () => copies().isDistinct('book_id', book(1)), [3, 4]],
    ['isDistinct from null', () => copies().isDistinct('subject_id', 'null'), '22P02'],
    ['in', () => copies().in('shelf', [3, 9, 100]), [1, 4]],
    ['in of one value with a comma', () => books().in('title', ['Counting, (fast)']), [80]],
    ['notIn', () => copies().notIn('shelf', [3, 9]), [2, 3]],
    ['contains a list', () => books().contains('tags', ['food', 'red']), [120]],
    ['contains JSON', () => books().contains('data', { a: { b: [2] } }), [120]],
    ['contains a range', () => books().contains('span', '[2,3)'), [120]],
    ['containedBy', () => books().containedBy('tags', ['sad']), [50, 80]],
    ['rangeLt', () => books().rangeLt('span', '[15,30)'), [120]],
    ['rangeGt', () => books().rangeGt('span', '[1,15)'), [50]],
    ['rangeGte', () => books().rangeGte('span', '[10,20)'), [50, 300]],
    ['rangeLte', () => books().rangeLte('span', '[1,20)'), [120, 300]],
    ['rangeAdjacent', () => books().rangeAdjacent('span', '[20,30)'), [50, 300]],
    ['overlaps a list', () => books().overlaps('tags', ['red', 'sad']), [50, 120]],
    ['overlaps a range', () => books().overlaps('span', '[5,12)'), [120, 300]],
    ['textSearch', () => books().textSearch('search', 'rice'), [120]],
    ['textSearch with a language', () => books().textSearch('title', 'rices', { config: 'english' }), [120]],
    ['plain text search', () => books().textSearch('title', 'red rices', { type: 'plain', config: 'english' }), [120]],
    ['phrase search', () => books().textSearch('title', 'red rice', { type: 'phrase' }), [120]],
    ['web search', () => books().textSearch('title', 'yam or rice', { type: 'websearch' }), [120, 300]],
    ['an unknown language', () => books().textSearch('title', 'a', { config: 'klingon' }), '42704'],
    ['match', () => copies().match({ shelf: 3, note: 'new' }), [1]],
    ['not', () => copies().not('shelf', 'in', '(3,5)'), [3, 4]],
    ['not is null', () => copies().not('book_id', 'is', null), [1, 2, 3]],
    ['or', () => copies().or('shelf.eq.3,and(shelf.gt.5,book_id.is.null)'), [1, 4]],
    ['nested or and not', () => copies().or('not.and(shelf.gte.5,shelf.lte.7),shelf.not.gt.3'), [1, 4]],
    ['filter', () => copies().filter('shelf', 'gt', 7), [4]],
    ['JSON path', () => books().eq('data->>kind', 'food'), [120, 300]],
    ['JSON path with an index', () => books().eq('data->a->b->>1', '2'), [120]],
    ['computed column', () => books().eq('shouting', 'RED RICE'), [120]],
    [
      'filter on a resource',
      () => reader().from('copies').select('id, books!inner()').eq('books.title', 'Blue yam'),
      [3],
    ],
    [
      'or on a resource',
      () =>
        reader().from('copies').select('id, books!inner()').or('pages.eq.300,pages.eq.1', { referencedTable: 'books' }),
      [3],
    ],
    ['anti-join', () => reader().from('copies').select('id, books()').is('books', null), [4]],
    ['semi-join', () => reader().from('copies').select('id, books()').not('books', 'is', null).order('id'), [1, 2, 3]],
    [
      'or over resources',
      () =>
        reader().from('copies').select('id, books(), subjects()').or('books.is.null,subjects.not.is.null').order('id'),
      [1, 2, 3, 4],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await ids(query())).toEqual(expected)
  })

  test('quoted names and reserved characters', async () => {
    const odd = () => reader().from('odd "name')
    expect((await odd().select('"a.b,c(d)\\"e", order')).data).toEqual([{ 'a.b,c(d)"e': 'odd', order: 7 }])
    expect((await odd().select('id').eq('"a.b,c(d)\\"e"', 'odd')).data).toEqual([{ id: 1 }])
    expect((await odd().select('id').or('"a.b,c(d)\\"e".eq."odd"')).data).toEqual([{ id: 1 }])
    const quoted = await reader()
      .from('books')
      .select('pages')
      .or('title.eq."Orphan \\"tale\\"",title.eq."Counting, (fast)"')
    expect(quoted.data?.map(({ pages }) => pages).sort()).toEqual([50, 80])
  })
})

describe('select, order and pages', () => {
  test('aliases, casts and JSON paths', async () => {
    const { data } = await reader()
      .from('books')
      .select('name:title, pages::text, data->a->b->0, kind:data->>kind, copies::text')
      .eq('id', book(1))
      .single()
    expect(data).toEqual({ name: 'Red rice', pages: '120', b: 1, kind: 'food', copies: '9007199254740993' })
  })

  test('order by several columns, JSON, nulls and embedded columns', async () => {
    const books = () => reader().from('books').select('pages')
    expect(await ids(books().order('mood', { nullsFirst: true }).order('pages', { ascending: false }))).toEqual([
      80, 120, 50, 300,
    ])
    expect(await ids(books().order('data->>kind', { nullsFirst: false }).order('pages'))).toEqual([120, 300, 50, 80])
    expect(await ids(books().order('mood', { nullsFirst: false, ascending: false }).order('pages'))).toEqual([
      300, 50, 120, 80,
    ])
    const byAuthor = await reader()
      .from('books')
      .select('pages, authors!author_id(full_name)')
      .order('authors(full_name)', { ascending: false })
      .order('pages')
    expect(byAuthor.data?.map(({ pages }) => pages)).toEqual([50, 80, 120, 300])
    const inside = await reader()
      .from('authors')
      .select('books!author_id(title)')
      .eq('id', author(1))
      .order('title', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
    expect(inside.data).toEqual([{ books: [{ title: 'Red rice' }] }])
    const ranged = await reader()
      .from('authors')
      .select('books!author_id(title)')
      .eq('id', author(1))
      .order('title', { foreignTable: 'books' })
      .range(1, 1, { foreignTable: 'books' })
    expect(ranged.data).toEqual([{ books: [{ title: 'Red rice' }] }])
  })

  test('limit, range, counts and heads', async () => {
    const page = await reader().from('copies').select('id', { count: 'exact' }).order('id').range(1, 2)
    expect([page.status, page.count, page.data]).toEqual([206, 4, [{ id: 2 }, { id: 3 }]])
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const head = await reader().from('copies').select('*', { count, head: true })
      expect([head.status < 300, head.data, typeof head.count]).toEqual([true, null, 'number'])
    }
    const beyond = await reader().from('copies').select('id', { count: 'exact' }).range(9, 10)
    expect([beyond.status, beyond.error?.code, beyond.error?.details]).toEqual([
      416,
      'PGRST103',
      'An offset of 9 was requested, but there are only 4 rows.',
    ])
    const header = await library.fetch('/copies?select=id&order=id', {
      headers: { range: '1-2', 'range-unit': 'items' },
    })
    expect([header.status, header.headers.get('content-range'), await header.json()]).toEqual([
      200,
      '1-2/*',
      [{ id: 2 }, { id: 3 }],
    ])
  })

  test('single, maybeSingle, csv, stripNulls and geojson', async () => {
    expect((await reader().from('copies').select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    const several = await reader().from('copies').select('id').single()
    expect([several.status, several.error?.code]).toEqual([406, 'PGRST116'])
    const none = await reader().from('copies').select('id').eq('id', 0).maybeSingle()
    expect([none.status, none.data, none.error]).toEqual([200, null, null])
    expect((await reader().from('copies').select('id').maybeSingle()).error?.code).toBe('PGRST116')
    expect((await reader().from('copies').select('id, note').limit(2).order('id').csv()).data).toBe(
      'id,note\n1,new\n2,new',
    )
    expect((await reader().from('copies').select('*').eq('id', 4).stripNulls()).data).toEqual([
      { id: 4, shelf: 9, note: 'new', seen: '2026-01-01' },
    ])
    expect((await reader().from('copies').select('id, book_id').eq('id', 4).single().stripNulls()).data).toEqual({
      id: 4,
    })
    const map = await reader().from('copies').select().geojson()
    expect([map.status, map.error]).toMatchObject([
      406,
      { code: 'PGRST107', message: 'None of these media types are available: application/geo+json' },
    ])
  })

  test('many to many, hints and ambiguity', async () => {
    const { data } = await reader()
      .from('books')
      .select('title, labels(name), editor:authors!books_editor_fkey(full_name)')
      .eq('id', book(1))
      .single()
    expect(data).toEqual({
      title: 'Red rice',
      labels: [{ name: 'classic' }, { name: 'short' }],
      editor: { full_name: 'Bola' },
    })
    const byColumn = await reader()
      .from('books')
      .select('author_id(full_name), editor_id(full_name)')
      .eq('id', book(1))
      .single()
    expect(byColumn.data).toEqual({ author_id: { full_name: 'Ada' }, editor_id: { full_name: 'Bola' } })
    const join = await reader().from('books').select('labels!book_labels(name)').eq('id', book(3)).single()
    expect(join.data).toEqual({ labels: [{ name: 'short' }] })
    const unclear = await reader().from('books').select('authors(full_name)')
    expect([unclear.status, unclear.error]).toMatchObject([
      300,
      {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
      },
    ])
  })
})

describe('writes', () => {
  test('one, several, with columns and defaults', async () => {
    const copies = () => writer().from('copies')
    expect((await copies().insert({ id: 5, shelf: 1 }).select('id, note').single()).data).toEqual({
      id: 5,
      note: 'new',
    })
    const several = await copies()
      .insert(
        [
          { id: 6, shelf: 1 },
          { id: 7, shelf: 2, note: 'old' },
        ],
        { count: 'exact' },
      )
      .select('id, note')
    expect([several.status, several.count, several.data]).toEqual([
      201,
      2,
      [
        { id: 6, note: null },
        { id: 7, note: 'old' },
      ],
    ])
    const filled = await copies()
      .insert(
        [
          { id: 8, shelf: 1 },
          { id: 9, shelf: 2, note: 'old' },
        ],
        { defaultToNull: false },
      )
      .select('id, note')
    expect(filled.data).toEqual([
      { id: 8, note: 'new' },
      { id: 9, note: 'old' },
    ])
    const columns = await library.fetch('/copies?columns=id,shelf&select=note', {
      method: 'POST',
      who: person(1),
      body: '[{"id":10,"shelf":1,"note":"left out","unknown":1}]',
      headers: { prefer: 'return=representation' },
    })
    expect(await columns.json()).toEqual([{ note: 'new' }])
    const unknown = await copies().insert({ id: 11, shelf: 1, colour: 'red' })
    expect([unknown.status, unknown.error?.code, unknown.error?.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'colour' column of 'copies' in the schema cache",
    ])
  })

  test('upserts merge or skip, with counts and defaults', async () => {
    const labels = () => writer().from('labels')
    const merged = await labels()
      .upsert({ name: 'classic', status: 'old' }, { onConflict: 'name', count: 'exact' })
      .select('id, status')
    expect([merged.status, merged.count, merged.data]).toEqual([200, 1, [{ id: 1, status: 'old' }]])
    const skipped = await labels()
      .upsert([{ name: 'classic' }, { name: 'fresh' }], { onConflict: 'name', ignoreDuplicates: true })
      .select('name')
    expect([skipped.status, skipped.data]).toEqual([201, [{ name: 'fresh' }]])
    const filled = await labels()
      .upsert(
        [
          { id: 1, name: 'classic', note: 'a' },
          { id: 300, name: 'third' },
        ],
        { defaultToNull: false },
      )
      .select('id, status, note')
    expect(filled.data).toContainEqual({ id: 300, status: 'new', note: null })
  })

  test('changes and removals, with counts and maxAffected', async () => {
    const copies = () => writer().from('copies')
    await copies().insert([
      { id: 5, shelf: 50 },
      { id: 6, shelf: 50 },
    ])
    const changed = await copies().update({ note: 'seen' }, { count: 'exact' }).eq('shelf', 50).select('id').order('id')
    expect([changed.status, changed.count, changed.data]).toEqual([200, 2, [{ id: 5 }, { id: 6 }]])
    expect((await copies().update({ note: 'x' }).eq('id', 0)).status).toBe(204)
    const tooMany = await copies().delete().eq('shelf', 50).maxAffected(1)
    expect([tooMany.status, tooMany.error?.code, tooMany.error?.details]).toEqual([
      400,
      'PGRST124',
      'The query affects 2 rows',
    ])
    expect((await copies().delete({ count: 'exact' }).eq('shelf', 50).maxAffected(2)).count).toBe(2)
    expect((await writer().rpc('numbers', { n: 3 }).maxAffected(2)).error?.code).toBe('PGRST124')
    expect((await writer().rpc('numbers', { n: 2 }).maxAffected(2)).data).toEqual([1, 2])
    const value = await writer().rpc('greet', {}).maxAffected(2)
    expect([value.status, value.error?.code]).toEqual([400, 'PGRST128'])
    const single = await copies().update({ note: 'y' }).in('id', [1, 2]).select().single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
    expect((await copies().select('note').eq('id', 1).single()).data).toEqual({ note: 'new' })
  })

  test('return=headers-only and timezone', async () => {
    const answer = await library.fetch('/copies', {
      method: 'POST',
      who: person(1),
      body: '{"id":12,"shelf":1}',
      headers: { prefer: 'return=headers-only' },
    })
    expect([
      answer.status,
      answer.headers.get('location'),
      answer.headers.get('preference-applied'),
      await answer.text(),
    ]).toEqual([201, '/copies?id=eq.12', 'return=headers-only', ''])
    const zone = async (prefer: string) =>
      (await library.fetch('/books?select=published_at&title=eq.Blue yam', { headers: { prefer } })).json()
    expect(await zone('timezone=Africa/Lagos')).toEqual([{ published_at: '2026-02-02T01:00:00+01:00' }])
    expect(await zone('timezone=Mars/Base')).toEqual([{ published_at: '2026-02-02T00:00:00+00:00' }])
    expect(await zone('handling=strict, timezone=Mars/Base')).toMatchObject({ code: 'PGRST122' })
    const called = await library.fetch('/rpc/zone', { headers: { prefer: 'timezone=Africa/Lagos' } })
    expect(await called.json()).toBe('Africa/Lagos')
  })
})

describe('options of the client itself', () => {
  test('throwOnError, abortSignal and setHeader', async () => {
    await expect(reader().from('nowhere').select().throwOnError()).rejects.toBeInstanceOf(PostgrestError)
    const server = createAdaptorServer({ fetch: (request) => library.handle(request) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const far = new PostgrestClient(`http://127.0.0.1:${port}/rest/v1`, { schema: 'library' as 'public' })
    expect((await far.from('books').select('id')).data).toHaveLength(4)
    const slow = await far.rpc('slow').abortSignal(AbortSignal.timeout(100))
    expect([slow.status, slow.data, slow.error?.message]).toEqual([0, null, expect.stringMatching(/abort|timeout/i)])
    expect((await far.from('books').select('id')).status).toBe(200)
    await new Promise((resolve) => server.close(resolve))
    expect((await reader().rpc('who').setHeader('x-tried', 'yes')).data).toMatchObject({ agent: 'yes' })
  })

  test('object arguments of a head are posted for a minimal answer', async () => {
    const head = await reader().rpc('take_json', { a: { b: 1 } }, { head: true, count: 'exact' })
    expect([head.status, head.data, head.count]).toEqual([204, null, 1])
    const rows = await reader().rpc('take_jsonb', { a: { b: 1 } }, { head: true })
    expect([rows.status, rows.data]).toEqual([204, null])
  })

  test('reads are repeated when the server is busy', async () => {
    const busy = await openLibrary({
      reading: {
        readerOf: () => 'all',
        take: async () => 0,
        anonymous: createConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, maxQueuedPerGroup: 0 }),
        heavy: createConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, maxQueuedPerGroup: 0 }),
      },
    })
    const seen: string[] = []
    const client = new PostgrestClient('http://tables.test/rest/v1', {
      schema: 'library' as 'public',
      fetch: async (input, init) => {
        const answer = await busy.handle(new Request(input as string, init))
        seen.push(`${answer.status} ${new Headers(init?.headers).get('x-retry-count') ?? 0}`)
        return answer
      },
    })
    const both = await Promise.all([client.from('books').select('id'), client.from('authors').select('id')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(seen.toSorted()).toEqual(['200 0', '200 1', '503 0'])
    await busy.drop()
  })
})
