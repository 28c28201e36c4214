import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, openLibrary } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

async function titles(query: string): Promise<unknown> {
  const answer = await library.fetch(`/books?select=title&order=title&${query}`)
  const body = await answer.json()
  if (!Array.isArray(body)) return body
  return body.map((row: { title: string }) => row.title.split(/[ ,]/)[0]).join(' ')
}

describe('every operator', () => {
  test.each([
    ['title=eq.Red rice', 'Red'],
    ['title=neq.Red rice', 'Blue Counting Orphan'],
    ['pages=gt.120', 'Blue'],
    ['pages=gte.120', 'Blue Red'],
    ['pages=lt.80', 'Orphan'],
    ['pages=lte.80', 'Counting Orphan'],
    ['title=like.*ice', 'Red'],
    ['title=like.%25ice', 'Red'],
    ['title=ilike.RED*', 'Red'],
    ['title=match.^R', 'Red'],
    ['title=imatch.^r', 'Red'],
    ['pages=in.(50,80)', 'Counting Orphan'],
    ['pages=in.()', ''],
    ['title=in.("Counting, (fast)","Orphan \\"tale\\"")', 'Counting Orphan'],
    ['title=in.(Orphan "tale")', 'Orphan'],
    ['title=not.in.(Red rice,Blue yam)', 'Counting Orphan'],
    ['mood=is.null', 'Counting'],
    ['mood=is.not_null', 'Blue Orphan Red'],
    ['mood=not.is.null', 'Blue Orphan Red'],
    ['in_print=is.true', 'Orphan Red'],
    ['in_print=is.FALSE', 'Blue'],
    ['in_print=is.unknown', 'Counting'],
    ['mood=isdistinct.calm', 'Blue Counting'],
    ['tags=cs.{food}', 'Blue Red'],
    ['tags=cd.{food,red,sad}', 'Blue Counting Orphan Red'],
    ['tags=ov.{red,sad}', 'Orphan Red'],
    ['data=cs.{"kind":"food"}', 'Blue Red'],
    ['span=sl.[9,30)', ''],
    ['span=sl.[15,30)', 'Red'],
    ['span=sr.[1,15)', 'Orphan'],
    ['span=nxr.[1,20)', 'Blue Red'],
    ['span=nxl.[10,20)', 'Blue Orphan'],
    ['span=adj.[20,30)', 'Blue Orphan'],
    ['span=ov.[5,12)', 'Blue Red'],
    ['search=fts.rice', 'Red'],
    ['search=fts(english).rices', 'Red'],
    ['title=plfts(english).red rices', 'Red'],
    ['title=phfts(english).red rice', 'Red'],
    ['title=wfts.yam or rice', 'Blue Red'],
    ['pages=eq(any).{50,80}', 'Counting Orphan'],
    ['title=like(any).{Red*,Blue*}', 'Blue Red'],
    ['title=ilike(all).{*e*,*red*}', 'Red'],
    ['title=not.like(any).{Red*,Blue*}', 'Counting Orphan'],
    ['data->>kind=eq.food', 'Blue Red'],
    ['data->a->b->0=eq.1', 'Red'],
    ['data->a->b->>1=eq.2', 'Red'],
    ['shouting=eq.RED RICE', 'Red'],
    ['or=(title.eq.Red rice,pages.eq.50)', 'Orphan Red'],
    ['or=(title.eq."Counting, (fast)",and(pages.gt.100,not.or(mood.eq.calm,mood.is.null)))', 'Blue Counting'],
    ['not.or=(title.eq.Red rice,pages.eq.50)', 'Blue Counting'],
    ['and=(pages.gt.60,pages.lt.130,tags.cs.{food,red})', 'Red'],
    ['or=(pages.in.(50,80),title.like.Blue*)', 'Blue Counting Orphan'],
    ['or=(data->>kind.eq.tale,title.not.ilike.*a*)', 'Orphan Red'],
    ['or=(pages.eq(any).{50,80})', 'Counting Orphan'],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test.each([
    ['writer.full_name=fts.ada', 'Blue yam,Red rice'],
    ['writer.full_name=fts.nobody', ''],
    ['writer.full_name=not.fts.ada', 'Counting, (fast)'],
    ['writer.full_name=fts.ada&writer.city=eq.Abuja', ''],
    ['writer.full_name=wfts.ada or bola&limit=1', 'Blue yam'],
  ])('by a text search in another table of which nothing is shown: %s', async (query, found) => {
    const read = async (shown: string) => {
      const select = `title,writer:authors!books_author_id_fkey!inner(${shown})`
      const headers = { prefer: 'count=exact' }
      const answer = await library.fetch(`/books?select=${select}&order=title&${query}`, { headers })
      const rows: { title: string }[] = await answer.json()
      return [rows.map(({ title }) => title).join(), answer.headers.get('content-range')]
    }
    expect((await read(''))[0]).toBe(found)
    expect(await read('')).toEqual(await read('city'))
  })

  test('through the public client', async () => {
    const books = () => library.as().from('books').select('title').order('title')
    const rows = async (query: PromiseLike<{ data: { title: string }[] | null }>) => (await query).data?.length
    expect(await rows(books().contains('tags', ['food']))).toBe(2)
    expect(await rows(books().containedBy('tags', ['food', 'red']))).toBe(3)
    expect(await rows(books().overlaps('tags', ['sad']))).toBe(1)
    expect(await rows(books().contains('data', { kind: 'food' }))).toBe(2)
    expect(await rows(books().textSearch('title', 'red & rice', { config: 'english' }))).toBe(1)
    expect(await rows(books().likeAnyOf('title', ['Red%', 'Blue%']))).toBe(2)
    expect(await rows(books().match({ mood: 'calm', pages: 50 }))).toBe(1)
    expect(await rows(books().not('mood', 'is', null))).toBe(3)
    expect(await rows(books().or('pages.gt.200,title.like.Red*'))).toBe(2)
    expect(await rows(books().in('title', ['Counting, (fast)', 'x"y']))).toBe(1)
    expect(await rows(books().filter('pages', 'in', '(50,80)'))).toBe(2)
  })
})

describe('malformed input has one clear 4xx', () => {
  test.each([
    ['title=Red', 'PGRST100'],
    ['title=eqq.Red', 'PGRST100'],
    ['title=', 'PGRST100'],
    ['title=is.maybe', 'PGRST100'],
    ['title=fts(a b).x', 'PGRST100'],
    ['pages=eq(some).{1}', 'PGRST100'],
    ['pages=in.5', 'PGRST100'],
    ['pages=in.(5', 'PGRST100'],
    ['or=title.eq.x', 'PGRST100'],
    ['or=(title.eq.x', 'PGRST100'],
    ['or=()', 'PGRST100'],
    ['or=(and(or(and(or(and(or(and(or(and(or(title.eq.x)))))))))))', 'PGRST100'],
    ['select=(', 'PGRST100'],
    ['select=title,', 'PGRST100'],
    ['select=authors(', 'PGRST100'],
    ['select=title::', 'PGRST100'],
    ['select=a"b', 'PGRST100'],
    [`select=${'a'.repeat(64)}:title`, 'PGRST100'],
    ['order=title.up', 'PGRST100'],
    ['order=', 'PGRST100'],
    ['limit=ten', 'PGRST100'],
    ['offset=99999999999999999999', 'PGRST100'],
    ['select=a(b(c(d(e(f(g(h(i(j)))))))))', 'PGRST100'],
    ['nothing=eq.1', '42703'],
    ['select=nothing', '42703'],
    ['order=nothing', '42703'],
    ['select=title::secret_type', '42704'],
    ['select=title::constructor', '42704'],
    ['id=eq.not-a-uuid', '22P02'],
    ['pages=eq.99999999999999999999', '22003'],
    ['pages=eq.1.5', '22P02'],
    ['mood=eq.angry', '22P02'],
    ['title=eq.%00', '22021'],
    ['data->>%00=eq.1', 'PGRST100'],
    ['title=match.(', '2201B'],
    ['search=fts.%26%26', '42601'],
    ['title=fts(klingon).x', '42704'],
    ['tags=cs.{', '22P02'],
    ['data=cs.{', '22P02'],
    ['title=is.true', '42804'],
    ['vendor.name=eq.x', 'PGRST108'],
    ['order=vendor(name)', 'PGRST108'],
    ['select=title,labels(name)&order=labels(name)', 'PGRST118'],
  ])('%s', async (query, code) => {
    const answer = await library.fetch(`/books?${query}`)
    const body = await answer.json()
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect([answer.status, body.code]).toEqual([400, code])
  })

  test('deep JSON, long addresses and too many filters', async () => {
    const deep = await library.fetch(`/books?data=cs.${'['.repeat(7000)}`)
    expect(deep.status).toBe(400)
    expect((await library.fetch(`/books?title=eq.${'a'.repeat(17_000)}`)).status).toBe(414)
    expect((await library.fetch(`/books?${'pages=gt.1&'.repeat(300)}`)).status).toBe(400)
    expect((await library.fetch(`/books?select=${'labels(id),'.repeat(60)}id`)).status).toBe(400)
    expect(library.faults).toEqual([])
  })
})
