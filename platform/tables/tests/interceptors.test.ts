import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type InterceptedWrite, type Interceptor, soleEquality } from '../interceptors.ts'
import { book, type Library, openLibrary, person } from './library.ts'

const calls: InterceptedWrite[] = []

/** A command that lends a book and sets owner and days itself. */
const lend: Interceptor = {
  method: 'POST',
  table: 'loans',
  async run({ tx, ...write }) {
    calls.push(write)
    const [row] = write.rows
    if (row?.days === 13) return { status: 409, code: 'unlucky', message: 'Not thirteen days', details: { days: 12 } }
    const owner = row?.note === 'for another' ? person(99) : write.identity.claims.sub
    const { rows } = await tx.query(
      'insert into library.loans (owner, book_id, days) values ($1, $2, 7) returning id',
      [owner, row?.book_id],
    )
    await tx.query('select id from library.staff_only')
    return { keys: rows }
  },
}

const rename: Interceptor = {
  method: 'PATCH',
  table: 'authors',
  applies: ({ rows }) => rows[0]?.points !== undefined,
  async run({ tx, rows, filters }) {
    const id = soleEquality(filters, 'id')
    if (id === undefined) return { status: 400, code: 'one_only', message: 'Exactly one id' }
    await tx.query('update library.authors set points = $1 where id = $2', [rows[0]?.points, id])
    return { keys: [{ id }] }
  },
}

let library: Library
beforeAll(async () => {
  library = await openLibrary({ interceptors: [lend, rename] })
})
beforeEach(async () => {
  calls.length = 0
  await library.test.owner.query('delete from library.loans')
})
afterAll(() => library.drop())

const lent = async () => (await library.test.owner.query('select owner, days from library.loans')).rows

test('a command answers the write, and the caller reads the representation', async () => {
  const { data, status } = await library
    .as(person(1))
    .from('loans')
    .insert([{ book_id: book(1), days: 60, owner: person(2) }])
    .select('owner, days, book:books(title)')
    .single()
  expect([status, data]).toEqual([201, { owner: person(1), days: 7, book: { title: 'Red rice' } }])
})

test('headers, rows and identity reach the command', async () => {
  const answer = await library.fetch('/loans', {
    method: 'POST',
    who: person(1),
    body: JSON.stringify({ book_id: book(1), days: 3 }),
    headers: { 'idempotency-key': 'k1', prefer: 'return=headers-only' },
  })
  expect([answer.status, await answer.text()]).toEqual([201, ''])
  expect(answer.headers.get('location')).toMatch(/^\/loans\?id=eq\.[0-9a-f-]{36}$/)
  expect(calls[0]).toMatchObject({ rows: [{ book_id: book(1), days: 3 }], identity: { role: 'authenticated' } })
  expect(calls[0]?.request.headers.get('idempotency-key')).toBe('k1')
})

test('a refusal becomes the error body and rolls back', async () => {
  const { status, error } = await library
    .as(person(1))
    .from('loans')
    .insert({ book_id: book(1), days: 13 })
  expect(status).toBe(409)
  expect(error).toMatchObject({ code: 'unlucky', message: 'Not thirteen days', details: { days: 12 }, hint: null })
  expect(await lent()).toEqual([])
})

test('a bad select is refused before anything is done', async () => {
  const { status } = await library
    .as(person(1))
    .from('loans')
    .insert({ book_id: book(1) })
    .select('nothing')
  expect([status, calls.length]).toEqual([400, 0])
})

test('the representation shows only what the caller may see, and its failure rolls the command back', async () => {
  const hidden = await library
    .as(person(1))
    .from('loans')
    .insert({ book_id: book(1), note: 'for another' })
    .select()
  expect([hidden.status, hidden.data]).toEqual([201, []])
  const single = await library
    .as(person(1))
    .from('loans')
    .insert({ book_id: book(1), note: 'for another' })
    .select()
    .single()
  expect(single.status).toBe(406)
  const denied = await library
    .as()
    .from('loans')
    .insert({ book_id: book(1), note: 'for another' })
    .select()
  expect(denied.status).toBe(401)
  expect(await lent()).toHaveLength(1)
})

test('a fault in the command is one answer without PostgreSQL’s details', async () => {
  const { status, error } = await library
    .as(person(1))
    .from('loans')
    .insert({ book_id: book(8) })
    .select()
  expect([status, error?.code]).toEqual([409, '23503'])
})

test('an interceptor may decline a write, which then proceeds as usual', async () => {
  const mine = library.as(person(1))
  const points = await mine.from('authors').update({ points: 51 }).eq('full_name', 'Ada')
  expect([points.status, points.error?.code]).toEqual([400, 'one_only'])
  const one = await mine
    .from('authors')
    .update({ points: 51 })
    .eq('id', 'a0000000-0000-0000-0000-000000000001')
    .select('points')
    .single()
  expect([one.status, one.data]).toEqual([200, { points: 51 }])
  expect((await mine.from('authors').update({ city: 'Lagos' }).eq('full_name', 'Ada')).status).toBe(204)
})

test('a merging upsert never calls the command', async () => {
  for (const headers of [{ prefer: 'resolution=merge-duplicates' }, { prefer: 'resolution=ignore-duplicates' }]) {
    const body = JSON.stringify({ book_id: book(1) })
    const answer = await library.fetch('/loans', { method: 'POST', who: person(1), headers, body })
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'PGRST127'])
  }
  expect([calls, await lent()]).toEqual([[], []])
})
