import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary, person } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

const nasty = fc.constantFrom(
  '"',
  "'",
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '$1',
  '$$',
  '(',
  ')',
  ',',
  '.',
  ':',
  '::',
  '!',
  '->',
  '->>',
  '{',
  '}',
  '[',
  ']',
  '*',
  '...',
  '\0',
  '\n',
  '\u202e',
  '🍚',
  '%',
  '_',
  ' ',
  "' or '1'='1",
  '"; drop table library.books; --',
  "'); select pg_sleep(9); --",
  'pg_catalog.pg_user',
  't0',
  't0."secret"',
  'U&"\\0061"',
  "E'\\'",
  '\ud800',
  'null',
  'not.',
  'or',
  'and',
  'eq',
  'in.(',
  'is.null',
  'authors',
  'labels',
  'books',
  'title',
  'id',
  'count',
  'count()',
  'data',
  'tags',
  'secret',
  'inner',
  'constructor',
  '__proto__',
  '99999999999999999999',
  '-1',
  '0',
)
const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(nasty, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }) },
)
const query = fc.oneof(
  text.map((value) => ['select', value]),
  text.map((value) => ['select', `id,${value}`]),
  text.map((value) => ['select', `${value}:title`]),
  text.map((value) => ['select', `title::${value}`]),
  text.map((value) => ['select', `data->${value}`]),
  text.map((value) => ['select', `data->>"${value}"`]),
  text.map((value) => ['select', `labels!${value}(id)`]),
  text.map((value) => ['select', `"${value.replace(/["\\]/g, '\\$&')}":labels(${value})`]),
  text.map((value) => ['order', value]),
  text.map((value) => ['order', `title.${value}`]),
  text.map((value) => ['order', `data->>${value}.desc`]),
  text.map((value) => ['limit', value]),
  text.map((value) => ['offset', value]),
  text.map((value) => ['columns', value]),
  text.map((value) => ['on_conflict', value]),
  text.map((value) => ['or', `(${value})`]),
  text.map((value) => ['or', `(title.eq.${value},${value}.is.null)`]),
  fc.tuple(text, text),
  fc.tuple(text, text).map(([name, value]) => [name, `eq.${value}`]),
  fc.tuple(text, text).map(([name, value]) => [`labels.${name}`, `eq.${value}`]),
  ...[
    'eq',
    'neq',
    'like',
    'ilike',
    'match',
    'in',
    'is',
    'cs',
    'cd',
    'ov',
    'fts',
    'plfts',
    'phfts',
    'wfts',
    'sl',
    'adj',
    'eq(any)',
    'isdistinct',
  ].map((operator) =>
    fc
      .tuple(
        fc.constantFrom(
          'title',
          'pages',
          'tags',
          'data',
          'span',
          'id',
          'search',
          'data->kind',
          'data->>kind',
          'shouting',
        ),
        text,
      )
      .map(([name, value]) => [name, `${operator}.${value}`]),
  ),
)
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
  path: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('books', 'labels', 'authors', 'cheap_books', 'rpc/books_by', 'rpc/echo') },
    { weight: 1, arbitrary: text.map((part) => encodeURIComponent(part.replace(/[\ud800-\udfff]/g, ''))) },
  ),
  queries: fc.array(query, { maxLength: 4 }),
  prefer: fc.oneof(
    fc.constantFrom(
      'return=representation',
      'count=exact',
      'count=planned,return=headers-only',
      'missing=default,resolution=merge-duplicates,return=representation',
    ),
    fc.string({ maxLength: 20 }),
  ),
  body: fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.dictionary(text, text, { maxKeys: 3 }).map((value) => JSON.stringify(value)),
    text,
  ),
})

test('no name, value or body causes a 5xx or reaches what it should not', async () => {
  const before = await library.test.owner.query('select count(*)::int as n from pg_class')
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, queries, prefer, body }) => {
      const parameters = new URLSearchParams(queries as [string, string][])
      const hasBody = method === 'POST' || method === 'PATCH'
      const answer = await library.fetch(`/${path}?${parameters}`, {
        method,
        who: person(1),
        headers: { prefer: prefer.replace(/[^\x20-\x7e]/g, '') },
        ...(hasBody ? { body } : {}),
      })
      const content = await answer.text()
      const address = `${method} /${path}?${parameters} ${content.slice(0, 300)}`
      expect(answer.status, address).toBeLessThan(500)
      if (answer.status >= 400 && method !== 'HEAD') {
        const { code, message } = JSON.parse(content)
        expect(message, address).toEqual(expect.any(String))
        // A syntax error from PostgreSQL would mean that a caller's text became SQL; search terms have their own
        // errors.
        if (code === '42601') expect(message, address).toMatch(/ts(query|vector)/)
        expect(message, address).not.toContain('unterminated')
      }
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 1_500 },
  )
  const after = await library.test.owner.query('select count(*)::int as n from pg_class')
  expect(after.rows).toEqual(before.rows)
  expect(library.faults).toEqual([])
}, 120_000)
