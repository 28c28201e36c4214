import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

const shops = (page: Page) => page.locator('tbody th[scope="row"]')
const names = async (page: Page) => (await shops(page).allTextContents()).map((name) => (name ?? '').trim())

test('a manager sorts, filters and closes up the list of shops, and goes through it by keyboard', async ({ page }) => {
  await signIn(page, 'manager@ajoja.test')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/manager/vendors?status=active')
  const heading = page.getByRole('columnheader', { name: 'Shop' })
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  const sorted = await names(page)
  expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b)))
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => names(page)).toEqual([...sorted].reverse())

  // Columns and density stay when the filter goes.
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('link', { name: 'Hide Place' }).click()
  await expect(page).toHaveURL(/hide=place/)
  await expect(page.getByRole('columnheader', { name: 'Place' })).toHaveCount(0)
  await page.goto(`${page.url()}&rows=compact`)
  await page.getByRole('link', { name: 'Remove filter Status: Open' }).click()
  await expect(page).not.toHaveURL(/status=/)
  await expect(page).toHaveURL(/hide=place/)
  await expect(page.locator('table.table-compact')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await shops(page).nth(0).getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(shops(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const name = await shops(page).nth(0).textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText((name ?? '').trim())

  // A press anywhere in the row opens it too.
  await page.goBack()
  await page
    .locator('tbody tr')
    .nth(1)
    .locator('td')
    .first()
    .click({ position: { x: 2, y: 2 } })
  await expect(page).toHaveURL(/\/manager\/vendors\/[0-9a-f-]{36}$/)
})

test('on a phone a list is sorted from its menu', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'manager@ajoja.test')
  await openPage(page, '/manager/vendors?status=active')
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('listitem').getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect
    .poll(async () => {
      const shown = await names(page)
      return shown.length > 1 && shown.join() === shown.toSorted((a, b) => a.localeCompare(b)).join()
    })
    .toBe(true)
  await expectGoodScreen(page)
})

test('a view is saved under a name, opened first, renamed and deleted', async ({ page }) => {
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/vendors?status=suspended')
  const name = `Closed ${Date.now() % 100_000}`
  await page.getByText('Save this view').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: 'Saved views' })
  await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Open this view first' }).click()
  await expect(page.getByRole('button', { name: 'Open the whole list first' })).toBeVisible()
  await page.goto('/coordinator/vendors')
  await expect(page).toHaveURL(/status=suspended/)
  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/all=yes/)
  await tabs.getByRole('link', { name }).click()

  // The same name again is refused, and what was chosen stays.
  await page.goto('/coordinator/vendors?status=pending')
  await page.getByText('Save this view').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('You have a view of this name already. Choose another one.')).toBeVisible()
  await expect(page).toHaveURL(/status=pending/)

  await tabs.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Rename' }).first().click()
  await page.getByLabel('New name').fill(`${name} shops`)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(tabs.getByRole('link', { name: `${name} shops` })).toBeVisible()
  await page.getByRole('button', { name: 'Delete view' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(tabs.getByRole('link', { name })).toHaveCount(0)
})

test('what a list shows comes as an Excel file, with the same rows', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/vendors?status=active&sort=name')
  const shown = await names(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Excel' }).click(),
  ])
  const [sheet] = await readXlsxFile(readFileSync(await file.path()))
  expect(sheet?.data.slice(1, 1 + shown.length).map(([name]) => name)).toEqual(shown)
  await page.goto('/chief/orders')
  const orders = await page.request.get('/chief/orders.xlsx?status=completed')
  expect([orders.status(), orders.headers()['content-type']]).toEqual([
    200,
    expect.stringContaining('spreadsheetml.sheet'),
  ])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a list is sorted, its columns are chosen and a view is saved', { tag: '@full' }, async ({ page }) => {
    await signIn(page, 'chief@ajoja.test')
    await page.goto('/chief/vendors')
    await page.getByRole('columnheader', { name: 'Signed up' }).getByRole('link').click()
    await expect(page).toHaveURL(/sort=signed/)
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('link', { name: 'Hide Orders' }).click()
    await expect(page.getByRole('columnheader', { name: 'Orders' })).toHaveCount(0)
    await page.getByText('Save this view').click()
    const name = `Newest ${Date.now() % 100_000}`
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name })).toBeVisible()
  })
})

test('a coordinator sees who looks after which state, and the runs of all of them', async ({ page }) => {
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/states')
  await expect(page.getByRole('row')).toHaveCount(38)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('Show').selectOption('Something waits')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/show=waiting/)
  await expect(page.getByRole('row', { name: /Lagos/ })).toBeVisible()
  await openPage(page, '/coordinator/deliveries')
  await expectGoodOnPhoneAndDesk(page)
  for (const report of ['By week', 'By town', 'By category']) {
    await openPage(page, '/coordinator/reports')
    await page.getByRole('link', { name: report }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expectGoodScreen(page)
  }
})
