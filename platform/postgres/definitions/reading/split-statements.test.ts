import { expect, test } from 'vitest'
import { splitStatements, withoutTexts } from './split-statements.ts'

const sqlOf = (text: string) => splitStatements(text).map(({ sql }) => sql)

test('splits statements without semicolons and leading comments, with their first lines', () => {
  const text = '-- Both.\n\nselect 1;\n/* a; b */ -- c;\nselect\n  2 -- two;\n;  select 3;\n-- The end;\n'
  expect(splitStatements(text)).toEqual([
    { sql: 'select 1', line: 3 },
    { sql: 'select\n  2 -- two;', line: 5 },
    { sql: 'select 3', line: 7 },
  ])
})

test.each([
  ["select 'a;b', 'it''s;'", 'texts'],
  ["select E'a\\';b', e'\\\\'", 'texts with escapes'],
  ["select 'a\\'", 'a text that ends with a backslash'],
  ["select date'2020-01-01;'", 'a text behind a word that ends with e'],
  ['select 1 as "a;b"', 'names'],
  ['do $$ begin; end $$', 'bodies'],
  ['do $body_1$ select $$;$$; $body_1$', 'bodies in bodies'],
  [
    'select $1, a$b from c$d where true /* ; /* ; */ ; */ and false',
    'comments in comments, and dollars that begin no body',
  ],
  ['select 1 -- ;\n + 2', 'comments'],
])('%s is one statement: semicolons in %s end none', (text) => {
  expect(sqlOf(`${text};\nselect 2`)).toEqual([text, 'select 2'])
})

test('an empty text has no statements', () => {
  expect(sqlOf('')).toEqual([])
  expect(sqlOf(' ;; -- a\n;/* b */')).toEqual([])
})

test('comments and string literals are not taken for keywords', () => {
  const sql = `create /* view */ "a'b" -- view\n as 'view' $$ view $$`
  const bare = withoutTexts(sql)
  expect(bare.split(/\s+/)).toEqual(['create', `"a'b"`, 'as', ''])
  expect(bare).toHaveLength(sql.length)
  expect(bare.indexOf('as')).toBe(sql.indexOf('as'))
})
