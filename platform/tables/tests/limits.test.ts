import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary, person } from './library.ts'

let library: Library
let left = 0
beforeAll(async () => {
  library = await openLibrary({ maxWrittenRows: 3, maxServiceWrittenRows: 5, mayWrite: async () => left-- > 0 })
})
afterAll(() => library.drop())

const tags = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ nothing: 1 })))
const write = (who: string, body: string) => library.fetch('/books', { method: 'POST', who, body })

test('limits the rows of one write, of the secret key too', async () => {
  left = 10
  const answer = await write(person(1), tags(4))
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { code: 'PGRST102', message: 'More than 3 rows in one write', details: null, hint: null },
  ])
  expect((await write(person(1), tags(3))).status).toBe(400)
  expect((await write('service_role', tags(5))).status).toBe(400)
  expect((await write('service_role', tags(6))).status).toBe(413)
})

test('rejects a caller over the write limit with 429 before anything is done', async () => {
  left = 1
  expect((await write(person(1), tags(1))).status).toBe(400)
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const body = method === 'DELETE' ? null : tags(1)
    const answer = await library.fetch('/books?id=not.is.null', { method, who: person(1), body })
    expect([answer.status, answer.headers.get('retry-after'), (await answer.json()).message]).toEqual([
      429,
      '60',
      'Too many attempts. Please try again later.',
    ])
  }
  expect((await library.fetch('/books?limit=1', { who: person(1) })).status).toBe(200)
})

test('filters within or and and count as any other, and only a few may search', async () => {
  const tree = (count: number, filter: string) => `/books?select=id&or=(${Array.from({ length: count }, () => filter)})`
  expect((await library.fetch(tree(200, 'id.is.null'))).status).toBe(200)
  expect(await (await library.fetch(tree(201, 'id.is.null'))).json()).toMatchObject({
    message: 'More than 200 filters',
  })
  expect((await library.fetch(tree(5, 'title.match.a'))).status).toBe(200)
  expect((await library.fetch(tree(6, 'title.match.a'))).status).toBe(400)
})
