import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a file is checked, its good rows are imported once, and the rest is downloaded with its faults', async ({
  page,
}) => {
  const code = `J${crypto.randomUUID().slice(0, 8)}`
  const rows = [
    'Code,Name,Category,Unit,Base price,Available quantity,Stockpiling',
    `${code},"Imported rice, ${code}",Grains,bag,"64,000",25,yes`,
    `${code}-2,Imported pepper ${code},Spices,basket,cheap,3,no`,
  ]
  const file = { name: 'market.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('File').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('1 row can be imported, 1 cannot.')).toBeVisible()
  await expect(page.getByText('Please choose a category.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download these rows' }).click()
  const faults = await readFile(await (await downloading).path(), 'utf8')
  expect(faults).toContain(`${code}-2,Imported pepper`)
  expect(faults).toContain('Category: Please choose a category.')

  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText(/^Done: 1 added, 0 changed, 0 skipped as they were, 1 not imported/)).toBeVisible()
  await expectGoodScreen(page)
  await openPage(page, '/vendor/products/import')
  await page.getByLabel('File').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText(/^Done: 0 added, 0 changed, 1 skipped as they were/)).toBeVisible()
})

test('products are exported in the columns of an import', async ({ page }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const path = await (await downloading).path()
  expect(await readFile(path, 'utf8')).toMatch(
    /^\uFEFF?Code,Name,Description,Category,Unit,Base price,Available quantity/,
  )
  await openPage(page, '/vendor/products/import')
  await page.getByLabel('File').setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: await readFile(path) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText(/rows can be imported/)).toBeVisible()
})
