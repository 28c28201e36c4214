import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { importsOf, ownFile, reaches } from './laws/imports.ts'

const FRONT_SHEET = 'web/theme/theme.css'
const WHOLE_SHEET = 'web/theme/desk.css'

describe("the front's style sheet", () => {
  const leftOut = leftOutOf(readFileSync(FRONT_SHEET, 'utf8'))
  // A route without elements shows nothing.
  const front = pagesOf(routes).filter(({ file, wears }) => !wears && file.endsWith('.tsx'))

  test('leaves something out, and has pages', () => {
    expect(leftOut('web/payouts/payouts.tsx')).toBe(true)
    expect(leftOut('web/pages/buy.tsx')).toBe(false)
    expect(front.map(({ file }) => file)).toContain('web/pages/buy.tsx')
    expect(front.map(({ file }) => file)).not.toContain('web/payouts/payouts.tsx')
  })

  test.each(front)('has all that $file shows; a page that reaches further imports #web/theme/desk.css', ({ file }) => {
    expect([...shownBy(file)].filter(leftOut)).toEqual([])
  })
})

test('the bar, footer and faults are in it', () => {
  const leftOut = leftOutOf(readFileSync(FRONT_SHEET, 'utf8'))
  expect([...shownBy('web/root.tsx')].filter(leftOut)).toEqual([])
})

/** Every page, and whether it or a layout around it wears the whole sheet. */
function pagesOf(entries: RouteConfigEntry[], wears = false): { file: string; wears: boolean }[] {
  return entries.flatMap(({ file, children = [] }) => {
    const path = join('web', file)
    const worn = wears || (existsSync(path) && importsOf(readFileSync(path, 'utf8')).includes(sheetAs(path)))
    return [{ file: path, wears: worn }, ...pagesOf(children, worn)]
  })
}

/** As a page names the sheet: by its alias, or by its place from a neighbour's room. */
function sheetAs(path: string): string {
  const named = importsOf(readFileSync(path, 'utf8')).find((name) => name.endsWith('desk.css')) ?? ''
  return ownFile(path, named) === WHOLE_SHEET ? named : ''
}

/** All files with classes that a page may show: itself and what it imports. */
function shownBy(page: string): Set<string> {
  const shown = new Set<string>()
  reaches(page, (file) => {
    if (/\.tsx$/.test(file)) shown.add(normalize(file))
    return false
  })
  return shown
}

/** Tells whether a sheet's `@source not` leaves a file out. */
function leftOutOf(sheet: string): (file: string) => boolean {
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
