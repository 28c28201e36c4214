import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { createTablesHandler } from '../handler.ts'
import { book, type Library, openLibrary, person } from './library.ts'

const [READER, OTHER] = [person(1), person(2)]
let library: Library
let handle: Library['handle']
/** The number of statements in each transaction. */
const transactions: number[] = []

beforeAll(async () => {
  library = await openLibrary()
  await library.test.owner.query(
    `insert into library.loans (owner, book_id, days) select w::uuid, $2, 7 from unnest($1::text[]) w`,
    [[READER, READER, OTHER], book(1)],
  )
  handle = createTablesHandler({
    database: countStatements(library.test.database),
    schemas: ['library'],
    identify: async (request) => identityOf(request.headers.get('x-who')),
  })
})
afterAll(() => library.drop())

function countStatements(database: Database): Database {
  return {
    ...database,
    // The schema is read again once it can be listened to. Between two reads of a test, that would drop the first one's plan.
    listen: () => new Promise<never>(() => undefined),
    as: (identity, work, options) =>
      database.as(
        identity,
        (tx, sendCommit) => {
          const at = transactions.push(0) - 1
          const query = (...statement: unknown[]) => {
            transactions[at] = (transactions[at] ?? 0) + 1
            return Reflect.apply(tx.query, tx, statement)
          }
          return work(Object.assign(Object.create(tx), { query }), sendCommit)
        },
        options,
      ),
  }
}

type Read = Pick<Parameters<Library['handle']['readForPage']>[0], 'location'> & { who: string; method?: 'GET' | 'HEAD' }

const request = ({ location, who, method = 'GET' }: Read) =>
  handle(new Request(`http://tables.test/rest/v1${location}`, { method, headers: { 'x-who': who } }))

/** The answers to reads of one turn, after each has been planned; undefined for one that needs a request. */
async function readTogether(reads: readonly Read[]) {
  for (const read of reads) await request(read)
  transactions.splice(0)
  const answers = await Promise.all(
    reads.map(({ location, who, method = 'GET' }) =>
      handle.readForPage({
        identity: identityOf(who),
        method,
        location,
        prefer: null,
        accept: null,
        recorder: undefined,
      }),
    ),
  )
  return Promise.all(answers.map((answer) => answer?.text()))
}

const directly = (reads: readonly Read[]) => Promise.all(reads.map(async (read) => (await request(read)).text()))

test('the reads of one turn share a transaction, and each gets its own rows', async () => {
  const locations = [`/books?select=id,title&id=eq.${book(1)}`, `/books?select=id,title&id=eq.${book(2)}`, '/authors']
  const reads = locations.map((location) => ({ location, who: READER }))
  const answers = await readTogether(reads)
  expect(transactions).toEqual([3])
  expect(answers).toEqual(await directly(reads))
})

test('a read that is requested twice runs once', async () => {
  const read = { location: '/authors?select=id', who: READER }
  const [first, second] = await readTogether([read, read])
  expect(transactions).toEqual([1])
  expect([first, second]).toEqual(await directly([read, read]))
})

test('a transaction has a limited number of reads', async () => {
  await readTogether(Array.from({ length: 10 }, (_, at) => ({ location: `/books?select=id&limit=${at}`, who: READER })))
  expect(transactions.toSorted()).toEqual([2, 8])
})

test('two people never share one, and each reads with their own rights', async () => {
  const reads = [READER, OTHER].map((who) => ({ location: '/loans?select=owner', who }))
  const answers = await readTogether(reads)
  expect(transactions).toEqual([1, 1])
  expect(answers.map((text) => JSON.parse(text ?? '').map(({ owner }: { owner: string }) => owner))).toEqual([
    [READER, READER],
    [OTHER],
  ])
})

test('after a read that fails, it and those behind it need a request', async () => {
  const [before, failing, behind] = ['/authors?select=id', '/books?select=id&id=eq.nonsense', '/books?select=id']
  const reads = [before, failing, behind].map((location) => ({ location, who: READER }))
  const answers = await readTogether(reads)
  expect(answers).toEqual([(await directly(reads))[0], undefined, undefined])
})

test('a count alone has no rows', async () => {
  expect(await readTogether([{ location: '/books?select=id', who: READER, method: 'HEAD' }])).toEqual([''])
})
