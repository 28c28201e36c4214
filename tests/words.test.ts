import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './laws/imports.ts'
import { wordsAreTexts } from './laws/words.ts'

// For a look at one room while it is worked on: ROOM=web/cart npx vitest run tests/words.test.ts
const sources = sourceFiles()
  .filter((path) => path.startsWith('web/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('every word on the screens of buyers is a text of the catalogues', () => {
  expect(sources.flatMap(wordsAreTexts)).toEqual([])
})
