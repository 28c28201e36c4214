import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { author, book, type Client, type Library, openLibrary, person } from './library.ts'

let library: Library
let me: Client
beforeAll(async () => {
  library = await openLibrary()
  me = library.as(person(1))
})
beforeEach(() =>
  library.test.owner.query(
    "delete from library.labels where id > 100; delete from library.books where title like 'New%'",
  ),
)
afterAll(() => library.drop())

const labels = async () =>
  (await library.test.owner.query('select name, status, note from library.labels where id > 100 order by id')).rows

describe('insert', () => {
  test('an array with its representation', async () => {
    const { data, status } = await me
      .from('books')
      .insert([{ title: 'New one', author_id: author(1) }])
      .select()
      .single()
    expect(status).toBe(201)
    expect(data).toMatchObject({ title: 'New one', price: 10.5, tags: [], author_id: author(1) })
  })

  test('embeds in the representation', async () => {
    const { data } = await me
      .from('books')
      .insert({ title: 'New two', author_id: author(2) })
      .select('shouting, author:authors!author_id(full_name), labels(name), price::text')
    expect(data).toEqual([{ shouting: 'NEW TWO', author: { full_name: 'Bola' }, labels: [], price: '10.50' }])
  })

  test('returns nothing without select', async () => {
    const answer = await library.fetch('/labels', { method: 'POST', who: person(1), body: '{"name":"new"}' })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([201, '', '*/*'])
  })

  test('a missing key is null, or the default on request', async () => {
    await me.from('labels').insert(
      [
        { name: 'a', note: 'x' },
        { name: 'b', status: 'old' },
      ],
      { defaultToNull: false },
    )
    expect(await labels()).toEqual([
      { name: 'a', status: 'new', note: 'x' },
      { name: 'b', status: 'old', note: null },
    ])
    const { error } = await me.from('labels').insert([
      { name: 'c', note: 'x' },
      { name: 'd', status: 'old' },
    ])
    expect(error).toMatchObject({ code: '23502' })
  })

  test('an identity takes its next value when missing', async () => {
    const { data, error } = await me
      .from('labels')
      .insert([{ name: 'a' }, { id: 900, name: 'b' }], { defaultToNull: false })
      .select('id')
    expect(error).toBeNull()
    expect(data?.map(({ id }) => id > 100)).toEqual([true, true])
  })

  test('an empty list writes nothing, an empty object the defaults', async () => {
    expect(await me.from('labels').insert([]).select()).toMatchObject({ status: 201, data: [] })
    expect(await me.from('labels').insert({})).toMatchObject({ status: 400, error: { code: '23502' } })
  })

  test('large numbers keep their digits, quotes and emoji survive', async () => {
    const title = `New ' " \\ 🍚 ; drop table library.books; --`
    const body = `{"title":${JSON.stringify(title)},"copies":9007199254740993}`
    const answer = await library.fetch('/books?select=title,copies', {
      method: 'POST',
      who: person(1),
      body,
      headers: { prefer: 'return=representation' },
    })
    expect(await answer.text()).toBe(`[{"title":${JSON.stringify(title)},"copies":9007199254740993}]`)
    expect(answer.headers.get('preference-applied')).toBe('return=representation')
  })

  test('a Location on request', async () => {
    const answer = await library.fetch('/labels', {
      method: 'POST',
      who: person(1),
      body: '{"name":"new"}',
      headers: { prefer: 'return=headers-only, count=exact' },
    })
    expect(answer.headers.get('location')).toMatch(/^\/labels\?id=eq\.\d+$/)
    expect(answer.headers.get('content-range')).toBe('*/1')
  })

  test('single() rolls back unless it is one row', async () => {
    const { status, error } = await me
      .from('labels')
      .insert([{ name: 'a' }, { name: 'b' }])
      .select()
      .single()
    expect([status, error?.code]).toEqual([406, 'PGRST116'])
    expect(await labels()).toEqual([])
  })
})

describe('upsert', () => {
  test('merges by primary key or by another unique column', async () => {
    const first = await me.from('labels').upsert({ id: 200, name: 'a' }).select()
    expect([first.status, first.data]).toEqual([201, [{ id: 200, name: 'a', status: 'new', note: null }]])
    const second = await me.from('labels').upsert({ name: 'a', note: 'n' }, { onConflict: 'name' }).select('name, note')
    expect([second.status, second.data]).toEqual([200, [{ name: 'a', note: 'n' }]])
    const mixed = await me.from('labels').upsert(
      [
        { name: 'a', note: 'm' },
        { name: 'b', note: 'm' },
      ],
      { onConflict: 'name' },
    )
    expect(mixed.status).toBe(201)
  })

  test('ignores duplicates', async () => {
    await me.from('labels').insert({ name: 'a', note: 'kept' })
    const { data } = await me
      .from('labels')
      .upsert([{ name: 'a' }, { name: 'b' }], { onConflict: 'name', ignoreDuplicates: true })
      .select('name')
    expect(data).toEqual([{ name: 'b' }])
    expect((await labels())[0]).toMatchObject({ note: 'kept' })
  })

  test('refuses the same row twice and columns that are not unique', async () => {
    const twice = await me.from('labels').upsert([{ name: 'a' }, { name: 'a' }], { onConflict: 'name' })
    expect([twice.status, twice.error?.code]).toEqual([400, '21000'])
    const loose = await me.from('labels').upsert({ name: 'a' }, { onConflict: 'note' })
    expect([loose.status, loose.error?.code]).toEqual([400, '42P10'])
    const unknown = await me.from('labels').upsert({ name: 'a' }, { onConflict: 'nothing' })
    expect([unknown.status, unknown.error?.code]).toEqual([400, 'PGRST204'])
  })
})

describe('update', () => {
  test('without and with representation', async () => {
    const minimal = await library.fetch(`/books?id=eq.${book(2)}`, {
      method: 'PATCH',
      who: person(1),
      body: '{"pages":301}',
    })
    expect([minimal.status, await minimal.text(), minimal.headers.get('content-range')]).toEqual([204, '', '0-0/*'])
    const shown = await me
      .from('books')
      .update({ pages: 300 })
      .eq('id', book(2))
      .select('pages, author:author_id(full_name)')
      .single()
    expect([shown.status, shown.data]).toEqual([200, { pages: 300, author: { full_name: 'Ada' } }])
  })

  test('missing or hidden rows are not an error, but not a single object either', async () => {
    expect((await me.from('books').update({ pages: 1 }).eq('id', book(7))).status).toBe(204)
    const none = await me.from('books').update({ pages: 1 }).eq('id', book(7)).select().single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const twoRows = await me
      .from('books')
      .update({ pages: 1 })
      .eq('mood', 'calm')
      .lt('price', 1000)
      .select('id')
      .single()
    expect(twoRows.status).toBe(406)
    const { rows } = await library.test.owner.query('select count(*)::int as n from library.books where pages = 1')
    expect(rows).toEqual([{ n: 0 }])
  })

  test('needs a filter', async () => {
    const all = await me.from('books').update({ pages: 1 })
    expect([all.status, all.error]).toMatchObject([400, { code: '21000', message: 'UPDATE requires a WHERE clause' }])
    expect((await me.from('books').delete()).error).toMatchObject({ message: 'DELETE requires a WHERE clause' })
  })

  test('an empty object changes nothing', async () => {
    expect(await me.from('books').update({}).eq('id', book(1)).select()).toMatchObject({ status: 200, data: [] })
    expect((await me.from('books').update({}).eq('id', book(1))).status).toBe(204)
  })

  test('filters by a resource that is embedded, and trees', async () => {
    const { data } = await me.from('books').update({ pages: 300 }).or('title.eq."Blue yam",pages.eq.0').select('title')
    expect(data).toEqual([{ title: 'Blue yam' }])
  })

  test('max-affected when strict', async () => {
    const answer = await library.fetch('/books?price=lt.1000', {
      method: 'PATCH',
      who: person(1),
      body: '{"pages":1}',
      headers: { prefer: 'handling=strict, max-affected=1' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'PGRST124', details: 'The query affects 4 rows' })
  })
})

describe('delete', () => {
  test('without and with representation', async () => {
    await me.from('labels').insert([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    const answer = await library.fetch('/labels?name=eq.a', {
      method: 'DELETE',
      who: person(1),
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([204, '', '*/*'])
    const shown = await me.from('labels').delete({ count: 'exact' }).in('name', ['b', 'c']).select('name')
    expect([shown.status, shown.data, shown.count]).toEqual([200, [{ name: 'b' }, { name: 'c' }], 2])
  })
})
