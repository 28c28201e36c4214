import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openPage } from '../open-page.ts'
import { DEMO_PASSWORD, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { test } from './bad-line.ts'
import { handOver, onDatabase } from './handed-over-order.ts'

test.use({ viewport: { width: 360, height: 740 } })
test.setTimeout(150_000)

test('a buyer claims with two photographs over a line that breaks twice', async ({ page, market, line }) => {
  const orderId = await handOver(market)
  await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
  await openPage(page, `/account/claims/new?order=${orderId}`)
  await page.getByLabel('What is wrong').selectOption({ label: 'Spoiled or damaged' })
  await page.getByRole('group', { name: 'Which goods' }).getByRole('textbox').first().fill('1')
  await page.getByLabel('What happened').fill('Both bags are wet inside.')
  line.mend()
  const starts = partsOf(page)
  await take(page, 'Pictures or a short film', [await noise(1_500), await noise(900)])
  const uploads = page.getByRole('listitem').filter({ hasText: /photo-\d\.jpg/ })
  await expect.poll(() => starts.length).toBeGreaterThan(1)
  await expect(uploads.first()).toContainText(/Uploading [1-9]\d?%/)
  line.cut()
  await expect(uploads.first()).toContainText(/No line\. It goes on from \d+% when the line is back\./)
  // Pressed meanwhile, the form waits for its photographs.
  await page.getByRole('button', { name: 'Make the claim' }).click()
  await expect(page.getByText('It is sent as soon as the files are uploaded. Keep this page open.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const before = starts.length
  line.mend()
  await expect.poll(() => starts.length).toBeGreaterThan(before)
  expect(starts[before], 'what the server has is not sent again').toBeGreaterThan(0)
  await expect(uploads.first()).toContainText('Uploaded')
  await expect(uploads.last()).toContainText(/Uploading [1-9]\d?%/)
  line.cut()
  await expect(uploads.last()).toContainText('No line.')
  line.mend(Number.POSITIVE_INFINITY)
  await expect(page.getByText('We have your claim and have told the vendor.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Evidence \d, from the buyer/ })).toHaveCount(2)
  expect(await leftOnDevice(page)).toEqual([])
  const [left] = await onDatabase<{ count: string }>(
    market,
    'select count(*) from storage.resumable_uploads where finished_at is null',
  )
  expect(left?.count).toBe('0')
})

test('after a reload an upload goes on; what is removed is deleted; a refused file is named', async ({
  page,
  market,
  line,
}) => {
  const orderId = await handOver(market)
  await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
  const path = `/account/claims/new?order=${orderId}`
  await openPage(page, path)
  line.mend()
  await take(page, 'Pictures or a short film', [await noise(1_500)])
  const upload = page.getByRole('listitem').filter({ hasText: 'photo-0.jpg' })
  const starts = partsOf(page)
  await expect.poll(() => starts.length).toBeGreaterThan(1)
  starts.splice(0)
  await page.reload()
  line.mend()
  await expect(upload).toContainText(/Uploading|Uploaded/)
  line.mend(Number.POSITIVE_INFINITY)
  await expect(upload.getByText('Uploaded', { exact: true })).toBeVisible()
  expect(starts[0], 'what the server has is not sent again').toBeGreaterThan(0)
  // Another tab of the page does not take it over.
  const tab = await page.context().newPage()
  await openPage(tab, path)
  await expect(tab.getByRole('button', { name: 'Make the claim' })).toBeVisible()
  await expect(tab.getByText('photo-0.jpg')).toHaveCount(0)
  await tab.close()

  await page.getByLabel('Pictures or a short film').setInputFiles({
    name: 'page.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  })
  await expect(page.getByText('This file is no picture or film that we can show')).toBeVisible()
  await page.getByRole('button', { name: 'Make the claim' }).click()
  await expect(page.getByText('Nothing is sent yet: remove the file that was refused')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Remove page.jpg' }).click()
  await page.getByRole('button', { name: 'Remove photo-0.jpg' }).click()
  const stored = `select count(*) from storage.objects o join auth.users u on u.id = o.owner
    where o.bucket_id = 'evidence' and u.email = 'customer@ajoja.test' and not exists (select from public.claim_evidence e where e.path = o.name)`
  await expect.poll(async () => (await onDatabase<{ count: string }>(market, stored))[0]?.count).toBe('0')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Make the claim' })).toBeVisible()
  await expect(page.getByText('photo-0.jpg')).toHaveCount(0)
})

test('a vendor adds a photograph over a line that breaks', async ({ page, line }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/new')
  const name = `Photographed beans ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Category').selectOption('grains')
  await page.getByLabel('Unit', { exact: true }).fill('bag')
  await page.getByLabel('Base price per unit').fill('42,500')
  await page.getByLabel('Available quantity').fill('80')
  line.mend()
  await take(page, 'Take or choose a photo', [await noise(2_400)])
  await expect(page.getByText(/Uploading [1-9]\d?%/)).toBeVisible()
  line.cut()
  await expect(page.getByText('No line.')).toBeVisible()
  await expectGoodScreen(page)
  line.mend(Number.POSITIVE_INFINITY)
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.waitForURL(/done=saved/)
  await page.goto(`/vendor/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
})

/** The byte with which each part starts that the page sends. */
function partsOf(page: Page): number[] {
  const starts: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') starts.push(Number(request.headers()['upload-offset']))
  })
  return starts
}

/** A photograph that compresses badly, with unique bytes. */
const noise = (width: number) =>
  sharp(randomBytes(width * 300 * 3), { raw: { width, height: 300, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()

async function take(page: Page, label: string, buffers: Buffer[]): Promise<void> {
  const files = buffers.map((buffer, index) => ({ name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await page.getByLabel(label).setInputFiles(files)
}

const leftOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('unsent-files', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('files').objectStore('files').getAllKeys()
          all.onsuccess = () => resolve(all.result)
        }
      }),
  )
