import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { acceptsUploads } from '#web/accepts-uploads.ts'
import routes from '#web/routes.ts'
import { reaches } from './laws/imports.ts'

const PAGES = pagesOf(routes)
/** Exempt: pages that share modules with pages that have a file field, without rendering it. */
const SHOWS_NO_FILE_FIELD = /^\/(chief|coordinator|manager)\/|\/claims\/lots\//

describe('the pages that accept uploads', () => {
  test('are those whose forms have a file field', () => {
    const holding = PAGES.filter(
      ({ path, file }) => reaches(file, hasFileField) && !SHOWS_NO_FILE_FIELD.test(path),
    ).map(({ path }) => path)
    const taking = PAGES.filter(({ path }) => acceptsUploads(path) && acceptsUploads(`${path}.data`)).map(
      ({ path }) => path,
    )
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
