import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsAreInPlainEnglish } from './laws/comments.ts'
import { folderSizes, foldersStaySmall } from './laws/folder-sizes.ts'
import { foldersImportOneWay } from './laws/folders.ts'
import { sourceFiles } from './laws/imports.ts'
import { namesAreTheFieldsOwn } from './laws/names.ts'
import { typeNamesAreUnique } from './laws/type-names.ts'

const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('comments are in plain English', () => {
  // The law and its test quote what they reject.
  const own = ['tests/laws/comments.ts', 'tests/naming.test.ts']
  expect(sources.filter(({ path }) => !own.includes(path)).flatMap(commentsAreInPlainEnglish)).toEqual([])
})

test('names are in the field’s words, in code and in the database', () => {
  // The law and its test quote what they reject.
  const own = ['tests/laws/names.ts', 'tests/naming.test.ts']
  expect(sources.filter(({ path }) => !own.includes(path)).flatMap(namesAreTheFieldsOwn)).toEqual([])
})

test('a type name is declared once on a floor', () => {
  expect(typeNamesAreUnique(sources)).toEqual([])
})

test('folders of a floor import each other one way', () => {
  expect(foldersImportOneWay(sources)).toEqual([])
})

test('a folder has at most 20 files', () => {
  expect(foldersStaySmall(folderSizes())).toEqual([])
})

test.each([
  ['/** Of each lane. */', 1],
  ['// So long may work stand waiting.', 1],
  ['/** The rows. What is left of them. */', 1],
  ['/**\n * Waits for whoever\n * asks. */', 1],
  ['  const a = 1 // made anew', 1],
  ['/** Maximum time a request may queue, in ms. */', 0],
  ["const text = /*i18n*/ 'What should happen with your food?'", 0],
  ["const url = 'https://ajoja.test/Of'", 0],
])('the law of comments finds in %j: %i', (text, count) => {
  expect(commentsAreInPlainEnglish({ path: 'server/a.ts', text })).toHaveLength(count)
})

test('the law of comments reads SQL', () => {
  expect(commentsAreInPlainEnglish({ path: 'database/a/rules.sql', text: '-- Whoever pays\nselect 1' })).toHaveLength(2)
})

test.each([
  ['const askedKobo = 1', 1],
  ["'tell-of-codes': () => sendCodes()", 1],
  ['select c.told_at from public.settings c', 1],
  ['  wish text not null,', 1],
  ['  asked_at timestamptz not null,', 0],
  ["const text = /*i18n*/ 'Goods are kept for you'", 0],
])('the law of names finds in %j: %i', (text, count) => {
  expect(namesAreTheFieldsOwn({ path: 'database/tables/0117_claims.sql', text })).toHaveLength(count)
})

test('the law of type names finds a second declaration on the same floor only', () => {
  const row = 'interface Row { id: string }'
  const files = ['server/a/a.ts', 'web/a/a.ts', 'server/b/b.test.ts'].map((path) => ({ path, text: row }))
  expect(typeNamesAreUnique(files)).toEqual([])
  expect(typeNamesAreUnique([...files, { path: 'server/b/b.ts', text: `export ${row}` }])).toHaveLength(1)
})

test('the law of folders finds two that import each other', () => {
  const there = { path: 'server/a/a.ts', text: "import { b } from '../b/b.ts'" }
  const back = { path: 'server/b/b.ts', text: "import { a } from '#server/a/c.ts'" }
  expect(foldersImportOneWay([there])).toEqual([])
  expect(foldersImportOneWay([there, back])).toHaveLength(1)
  expect(foldersImportOneWay([there, { ...back, path: 'server/b/b.test.ts' }])).toEqual([])
})

test('the law of sizes finds a large folder, and an exception that is small', () => {
  const sizes = new Map([
    ['web/small', 20],
    ['web/large', 21],
    ['web/list', 21],
  ])
  expect(foldersStaySmall(sizes, ['web/list'])).toEqual([expect.stringContaining('web/large has 21 files')])
  expect(foldersStaySmall(sizes, ['web/list', 'web/large', 'web/small'])).toEqual([
    'web/small is no exception any more.',
  ])
})
