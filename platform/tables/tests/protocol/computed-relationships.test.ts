import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, type Library, openLibrary, person } from '../library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({ areAggregatesOn: true }, ['protocol/calls.sql'])
})
afterAll(async () => {
  expect(library.faults).toEqual([])
  await library.drop()
})

const select = async (table: string, columns: string) => {
  const { data, error } = await library.as().from(table).select(columns).order('id')
  return error ?? data
}

describe('computed relationships', () => {
  test('rows 1 is to one, a set to many', async () => {
    const { data } = await library.as().from('books').select('title, writer(full_name)').eq('id', book(1)).single()
    expect(data).toEqual({ title: 'Red rice', writer: { full_name: 'Ada' } })
    const works = await library.as().from('authors').select('full_name, works(title)').order('full_name')
    expect(works.data).toEqual([
      { full_name: 'Ada', works: [{ title: 'Red rice' }, { title: 'Blue yam' }] },
      { full_name: 'Bola', works: [{ title: 'Counting, (fast)' }] },
      { full_name: 'Chi', works: [] },
    ])
  })

  test('a function that is no set is to one, and null where it returns null', async () => {
    const { data } = await library.as().from('books').select('title, editor_row(full_name)').order('id').limit(2)
    expect(data).toEqual([
      { title: 'Red rice', editor_row: { full_name: 'Bola' } },
      { title: 'Blue yam', editor_row: null },
    ])
  })

  test('overloads belong to their tables and views', async () => {
    const books = await library.as().from('books').select('near:neighbours(title)').eq('id', book(1)).single()
    expect(books.data).toEqual({ near: [{ title: 'Blue yam' }] })
    const authors = await library.as().from('authors').select('neighbours(full_name)').eq('full_name', 'Ada').single()
    expect(authors.data).toEqual({ neighbours: [{ full_name: 'Chi' }] })
    const view = await library.as().from('cheap_books').select('title, writer(full_name)').eq('id', book(1)).single()
    expect(view.data).toEqual({ title: 'Red rice', writer: { full_name: 'Ada' } })
  })

  test('override the foreign key that leads to a table of the same name', async () => {
    expect(await select('subjects', 'id, copies(id)')).toEqual([
      { id: 1, copies: [] },
      { id: 2, copies: [{ id: 2 }] },
      { id: 3, copies: [{ id: 3 }] },
      { id: 4, copies: [] },
    ])
  })

  test('embed further, are filtered, ordered, limited, spread and counted', async () => {
    const nested = await library
      .as()
      .from('books')
      .select('title, writer(full_name, works(title, labels(name)))')
      .eq('id', book(3))
      .single()
    expect(nested.data).toEqual({
      title: 'Counting, (fast)',
      writer: { full_name: 'Bola', works: [{ title: 'Counting, (fast)', labels: [{ name: 'short' }] }] },
    })
    const shaped = await library
      .as()
      .from('authors')
      .select('full_name, works!inner(title)')
      .gt('works.pages', 100)
      .order('title', { referencedTable: 'works' })
      .limit(1, { referencedTable: 'works' })
    expect(shaped.data).toEqual([{ full_name: 'Ada', works: [{ title: 'Blue yam' }] }])
    const ordered = await library
      .as()
      .from('books')
      .select('title, writer(full_name)')
      .order('writer(full_name)')
      .limit(2)
    expect(ordered.data?.map(({ title }) => title)).toEqual(['Red rice', 'Blue yam'])
    const spread = await library.as().from('books').select('title, ...writer(full_name)').eq('id', book(1)).single()
    expect(spread.data).toEqual({ title: 'Red rice', full_name: 'Ada' })
    const counted = await library.as().from('authors').select('full_name, works(count)').eq('full_name', 'Ada').single()
    expect(counted.data).toEqual({ full_name: 'Ada', works: [{ count: 2 }] })
    const orphans = await library.as().from('books').select('title').is('writer', null)
    expect(orphans.error?.code).toBe('42703')
    const anti = await library.as().from('books').select('title, writer()').is('writer', null)
    expect(anti.data).toEqual([{ title: 'Orphan "tale"' }])
  })

  test('follow a write and a function', async () => {
    const written = await library
      .as(person(1))
      .from('books')
      .update({ pages: 121 })
      .eq('id', book(1))
      .select('pages, writer(full_name), shouting')
      .single()
    expect(written.data).toEqual({ pages: 121, writer: { full_name: 'Ada' }, shouting: 'RED RICE' })
    const called = await library.as().rpc('books_by', { city: 'Abuja' }).select('title, writer(full_name)')
    expect(called.data).toEqual([{ title: 'Counting, (fast)', writer: { full_name: 'Bola' } }])
    const counted = await library
      .as()
      .rpc('books_by', { city: 'Abuja' }, { count: 'exact' })
      .select('title, shouting, writer(full_name)')
      .like('shouting', 'COUNT%')
    expect([counted.count, counted.data]).toEqual([
      1,
      [{ title: 'Counting, (fast)', shouting: 'COUNTING, (FAST)', writer: { full_name: 'Bola' } }],
    ])
    const none = await library.as().from('books').select('title, writers(full_name)')
    expect(none.error).toMatchObject({ code: 'PGRST200', hint: "Perhaps you meant 'writer' instead of 'writers'." })
  })

  test('computed columns are selected, filtered and ordered by', async () => {
    const { data } = await library
      .as()
      .from('subjects')
      .select('label')
      .like('label', '%a%')
      .order('label', { ascending: false })
    expect(data).toEqual([{ label: '3 yam' }])
    expect(await select('copies', 'id, place, subject:subjects(label)')).toContainEqual({
      id: 1,
      place: 'calm',
      subject: { label: '2 rice' },
    })
  })
})

describe('a table that references itself', () => {
  test('its name means its children, the column or the key its parent', async () => {
    const query = 'name, subjects!parent_id(name), parent:parent_id(name)'
    const { data } = await library.as().from('subjects').select(query).eq('id', 2).single()
    expect(data).toEqual({ name: 'rice', subjects: [{ name: 'jollof' }], parent: { name: 'food' } })
    const byKey = await library
      .as()
      .from('subjects')
      .select('name, parent:subjects_parent_id_fkey(name)')
      .eq('id', 4)
      .single()
    expect(byKey.data).toEqual({ name: 'jollof', parent: { name: 'rice' } })
    const twins = await library
      .as()
      .from('subjects')
      .select('name, twin:twin_id(name), of:subjects!subjects_twin(name)')
      .in('id', [2, 3])
    expect(twins.data).toEqual([
      { name: 'rice', twin: null, of: { name: 'yam' } },
      { name: 'yam', twin: { name: 'rice' }, of: null },
    ])
    const deep = await library
      .as()
      .from('subjects')
      .select('name, parent_id(name, parent_id(name))')
      .eq('id', 4)
      .single()
    expect(deep.data).toEqual({ name: 'jollof', parent_id: { name: 'rice', parent_id: { name: 'food' } } })
    const inner = await library.as().from('subjects').select('name, parent_id!inner(name)').eq('parent_id.name', 'food')
    expect(inner.data).toEqual([
      { name: 'rice', parent_id: { name: 'food' } },
      { name: 'yam', parent_id: { name: 'food' } },
    ])
  })

  test('two keys to itself need a hint', async () => {
    const { error, status } = await library.as().from('subjects').select('subjects(name)')
    expect([status, error?.code, error?.hint]).toEqual([
      300,
      'PGRST201',
      "Try changing 'subjects' to one of the following: 'subjects!subjects_parent_id_fkey', 'subjects!subjects_twin'. Find the desired relationship in the 'details' key.",
    ])
  })

  test('one key needs none', async () => {
    const { data } = await library
      .as()
      .from('authors')
      .select('full_name, pupils:authors(full_name)')
      .eq('full_name', 'Ada')
      .single()
    expect(data).toEqual({ full_name: 'Ada', pupils: [{ full_name: 'Bola' }, { full_name: 'Chi' }] })
  })
})

describe('spread beside aggregates', () => {
  test('the spread columns group the rows', async () => {
    const query = '...subjects(name), shelf.sum(), count()'
    const { data } = await library.as().from('copies').select(query).order('subjects(name)')
    expect(data).toEqual([
      { name: 'rice', sum: 8, count: 2 },
      { name: 'yam', sum: 7, count: 1 },
      { name: null, sum: 9, count: 1 },
    ])
  })

  test('aggregates of a spread are calculated over all rows around it', async () => {
    const { data } = await library.as().from('books').select('...authors!author_id(points.max(), cities:city.count())')
    expect(data).toEqual([{ max: 50, cities: 3 }])
    const mixed = await library
      .as()
      .from('copies')
      .select('shelf.min(), ...books(title, ...authors!author_id(points.sum()))')
      .not('book_id', 'is', null)
    expect(mixed.data?.toSorted((a, b) => a.min - b.min)).toEqual([
      { min: 3, title: 'Red rice', sum: 100 },
      { min: 7, title: 'Blue yam', sum: 50 },
    ])
    const inner = await library.as().from('copies').select('count(), subject:subjects!inner(name)')
    expect(inner.data).toContainEqual({ count: 2, subject: { name: 'rice' } })
  })

  test('a spread list is grouped by its arrays', async () => {
    const { data } = await library.as().from('subjects').select('count(), ...subjects!parent_id(name)').eq('id', 1)
    expect(data).toEqual([{ count: 1, name: ['rice', 'yam'] }])
    const counted = await library.as().from('copies').select('...subjects(name), count()', { count: 'exact' })
    expect(counted.count).toBe(3)
  })
})
