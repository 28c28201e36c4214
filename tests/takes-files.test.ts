import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { takesFiles } from '#web/takes-files.ts'
import { reaches } from './laws/imports.ts'

const PAGES = pagesOf(routes)
/** They share modules with pages that show one. */
const SHOWS_NO_FILE_FIELD = /^\/(chief|coordinator|manager)\/|\/claims\/lots\//

describe('the pages that take files', () => {
  test('are those whose forms can hold one', () => {
    const holding = PAGES.filter(
      ({ path, file }) => reaches(file, hasFileField) && !SHOWS_NO_FILE_FIELD.test(path),
    ).map(({ path }) => path)
    const taking = PAGES.filter(({ path }) => takesFiles(path) && takesFiles(`${path}.data`)).map(({ path }) => path)
    expect(taking.sort()).toEqual(holding.sort())
  })
})

function pagesOf(entries: readonly RouteConfigEntry[], parent = ''): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}`.replaceAll('//', '/') : parent
    const isForm = /^export (const|(async )?function) action\b/m.test(readFileSync(`web/${file}`, 'utf8'))
    return [...(path && isForm ? [{ path: whole, file: `web/${file}` }] : []), ...pagesOf(children ?? [], whole)]
  })
}

function hasFileField(file: string): boolean {
  return file.endsWith('.tsx') && readFileSync(file, 'utf8').includes('type="file"')
}
