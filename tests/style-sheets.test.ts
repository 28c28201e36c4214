import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGE_GROUPS } from '#web/routing/pages.ts'
import { importsOf, ownFile, reaches } from './laws/imports.ts'

const FRONT_SHEET = 'web/theme/theme.css'
const WHOLE_SHEET = 'web/theme/desk.css'

/** Every page, and whether it or its layout imports the whole sheet. */
const pages = PAGE_GROUPS.flatMap(({ layout, pages }) =>
  pages.map((page) => {
    const file = join('web', page.file)
    return {
      file,
      hasWholeSheet: importsWholeSheet(file) || (layout !== null && importsWholeSheet(join('web', layout))),
    }
  }),
)

describe("the front's style sheet", () => {
  const leftOut = excludedBy(readFileSync(FRONT_SHEET, 'utf8'))
  // Routes without a component render nothing.
  const front = pages.filter(({ file, hasWholeSheet }) => !hasWholeSheet && file.endsWith('.tsx'))

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

function importsWholeSheet(path: string): boolean {
  return importsOf(readFileSync(path, 'utf8')).some(
    (name) => name.endsWith('.css') && ownFile(path, name) === WHOLE_SHEET,
  )
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
