import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bulkListAt } from '#web/pages/bulk/bulk-lists.ts'
import { PAGES } from '#web/routing/pages.ts'

const BULK_FILE = 'pages/bulk/bulk.tsx'
const bulkPaths = PAGES.filter(({ file }) => file === BULK_FILE).map(({ path }) => path)

const offersActs = (file: string) => readFileSync(join('web', file), 'utf8').includes('bulkOffer(')

test('each page for acts on several rows knows its list', () => {
  expect(bulkPaths.length).toBeGreaterThan(10)
  expect(bulkPaths.filter((path) => bulkListAt(path) === null)).toEqual([])
})

const casePaths = PAGES.filter(({ file }) => file === 'messages/staff/case.tsx').map(({ path }) => path)

test('a case of the support inbox leads to canned answers in each area of staff', () => {
  const areas = casePaths.map((path) => path.split('/')[1]).filter((area) => area !== 'account')
  expect(areas).toContain('content')
  expect(areas.filter((area) => !PAGES.some(({ path }) => path === `/${area}/messages/canned`))).toEqual([])
})

// Shops answer reviews and questions one by one; only staff read the support inbox, in their own area.
test('a list that offers such acts has the page for them in each area of staff', () => {
  const lists = PAGES.filter(({ path, file }) => !/^\/(vendor|account|customer)\//.test(path) && offersActs(file))
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.map(({ path }) => `${path}/bulk`).filter((path) => !bulkPaths.includes(path))).toEqual([])
})
