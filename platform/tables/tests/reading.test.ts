import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { author, book, type Library, openLibrary } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

describe('the calls of the product, translated', () => {
  test('single() returns an object', async () => {
    const { data, status } = await library.as().from('authors').select('id, full_name').eq('id', author(1)).single()
    expect(status).toBe(200)
    expect(data).toEqual({ id: author(1), full_name: 'Ada' })
  })

  test('single() refuses none and several with 406', async () => {
    const none = await library.as().from('authors').select('id').eq('full_name', 'Zed').single()
    expect(none.status).toBe(406)
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    })
    const several = await library.as().from('authors').select('id').single()
    expect(several.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 3 rows' })
  })

  test('maybeSingle() returns null for none', async () => {
    const { data, error } = await library.as().from('authors').select('id').eq('full_name', 'Zed').maybeSingle()
    expect([data, error]).toEqual([null, null])
  })

  test('nests to-one objects two levels deep', async () => {
    const { data } = await library
      .as()
      .from('book_labels')
      .select('label_id, book:books(title, author:authors!author_id(full_name))')
      .eq('label_id', 1)
    expect(data).toEqual([{ label_id: 1, book: { title: 'Red rice', author: { full_name: 'Ada' } } }])
  })

  test('returns null for a to-one that is missing or hidden', async () => {
    const { data } = await library.as().from('books').select('title, author:authors!author_id(id)').eq('id', book(4))
    expect(data).toEqual([{ title: 'Orphan "tale"', author: null }])
  })

  test('counts inside a resource by the column named count', async () => {
    const { data } = await library
      .as()
      .from('authors')
      .select('full_name, points, books:books!author_id(count)')
      .order('points', { ascending: false })
      .order('count', { referencedTable: 'books', ascending: false })
      .limit(10)
    expect(data).toEqual([
      { full_name: 'Chi', points: 70, books: [{ count: 0 }] },
      { full_name: 'Ada', points: 50, books: [{ count: 2 }] },
      { full_name: 'Bola', points: 30.25, books: [{ count: 1 }] },
    ])
  })

  test('orders inside an aliased resource by its own name too', async () => {
    const { status, data } = await library
      .as()
      .from('authors')
      .select('full_name, works:books!author_id(count)')
      .order('count', { referencedTable: 'books', ascending: false })
      .eq('full_name', 'Ada')
    expect([status, data]).toEqual([200, [{ full_name: 'Ada', works: [{ count: 2 }] }]])
  })

  test('reads a unique or primary foreign key as one object, a list otherwise, and lists through a join table', async () => {
    const { data } = await library
      .as()
      .from('authors')
      .select('full_name, metrics:author_metrics(*), books!author_id(title, labels(id, name))')
      .eq('id', author(1))
      .order('title', { referencedTable: 'books' })
      .order('id', { referencedTable: 'books.labels', ascending: false })
    expect(data).toEqual([
      {
        full_name: 'Ada',
        metrics: { author_id: author(1), rating: 4.5 },
        books: [
          { title: 'Blue yam', labels: [] },
          {
            title: 'Red rice',
            labels: [
              { id: 2, name: 'short' },
              { id: 1, name: 'classic' },
            ],
          },
        ],
      },
    ])
  })

  test('a counted page with an inner resource, filters on it, a list and a search', async () => {
    const { data, count, status, error } = await library
      .as()
      .from('books')
      .select('title, author:authors!author_id!inner(full_name)', { count: 'exact' })
      .eq('author.city', 'Lagos')
      .ilike('title', '%r%')
      .in('mood', ['calm', 'wild'])
      .order('title', { ascending: false })
      .range(0, 0)
    expect(error).toBeNull()
    expect([status, count, data]).toEqual([200, 1, [{ title: 'Red rice', author: { full_name: 'Ada' } }]])
    const part = await library.fetch('/books?select=title&order=title.asc&offset=1&limit=2', {
      headers: { prefer: 'count=exact' },
    })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('1-2/4')
    expect(part.headers.get('preference-applied')).toBe('count=exact')
    expect(part.headers.get('content-location')).toBe('/books?select=title&order=title.asc&offset=1&limit=2')
    expect(part.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('HEAD counts without a body', async () => {
    const answer = await library.as().from('books').select('*', { count: 'exact', head: true })
    expect([answer.status, answer.count, answer.data]).toEqual([200, 4, null])
    const raw = await library.fetch('/books?select=*', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([raw.headers.get('content-range'), await raw.text()]).toEqual(['0-3/4', ''])
  })

  test('keeps PostgreSQL’s formats', async () => {
    const raw = await library.fetch(`/books?select=copies,price,published_at,mood,tags,data,span&id=eq.${book(1)}`)
    expect(await raw.text()).toBe(
      '[{"copies":9007199254740993,"price":12.50,"published_at":"2026-01-02T03:04:05.678+00:00","mood":"calm","tags":["food","red"],"data":{"a": {"b": [1, 2]}, "kind": "food"},"span":"[1,10)"}]',
    )
  })
})

describe('ranges', () => {
  test('an empty page', async () => {
    const empty = await library.fetch('/books?title=eq.none')
    expect([empty.status, empty.headers.get('content-range'), await empty.text()]).toEqual([200, '*/*', '[]'])
    const counted = await library.fetch('/books?title=eq.none', { headers: { prefer: 'count=exact' } })
    expect([counted.status, counted.headers.get('content-range')]).toEqual([200, '*/0'])
  })

  test('an offset beyond a counted total', async () => {
    const { status, error } = await library.as().from('books').select('*', { count: 'exact' }).range(60, 70)
    expect(status).toBe(416)
    expect(error).toMatchObject({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 60 was requested, but there are only 4 rows.',
    })
    const raw = await library.fetch('/books?offset=60', { headers: { prefer: 'count=exact' } })
    expect([raw.status, raw.headers.get('content-range')]).toEqual([416, '*/4'])
    expect((await library.fetch('/books?offset=60')).status).toBe(200)
    expect((await library.fetch('/books?limit=-1')).status).toBe(416)
  })

  test('the Range header', async () => {
    const part = await library.fetch('/books?order=title', { headers: { range: '1-1', prefer: 'count=exact' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, '1-1/4'])
    expect((await library.fetch('/books', { headers: { range: '5-2' } })).status).toBe(416)
  })

  test('planned and estimated counts', async () => {
    const planned = await library.as().from('books').select('*', { count: 'planned' })
    expect(planned.count).toBeGreaterThan(0)
    const estimated = await library.as().from('books').select('*', { count: 'estimated' })
    expect(estimated.count).toBe(4)
  })
})

describe('select', () => {
  const ask = async (path: string) => (await library.fetch(path)).json()

  test('aliases, casts and JSON paths', async () => {
    expect(
      await ask(`/books?select=name:title,price::text,data->a->b->0,kind:data->>kind,data->a->b->>1&id=eq.${book(1)}`),
    ).toEqual([{ name: 'Red rice', price: '12.50', b: 2, kind: 'food' }].map((row) => ({ ...row, b: '2' })))
  })

  test('computed columns, quoted names and spreads', async () => {
    expect(await ask(`/books?select=shouting,...authors!author_id(writer:full_name)&id=eq.${book(1)}`)).toEqual([
      { shouting: 'RED RICE', writer: 'Ada' },
    ])
    expect(
      await ask(
        `/odd%20%22name?select="a.b,c(d)\\"e","order"&"order"=eq.7`.replace('/odd%20%22name', '/odd%20%22name'),
      ),
    ).toEqual([{ 'a.b,c(d)"e': 'odd', order: 7 }])
  })

  test('spreads of lists become arrays', async () => {
    expect(await ask(`/books?select=title,...labels(name)&id=eq.${book(1)}&labels.order=name`)).toEqual([
      { title: 'Red rice', name: ['classic', 'short'] },
    ])
  })

  test('resources named by foreign key, by column, and of the table itself', async () => {
    expect(
      await ask(`/books?select=editor:books_editor_fkey(full_name),writer:author_id(full_name)&id=eq.${book(1)}`),
    ).toEqual([{ editor: { full_name: 'Bola' }, writer: { full_name: 'Ada' } }])
    expect(
      await ask(
        `/authors?select=full_name,mentor:mentor_id(full_name),pupils:authors!mentor_id(full_name)&full_name=in.(Ada,Bola)&order=full_name`,
      ),
    ).toEqual([
      { full_name: 'Ada', mentor: null, pupils: [{ full_name: 'Bola' }, { full_name: 'Chi' }] },
      { full_name: 'Bola', mentor: { full_name: 'Ada' }, pupils: [] },
    ])
  })

  test('views inherit the keys of their tables', async () => {
    expect(await ask('/cheap_books?select=title,author:authors(full_name)&order=price&limit=1')).toEqual([
      { title: 'Counting, (fast)', author: { full_name: 'Bola' } },
    ])
    expect(await ask(`/authors?select=cheap_books(title)&id=eq.${author(1)}`)).toEqual([
      { cheap_books: [{ title: 'Red rice' }] },
    ])
  })

  test('a filtered embed without columns puts the rows that have it first', async () => {
    const books = (await ask('/books?select=title,author:author_id(full_name)&order=title')) as {
      title: string
      author: { full_name: string } | null
    }[]
    const isNear = ({ author: writer }: (typeof books)[number]) => writer?.full_name === 'Bola'
    const expected = [...books.filter(isNear), ...books.filter((one) => !isNear(one))].map(({ title }) => ({ title }))
    expect(
      await ask('/books?select=title,near:author_id()&near.full_name=eq.Bola&order=near(full_name).nullslast,title'),
    ).toEqual(expected)
    expect(expected).not.toEqual(books.map(({ title }) => ({ title })))
  })

  test('inner lists, tests for absence and order by a to-one', async () => {
    expect(
      await ask('/authors?select=full_name,books!author_id!inner(title)&books.pages=gt.100&books.order=title'),
    ).toEqual([{ full_name: 'Ada', books: [{ title: 'Blue yam' }, { title: 'Red rice' }] }])
    expect(await ask('/authors?select=full_name,books!author_id()&books=is.null')).toEqual([{ full_name: 'Chi' }])
    expect(await ask('/authors?select=full_name,books!author_id()&books=not.is.null&order=full_name')).toEqual([
      { full_name: 'Ada' },
      { full_name: 'Bola' },
    ])
    const ordered = await ask(
      '/books?select=title,author:author_id(full_name)&order=author(full_name).desc.nullslast,title',
    )
    expect(ordered.map((row: { title: string }) => row.title)).toEqual([
      'Counting, (fast)',
      'Blue yam',
      'Red rice',
      'Orphan "tale"',
    ])
  })

  test('limits, offsets and trees inside a resource', async () => {
    expect(
      await ask(
        `/authors?select=books!author_id(title)&id=eq.${author(1)}&books.order=title&books.limit=1&books.offset=1`,
      ),
    ).toEqual([{ books: [{ title: 'Red rice' }] }])
    expect(
      await ask(`/authors?select=books!author_id(title)&id=eq.${author(1)}&books.or=(pages.gt.200,title.eq.x)`),
    ).toEqual([{ books: [{ title: 'Blue yam' }] }])
  })

  test('CSV, stripped nulls and the count of a whole table', async () => {
    const csv = await library.as().from('books').select('title,price').order('price').limit(2).csv()
    expect(csv.data).toBe('title,price\n"Counting, (fast)",8.00\n"Red rice",12.50')
    const stripped = await library.as().from('books').select('title,mood').eq('id', book(3)).stripNulls()
    expect(stripped.data).toEqual([{ title: 'Counting, (fast)' }])
    expect(await ask('/books?select=count')).toEqual([{ count: 4 }])
  })

  test('aggregates are refused unless switched on', async () => {
    const refused = await library.fetch('/books?select=pages.sum()')
    expect(await refused.json()).toMatchObject({ code: 'PGRST123' })
    const open = await openLibrary({ areAggregatesOn: true })
    const sums = await open.fetch('/books?select=author_id,pages.sum(),n:count()&author_id=not.is.null&order=author_id')
    expect(await sums.json()).toEqual([
      { author_id: author(1), sum: 420, n: 2 },
      { author_id: author(2), sum: 80, n: 1 },
    ])
    const nested = await open.fetch(
      '/authors?select=full_name,books!author_id(mood,price.avg()::int)&order=full_name&books.order=mood',
    )
    expect((await nested.json())[0]).toEqual({
      full_name: 'Ada',
      books: [
        { mood: 'calm', avg: 13 },
        { mood: 'wild', avg: 25 },
      ],
    })
    await open.drop()
  })

  test('at most maxRows rows, at every level', async () => {
    const small = await openLibrary({ maxRows: 1 })
    expect(await (await small.fetch('/books?limit=3')).json()).toHaveLength(1)
    const [first] = await (await small.fetch(`/authors?select=books!author_id(id)&id=eq.${author(1)}`)).json()
    expect(first.books).toHaveLength(1)
    const counted = await small.fetch('/books', { headers: { prefer: 'count=estimated' } })
    expect(counted.status).toBe(206)
    await small.drop()
  })

  test('an estimated count is exact up to maxCountedRows', async () => {
    const far = await openLibrary({ maxRows: 1, maxCountedRows: 4 })
    const counted = await far.fetch('/books', { headers: { prefer: 'count=estimated' } })
    expect(counted.headers.get('content-range')).toBe('0-0/4')
    await far.drop()
  })

  test('rows beyond an estimate that is too low are read', async () => {
    const far = await openLibrary({ maxCountedRows: 1 })
    const path = '/books?pages=gt.0&pages=lt.100000&title=not.is.null&title=neq.x&order=id&limit=1'
    const headers = { prefer: 'count=estimated' }
    const [last, beyond] = [
      await far.fetch(`${path}&offset=3`, { headers }),
      await far.fetch(`${path}&offset=400`, { headers }),
    ]
    expect([last.status, last.headers.get('content-range'), (await last.json()).length]).toEqual([206, '3-3/4', 1])
    expect(beyond.status).toBe(416)
    await far.drop()
  })
})
