import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'
import { author, type Library, openLibrary, person } from './library.ts'

let library: Library
let taken: [reader: string, units: number][] = []
let wait = 0
beforeAll(async () => {
  library = await openLibrary({
    maxAnswerBytes: 2_000,
    reading: {
      readerOf: (request) => request.headers.get('x-who') ?? '',
      take: async (reader, units) => {
        taken.push([reader, units])
        return wait
      },
      anonymous: createConcurrencyLimiter({ maxRunning: 1, maxQueued: 1, maxQueuedPerGroup: 1 }),
      heavy: createConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, maxQueuedPerGroup: 0 }),
    },
  })
})
beforeEach(() => {
  taken = []
  wait = 0
})
afterAll(() => library.drop())

const ask = async (path: string, init: Parameters<Library['fetch']>[1] = {}) => {
  const answer = await library.fetch(path, init)
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() }
}

/** Lists within lists: authors, their books, the authors of those … */
const lists = (limit = '') =>
  `/authors?select=id,books!author_id(id,author:authors!author_id(id,books!author_id(id)))${limit}`

test('a request for too many rows over all levels is rejected before it runs', async () => {
  expect(await ask(lists())).toEqual({
    status: 400,
    retry: null,
    body: {
      code: 'PGRST100',
      message: 'The request asks for 441000 rows and may ask for 100000',
      details: null,
      hint: 'Embed fewer lists, or give them and the request a limit; a list without one counts as 20 rows.',
    },
  })
  expect(taken).toEqual([])
  expect((await ask(lists('&limit=2'))).status).toBe(200)
  expect((await ask(lists(`&id=eq.${author(1)}`))).status).toBe(200)
  expect((await ask(lists(`&id=in.(${author(1)},${author(2)})`))).status).toBe(200)
  expect((await ask(lists(`&or=(id.eq.${author(1)},full_name.eq.x)`))).status).toBe(400)
})

test('depth and number of embedded resources are one budget', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}:authors!author_id(id)`).join(',')
  expect((await ask(`/books?limit=1&select=${many(30)}`)).status).toBe(200)
  expect(await ask(`/books?limit=1&select=${many(31)}`)).toMatchObject({
    status: 400,
    body: { code: 'PGRST100', message: 'The embedded resources cost 62 and may cost 60' },
  })
  expect(
    (await ask(`/books?limit=1&select=id,${many(29)},authors!author_id(),...authors!editor_id(x:id)`)).status,
  ).toBe(200)
  const chain = (depth: number): string =>
    depth === 0 ? 'id' : `author_id(mentor_id(${'mentor_id('.repeat(depth - 2)}id${')'.repeat(depth)}`
  expect((await ask(`/books?limit=1&select=${chain(7)}`)).status).toBe(200)
  expect((await ask(`/books?limit=1&select=${chain(8)}`)).body.message).toBe(
    'The embedded resources cost 72 and may cost 60',
  )
})

test('an answer that is too large is refused as a whole, never cut', async () => {
  const wide = Array.from({ length: 40 }, (_, at) => `title${at}:title`).join(',')
  const refused = {
    status: 413,
    retry: null,
    body: {
      code: 'answer_too_large',
      message: 'The answer is larger than 2000 bytes',
      details: null,
      hint: 'Ask for fewer rows with limit and offset, for fewer columns, or for fewer embedded resources.',
    },
  }
  expect(await ask(`/books?select=${wide}`)).toEqual(refused)
  expect((await ask('/books?select=id')).status).toBe(200)
  const texts = JSON.stringify({ words: Array.from({ length: 300 }, () => 'long words') })
  expect(await ask('/rpc/echo', { method: 'POST', body: texts })).toEqual(refused)
  const note = 'n'.repeat(3_000)
  const written = { method: 'POST', who: person(1), headers: { prefer: 'return=representation' } }
  expect(await ask('/labels', { ...written, body: JSON.stringify({ name: 'long', note }) })).toEqual(refused)
  expect((await library.test.owner.query(`select from library.labels where name = 'long'`)).rowCount).toBe(0)
})

test('a read is charged to its reader by what it may cost', async () => {
  await ask('/books?select=id&limit=10')
  await ask('/books?select=id', { who: person(1) })
  await ask('/books?select=id&limit=10', { headers: { prefer: 'count=exact' } })
  await ask('/books?select=id&limit=10&title=match.^a')
  await ask('/books?limit=10&select=id,author:authors!author_id(full_name)&order=author(full_name)')
  await ask('/books?select=id', { who: 'service_role' })
  await ask('/')
  await ask('/rpc/letters')
  expect(taken).toEqual([
    ['anon', 1],
    [person(1), 2],
    ['anon', 5],
    ['anon', 21],
    ['anon', 21],
    ['anon', 6],
    ['anon', 6],
  ])
})

test('a reader who has read too much is told when to come back', async () => {
  wait = 12.3
  expect(await ask('/books?select=id')).toMatchObject({ status: 429, retry: '13', body: { code: 'too_many_requests' } })
  expect((await ask('/books?select=id', { who: 'service_role' })).status).toBe(200)
})

test('a page that this process renders is not charged', async () => {
  const answer = await library.handle(new Request('http://tables.test/rest/v1/books?select=id'), { isInside: true })
  expect([answer.status, taken]).toEqual([200, []])
})

test('anonymous reads are queued, and rejected with 503 if the queue is full', async () => {
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await ask('/books?select=id')).status))
  expect(statuses.sort()).toEqual([200, 200, 503, 503, 503, 503])
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => (await ask('/books?select=id', { who: person(at) })).status),
  )
  expect(people).toEqual([200, 200, 200, 200, 200, 200])
  const heavy = await Promise.all(
    Array.from({ length: 3 }, (_, at) => ask('/books?select=id&title=match.^a', { who: person(at) })),
  )
  expect(heavy.map(({ status }) => status).sort()).toEqual([200, 503, 503])
  expect(heavy.find(({ status }) => status === 503)).toMatchObject({ retry: '2', body: { code: 'PGRST003' } })
})
