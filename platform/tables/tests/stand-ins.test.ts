import { afterAll, beforeAll, expect, test } from 'vitest'
import { author, book, type Library, openLibrary } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  await library.test.owner.query(`
    create schema library_shown;
    grant usage on schema library_shown to anon;
    create view library_shown.authors as select id, left(full_name, 3) as full_name, created_at from library.authors;
    grant select on library_shown.authors to anon;
    notify pgrst, 'reload schema'`)
})
afterAll(() => library.drop())

test('a view of the other schema replaces the table of its name, also where it is embedded', async () => {
  const anonymous = library.as()
  const shown = async () => (await anonymous.from('authors').select('full_name').eq('id', author(1))).data
  await expect.poll(shown).toEqual([{ full_name: expect.stringMatching(/^.{3}$/) }])
  const [own] = (await shown()) ?? []
  const { data } = await anonymous
    .from('books')
    .select('by:authors!author_id(full_name), named:author_id(full_name)')
    .eq('id', book(1))
  expect(data).toEqual([{ by: own, named: own }])
  const counted = await anonymous.from('authors').select('full_name, books!author_id(count)').eq('id', author(1))
  expect(counted.data).toEqual([{ ...own, books: [{ count: 2 }] }])
  expect((await anonymous.from('authors').select('secret')).error?.code).toBe('42703')
})
