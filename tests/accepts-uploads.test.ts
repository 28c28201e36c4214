import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptsUploads } from '#web/routing/page-facts.ts'
import { PAGES } from '#web/routing/pages.ts'
import { reaches } from './laws/imports.ts'

const FORMS = PAGES.map(({ path, file }) => ({ path, file: `web/${file}` })).filter(({ file }) => hasAction(file))
/** Exempt: pages that share modules with pages that have a file field, without rendering it. */
const SHOWS_NO_FILE_FIELD = /^\/(chief|coordinator|manager)\/|\/claims\/lots\//

describe('the pages that accept uploads', () => {
  test('are those whose forms have a file field', () => {
    const holding = FORMS.filter(
      ({ path, file }) => reaches(file, hasFileField) && !SHOWS_NO_FILE_FIELD.test(path),
    ).map(({ path }) => path)
    const taking = FORMS.map(({ path }) => path).filter((path) => {
      const address = path.replace(/:\w+/g, 'x')
      return acceptsUploads(address) && acceptsUploads(`${address}.data`)
    })
    expect(taking.sort()).toEqual(holding.sort())
  })
})

function hasAction(file: string): boolean {
  return /^export (const|(async )?function) action\b/m.test(readFileSync(file, 'utf8'))
}

function hasFileField(file: string): boolean {
  return file.endsWith('.tsx') && readFileSync(file, 'utf8').includes('type="file"')
}
