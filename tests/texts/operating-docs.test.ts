import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { PAGES as SITE_PAGES } from '#web/routing/pages.ts'

// Checks that the pages, commands and tables named in the documents for operators exist.

const PAGES = ['docs/operating.md', ...readdirSync('docs/operating').map((name) => `docs/operating/${name}`)]
const texts = PAGES.map((page) => ({ page, text: readFileSync(page, 'utf8') }))
const found = (pattern: RegExp) =>
  texts.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, found = '']) => ({ page, found })))

test('every command exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = found(/npm run (?:--silent )?([a-z][a-z-]*)/g)
  expect(commands.length).toBeGreaterThan(20)
  for (const { page, found: name } of commands) expect(Object.keys(scripts), page).toContain(name)
})

test('every page of the site exists', () => {
  const paths = SITE_PAGES.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const named = found(/`(\/(?:chief|coordinator|manager|hub|vendor|account)[a-z/-]*)`/g)
  expect(named.length).toBeGreaterThan(15)
  const missing = named.filter(({ found: path }) => !paths.some((pattern) => pattern.test(path)))
  expect(missing).toEqual([])
})

test('every searched log message exists in the source', () => {
  const sources = ['.', 'process', 'server', 'platform'].flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  )
  const searched = [...found(/grep (?:-E )?'([^'`]+)'/g), ...found(/\.msg == ("[^"]+")/g)]
  expect(searched.length).toBeGreaterThan(3)
  const phrases = searched.flatMap(({ page, found: phrase }) =>
    phrase.split(/\\?\|/).map((one) => ({ page, one: one.replaceAll('"', '') })),
  )
  const missing = phrases.filter(({ one }) => !one.includes('task') && !sources.some((text) => text.includes(one)))
  expect(missing).toEqual([])
})

test('jq recipes for the log skip lines that are not JSON', () => {
  const recipes = found(/^(jq .*)$/gm)
  expect(recipes.length).toBeGreaterThan(2)
  for (const { found: recipe } of recipes) expect(recipe).toMatch(/^jq -\w*R 'fromjson\? \|/)
})

describe('in the database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())

  test('every SQL statement is valid', async () => {
    const statements = found(/`((?:select|update|delete) [^`]+)`/g)
    expect(statements.length).toBeGreaterThan(3)
    for (const { page, found: sql } of statements) {
      await expect(db.owner.query(`explain ${sql.replaceAll('…', '0')}`), `${page}: ${sql}`).resolves.toBeTruthy()
    }
  })
})
