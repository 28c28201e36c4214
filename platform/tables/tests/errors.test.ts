import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, type Library, openLibrary, person } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

async function ask(path: string, init: RequestInit & { who?: string } = {}) {
  const answer = await library.fetch(path, init)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const post = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  who: person(1),
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

describe('unknown names', () => {
  test('a table', async () => {
    expect(await ask('/bookz')).toMatchObject({
      status: 404,
      body: {
        code: 'PGRST205',
        message: "Could not find the table 'library.bookz' in the schema cache",
        details: null,
        hint: "Perhaps you meant the table 'library.books'",
      },
    })
  })

  test('a function', async () => {
    expect(await ask('/rpc/addd', post('{"a":1}'))).toMatchObject({
      status: 404,
      body: {
        code: 'PGRST202',
        message: 'Could not find the function library.addd(a) in the schema cache',
        hint: 'Perhaps you meant to call the function library.add',
      },
    })
    expect(await ask('/rpc/add', post('{"x":1}'))).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
    expect(await ask('/rpc/twins?a=1')).toMatchObject({ status: 300, body: { code: 'PGRST203' } })
  })

  test('a path, a method, a schema, a media type', async () => {
    expect(await ask('/books/1')).toMatchObject({ status: 404, body: { code: 'PGRST125' } })
    expect(await ask('/%E0%A4')).toMatchObject({ status: 404, body: { code: 'PGRST125' } })
    const put = await ask('/rpc/add', { method: 'PUT' })
    expect(put).toMatchObject({ status: 405, body: { code: 'PGRST117', message: 'Unsupported HTTP method: PUT' } })
    expect(put.headers.get('allow')).toContain('POST')
    expect(await ask('/books', { headers: { 'accept-profile': 'auth' } })).toMatchObject({
      status: 406,
      body: { code: 'PGRST106', message: 'Invalid schema: auth' },
    })
    expect(await ask('/books', { headers: { accept: 'image/png' } })).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    })
  })

  test('a relationship', async () => {
    expect(await ask('/books?select=loanz(*)')).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'books' and 'loanz' in the schema cache",
        hint: "Perhaps you meant 'loans' instead of 'loanz'.",
      },
    })
    const several = await ask('/books?select=authors(*)')
    expect(several).toMatchObject({
      status: 300,
      body: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
      },
    })
    expect(several.body.details[0]).toEqual({
      cardinality: 'many-to-one',
      embedding: 'books with authors',
      relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
    })
    for (const hint of ['books_author_id_fkey', 'author_id']) {
      expect((await ask(`/books?select=authors!${hint}(id)`)).status).toBe(200)
    }
    expect((await ask('/books?select=labels!book_labels(id)')).status).toBe(200)
    expect(await ask('/books?select=authors!wrong(id)')).toMatchObject({ status: 400, body: { code: 'PGRST200' } })
  })
})

describe('rights', () => {
  test('401 for anonymous users, 403 for others', async () => {
    const anonymous = await ask('/staff_only')
    expect(anonymous).toMatchObject({
      status: 401,
      body: { code: '42501', message: 'permission denied for table staff_only', details: null, hint: null },
    })
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    expect(await ask('/staff_only', { who: person(1) })).toMatchObject({ status: 403, body: { code: '42501' } })
    expect((await ask('/staff_only', { who: 'service_role' })).status).toBe(200)
  })

  test('a policy that refuses a new row', async () => {
    const dear = post(JSON.stringify({ title: 'x', price: 5000 }))
    expect(await ask('/books', dear)).toMatchObject({
      status: 403,
      body: { code: '42501', message: 'new row violates row-level security policy for table "books"' },
    })
  })

  test('columns without a right, a role that does not exist', async () => {
    const update = { ...post('{"points":1000}'), method: 'PATCH' }
    expect(await ask('/authors?full_name=eq.Ada', update)).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await ask('/books', { who: '{"role":"nobody","claims":{}}' })).toMatchObject({
      status: 401,
      body: { code: '22023' },
    })
    expect(await ask('/books', { who: '{"role":"postgres","claims":{}}' })).toMatchObject({
      status: 403,
      body: { code: '42501' },
    })
  })
})

describe('what PostgreSQL refuses', () => {
  const code = async (path: string, init: RequestInit & { who?: string }) => {
    const { status, body } = await ask(path, init)
    return `${status} ${body.code}`
  }

  test('constraints', async () => {
    expect(await code('/books', post('{"title":null}'))).toBe('400 23502')
    expect(await code('/books', post('{"title":"x","price":-1}'))).toBe('400 23514')
    expect(await code('/labels', post('{"name":"classic"}'))).toBe('409 23505')
    expect(await code('/loans', post(`{"book_id":"${book(8)}","days":1}`))).toBe('409 23503')
    expect(await code('/books', post('{"title":"x","id":"y"}'))).toBe('400 22P02')
    expect(await code('/books', post('{"title":"x","mood":"angry"}'))).toBe('400 22P02')
    expect(await code('/books', post('{"title":"x","search":"y"}'))).toBe('400 428C9')
    expect(await code('/books', post('{"title":"a\\u0000b"}'))).toBe('400 22P05')
    expect(await code('/books', post('{"title":"\\ud800"}'))).toBe('400 22P02')
    expect(await code('/books', post('{"title":"x","pages":1e400}'))).toBe('400 22P02')
    expect(await code('/books', post('{"title":"x","pages":99999999999}'))).toBe('400 22003')
    expect(await code('/book_counts', { ...post('{"books":1}'), who: 'service_role' })).toBe('405 55000')
  })

  test('states raised by functions', async () => {
    const raise = (state: string) => code('/rpc/fail', post(JSON.stringify({ state })))
    expect(await raise('P0001')).toBe('400 P0001')
    expect(await raise('PT409')).toBe('409 PT409')
    expect(await raise('57014')).toBe('400 57014')
    expect(await raise('53300')).toBe('503 53300')
    expect(await raise('XX000')).toBe('500 XX000')
    expect(await raise('42883')).toBe('404 42883')
    expect(await raise('40001')).toBe('409 40001')
    expect(await ask('/rpc/fail', post('{"state":"P0001"}'))).toMatchObject({
      body: { message: 'failed on purpose', details: 'some detail', hint: 'some hint' },
    })
    expect(library.faults).toHaveLength(2)
    library.faults.length = 0
  })

  test('a write inside a GET', async () => {
    expect(await code('/rpc/write_label?word=x', { who: person(1) })).toBe('405 25006')
  })

  test('a statement past its time limit', async () => {
    const quick = await openLibrary({ statementTimeoutMs: 100 })
    const answer = await quick.fetch('/rpc/slow')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: '57014',
      message: 'canceling statement due to statement timeout',
    })
    expect((await quick.fetch('/books')).status).toBe(200)
    await quick.drop()
  })
})

describe('bodies', () => {
  test.each([
    ['', '400 PGRST102'],
    ['{', '400 PGRST102'],
    ['null', '400 PGRST102'],
    ['7', '400 PGRST102'],
    ['[1]', '400 PGRST102'],
    ['[{"title":"a"},{"pages":1}]', '400 PGRST102'],
    ['[{},{}]', '400 PGRST102'],
    ['{"titel":"a"}', '400 PGRST204'],
    ['{"title\\u0000":"a"}', '400 PGRST204'],
    [`{"title":"x","data":${'['.repeat(5000)}${']'.repeat(5000)}}`, '400 PGRST102'],
    [JSON.stringify({ title: 'x'.repeat(1_100_000) }), '413 PGRST102'],
    [JSON.stringify({ title: 'x'.repeat(1_000_000) }), '400 23514'],
  ])('%#', async (body, expected) => {
    const { status, body: error } = await ask('/books', post(body))
    expect(`${status} ${error.code}`).toBe(expected)
  })

  test('invalid UTF-8 is rejected, not replaced', async () => {
    const body = Buffer.from([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')])
    expect(await ask('/books', { ...post(''), body })).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  })

  test('an unknown column says which', async () => {
    expect((await ask('/books', post('{"titel":"a"}'))).body.message).toBe(
      "Could not find the 'titel' column of 'books' in the schema cache",
    )
    expect(await ask('/books?columns=titel', post('{"titel":"a"}'))).toMatchObject({
      status: 400,
      body: { code: 'PGRST204' },
    })
    const text = post('hello', { 'content-type': 'text/plain' })
    expect(await ask('/books', text)).toMatchObject({ status: 400, body: { code: 'PGRST102' } })
  })
})

describe('preferences', () => {
  test('unknown ones are ignored, or refused when strict', async () => {
    expect((await ask('/books', { headers: { prefer: 'count=lots, wonder' } })).status).toBe(200)
    expect(await ask('/books', { headers: { prefer: 'handling=strict, count=lots, wonder' } })).toMatchObject({
      status: 400,
      body: { code: 'PGRST122', details: 'Invalid preferences: count=lots, wonder' },
    })
  })
})
