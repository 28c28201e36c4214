import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Interceptor } from '../interceptors.ts'
import { book, type Library, openLibrary, person } from './library.ts'

let library: Library
/** A command, which may refuse: a PUT must not go past it. */
const renaming: Interceptor = {
  method: 'PATCH',
  table: 'author_metrics',
  run: async () => ({ status: 409, code: 'no', message: 'No' }),
}

beforeAll(async () => {
  library = await openLibrary({ interceptors: [renaming] })
})
afterAll(() => library.drop())

async function put(address: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await library.fetch(address, {
    method: 'PUT',
    who: person(1),
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const shown = { prefer: 'return=representation' }

test('a row is made, with the defaults of what is not sent', async () => {
  const first = await put('/labels?id=eq.700', { id: 700, name: 'put', note: 'one' }, shown)
  expect(first).toEqual({ status: 201, body: [{ id: 700, name: 'put', status: 'new', note: 'one' }] })
})

test('a row that exists takes what is sent, and answers 200, or 204 without its representation', async () => {
  await put('/labels?id=eq.701', { id: 701, name: 'before', status: 'old', note: 'one' })
  const changed = await put('/labels?id=eq.701', { id: 701, name: 'after', status: 'new', note: null }, shown)
  expect(changed).toEqual({ status: 200, body: [{ id: 701, name: 'after', status: 'new', note: null }] })
  expect((await put('/labels?id=eq.701', { id: 701, name: 'last', status: 'new', note: null })).status).toBe(204)
})

test.each([
  ['/labels', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?name=eq.x', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?id=eq.702&name=eq.x', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?id=gt.702', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?id=not.eq.702', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?or=(id.eq.702)', { id: 702, name: 'x', status: 'new' }, 405, 'PGRST105'],
  ['/labels?id=eq.702&limit=1', { id: 702, name: 'x', status: 'new' }, 400, 'PGRST114'],
  ['/labels?id=eq.702', { id: 703, name: 'x', status: 'new' }, 400, 'PGRST115'],
  ['/labels?id=eq.702', { name: 'x', status: 'new' }, 400, 'PGRST115'],
  ['/labels?id=eq.702', [{ id: 702 }, { id: 702 }], 400, 'PGRST115'],
  ['/cheap_books?id=eq.1', { id: 1 }, 405, 'PGRST105'],
])('PUT %s of %j is refused', async (address, body, status, code) => {
  const answer = await put(address, body)
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  const { rows } = await library.test.owner.query(
    'select count(*)::int as n from library.labels where id in (702, 703)',
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('a key of several columns is named whole', async () => {
  const row = { book_id: book(3), label_id: 1 }
  expect((await put(`/book_labels?book_id=eq.${book(3)}`, row)).body.code).toBe('PGRST105')
  expect((await put(`/book_labels?book_id=eq.${book(3)}&label_id=eq.1`, row)).status).toBeLessThan(300)
})

test('a table with a command takes no PUT', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const answer = await put(`/author_metrics?author_id=eq.${id}`, { author_id: id, rating: 5 })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'PGRST127' })
})
