import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { importsOf, ownFile, reaches } from './laws/imports.ts'

const FRONT_SHEET = 'web/theme/theme.css'
const WHOLE_SHEET = 'web/theme/desk.css'

describe("the front's style sheet", () => {
  const leftOut = excludedBy(readFileSync(FRONT_SHEET, 'utf8'))
  // Routes without a component render nothing.
  const front = pagesOf(routes).filter(({ file, hasWholeSheet }) => !hasWholeSheet && file.endsWith('.tsx'))

  test('excludes some files, and applies to some pages', () => {
    expect(leftOut('web/payouts/payouts.tsx')).toBe(true)
    expect(leftOut('web/pages/buy.tsx')).toBe(false)
    expect(front.map(({ file }) => file)).toContain('web/pages/buy.tsx')
    expect(front.map(({ file }) => file)).not.toContain('web/payouts/payouts.tsx')
  })

  test.each(front)('covers all that $file imports; other pages import #web/theme/desk.css', ({ file }) => {
    expect([...renderedBy(file)].filter(leftOut)).toEqual([])
  })
})

test('covers header, footer and error pages', () => {
  const leftOut = excludedBy(readFileSync(FRONT_SHEET, 'utf8'))
  expect([...renderedBy('web/root.tsx')].filter(leftOut)).toEqual([])
})

/** Every page, and whether it or one of its layouts imports the whole sheet. */
function pagesOf(entries: RouteConfigEntry[], parentHas = false): { file: string; hasWholeSheet: boolean }[] {
  return entries.flatMap(({ file, children = [] }) => {
    const path = join('web', file)
    const hasWholeSheet =
      parentHas || (existsSync(path) && importsOf(readFileSync(path, 'utf8')).includes(sheetSpecifier(path)))
    return [{ file: path, hasWholeSheet }, ...pagesOf(children, hasWholeSheet)]
  })
}

/** The specifier by which a page imports the sheet; empty if it does not. */
function sheetSpecifier(path: string): string {
  const named = importsOf(readFileSync(path, 'utf8')).find((name) => name.endsWith('desk.css')) ?? ''
  return ownFile(path, named) === WHOLE_SHEET ? named : ''
}

/** All files with class names that a page may render: itself and its imports. */
function renderedBy(page: string): Set<string> {
  const shown = new Set<string>()
  reaches(page, (file) => {
    if (/\.tsx$/.test(file)) shown.add(normalize(file))
    return false
  })
  return shown
}

/** Returns a predicate for files excluded by the sheet's `@source not`. */
function excludedBy(sheet: string): (file: string) => boolean {
  const patterns = [...sheet.matchAll(/@source not '([^']+)'/g)].map(([, glob = '']) =>
    matcher(join('web/theme', glob)),
  )
  return (file) => patterns.some((pattern) => pattern.test(file))
}

function matcher(glob: string): RegExp {
  const escaped = glob.replace(/[.+^$()|[\]\\]/g, '\\$&')
  const source = escaped
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replace(/\*\*\/?|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`)
}
