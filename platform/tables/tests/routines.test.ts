import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, openLibrary, person } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

const call = async (name: string, args?: object, options: { get?: boolean; head?: boolean } = {}) => {
  const { data, status, error } = await library.as(person(1)).rpc(name, args, options)
  return error ? `${status} ${error.code}` : { status, data }
}

describe('functions', () => {
  test('scalars, defaults and sets of scalars', async () => {
    expect(await call('add', { a: 2, b: 3 })).toEqual({ status: 200, data: 5 })
    expect(await call('add', { a: 2 })).toEqual({ status: 200, data: 3 })
    expect(await call('add', { a: 2 }, { get: true })).toEqual({ status: 200, data: 3 })
    expect(await call('letters')).toEqual({ status: 200, data: ['a', 'b', 'c'] })
    expect(await call('add', { a: null })).toEqual({ status: 200, data: null })
    expect(await call('add', { a: 'x' })).toBe('400 22P02')
    expect(await call('add', { a: 'x' }, { get: true })).toBe('400 22P02')
    expect(await call('add')).toBe('404 PGRST202')
  })

  test('variadic, a whole body, nothing', async () => {
    expect(await call('total', { numbers: [1, 2, 3] })).toEqual({ status: 200, data: 6 })
    const get = await library.fetch('/rpc/total?numbers=1&numbers=2')
    expect(await get.json()).toBe(3)
    expect(await call('echo', { any: ['thing'] })).toEqual({ status: 200, data: { any: ['thing'] } })
    expect(await call('nothing')).toEqual({ status: 204, data: null })
  })

  test('rows of a table take select, filters, order, embeds and counts', async () => {
    const { data } = await library
      .as()
      .rpc('books_by', { city: 'Lagos' })
      .select('title, shouting, author:authors!author_id(full_name)')
      .gt('pages', 10)
      .order('title')
      .limit(1)
    expect(data).toEqual([{ title: 'Blue yam', shouting: 'BLUE YAM', author: { full_name: 'Ada' } }])
    const counted = await library.fetch('/rpc/books_by?city=Lagos&select=title&title=like.R*&limit=1', {
      headers: { prefer: 'count=exact' },
    })
    expect([counted.status, counted.headers.get('content-range'), await counted.json()]).toEqual([
      200,
      '0-0/1',
      [{ title: 'Red rice' }],
    ])
    const head = await library.as().rpc('books_by', { city: 'Lagos' }, { head: true, count: 'exact' })
    expect([head.status, head.count]).toEqual([200, 2])
    const single = await library.as().rpc('books_by', { city: 'Abuja' }).select('title').single()
    expect(single.data).toEqual({ title: 'Counting, (fast)' })
    expect((await library.as().rpc('books_by', { city: 'Lagos' }).single()).status).toBe(406)
  })

  test('output columns and one composite', async () => {
    expect(await call('pairs', { n: 2 })).toEqual({
      status: 200,
      data: [
        { num: 1, word: 'w1' },
        { num: 2, word: 'w2' },
      ],
    })
    const { data } = await library.as().rpc('one_author').select('full_name, metrics:author_metrics(rating)')
    expect(data).toEqual({ full_name: 'Ada', metrics: { rating: 4.5 } })
  })

  test('know the caller and the method', async () => {
    const answer = await library.fetch('/rpc/who', { who: person(1), headers: { 'x-tried': 'yes' } })
    expect(await answer.json()).toEqual({
      role: 'authenticated',
      sub: person(1),
      method: 'GET',
      path: '/rpc/who',
      agent: 'yes',
    })
  })

  test('write when called with POST, and may set status and headers', async () => {
    expect(await call('write_label', { word: 'by function' })).toMatchObject({ status: 200 })
    const answer = await library.fetch('/rpc/teapot', { method: 'POST' })
    expect([answer.status, answer.headers.get('x-tea'), await answer.text()]).toEqual([418, 'green', '1'])
  })

  test('a body that is not an object is refused', async () => {
    const list = await library.fetch('/rpc/add', { method: 'POST', body: '[1]' })
    expect([list.status, (await list.json()).code]).toEqual([404, 'PGRST202'])
    const broken = await library.fetch('/rpc/add', { method: 'POST', body: '{' })
    expect([broken.status, (await broken.json()).code]).toEqual([400, 'PGRST102'])
  })
})

test('the root describes tables and functions', async () => {
  const root = await library.fetch('/')
  expect(root.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
  const { paths, definitions } = await root.json()
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/books', '/rpc/add']))
  expect(definitions.books.properties.price).toEqual({ type: 'number', format: 'numeric' })
})

test('OPTIONS names the methods', async () => {
  const answer = await library.fetch('/books', { method: 'OPTIONS' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'])
})

test('the schema is re-read on NOTIFY', async () => {
  expect((await library.fetch('/fresh')).status).toBe(404)
  await library.test.owner.query(
    `create table library.fresh (id int primary key); grant select on library.fresh to anon; notify pgrst, 'reload schema'`,
  )
  await expect.poll(async () => (await library.fetch('/fresh')).status, { timeout: 60_000 }).toBe(200)
})
