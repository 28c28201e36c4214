import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, type Library, openLibrary, person } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  await library.test.owner.query(
    `create view library.prepared as select statement from pg_prepared_statements where statement like '%"books"%';
     grant select on library.prepared to authenticated; notify pgrst, 'reload schema'`,
  )
})
afterAll(() => library.drop())

/** Whether the connection has a prepared statement for a URL after five requests. */
async function isPrepared(path: string, part: string): Promise<boolean> {
  for (let time = 0; time < 5; time++) expect((await library.fetch(path, { who: person(1) })).status).toBe(200)
  const answer = await library.fetch('/prepared', { who: person(1) })
  return ((await answer.json()) as { statement: string }[]).some(({ statement }) => statement.includes(part))
}

test('repeated statements are prepared, and reads of whole lists are planned for their values', async () => {
  expect(await isPrepared('/books?select=id&limit=21', 'limit 21')).toBe(true)
  expect(await isPrepared('/books?select=id&limit=501', 'limit 501')).toBe(false)
  // A URL whose values are extracted and inserted again.
  const since = `id=gt.${book(1)}`
  expect(await isPrepared(`/books?select=id&${since}&limit=22`, 'limit 22')).toBe(true)
  expect(await isPrepared(`/books?select=id&${since}&limit=502`, 'limit 502')).toBe(false)
})
