import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a vendor uploads a photo on a bad connection, and it is on the card', async ({ page, request }) => {
  const name = `Photographed rice ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/new')
  await describeProduct(page, name)
  let tries = 0
  await page.route('**/upload/resumable', (route) => {
    tries += 1
    return tries === 1 ? route.abort('connectionreset') : route.continue()
  })
  await take(page, await photo('#c08040'))
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  expect(tries).toBe(2)
  // The same one again, as after a lost response: it is listed once.
  await take(page, await photo('#c08040'), await photo('#306080'))
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.waitForURL(/done=saved/)

  await openPage(page, `/vendor/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('radio', { name: 'Show on the card' }).nth(1).check()
  const second = (await page.locator('input[name=photo]').nth(1).getAttribute('value')) ?? ''
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/done=saved/)
  const { body } = await callWire<{ image_url: string; pictures: unknown[] }[]>(
    request,
    `/rest/v1/products?select=image_url,pictures:product_pictures(url)&name=eq.${encodeURIComponent(name)}`,
  )
  const [product] = body
  expect(product?.image_url).toBe(second)
  expect(product?.pictures).toHaveLength(2)

  const small = second.replace('/object/', '/render/image/').split('#')[0]
  const shown = await request.get(`${small}?width=96&format=avif`)
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/avif'])
  expect(shown.headers()['cache-control']).toContain('immutable')
  expect((await shown.body()).byteLength).toBeLessThan(5_000)

  // With data saving on, it loads on request. Pending requests of the previous page are not counted.
  await page.goto('about:blank')
  const requested: string[] = []
  page.on('request', (one) => requested.push(one.url()))
  await page.context().setExtraHTTPHeaders({ 'save-data': 'on' })
  await page.goto(`/products?search=${encodeURIComponent(name)}`)
  await page.waitForLoadState('networkidle')
  expect(requested.filter((url) => url.includes('/storage/'))).toEqual([])
  await page.getByRole('button', { name: 'Show the picture' }).first().click()
  await expect.poll(() => requested.filter((url) => url.includes('/render/image/')).length).toBe(1)
  await expect(page).toHaveURL(/\/products\?search/)
  const found = `/search?q=${encodeURIComponent(name)}`
  await page.goto(found)
  await expect(page.getByRole('main').getByRole('button', { name: 'Show the picture' })).toHaveCount(1)
  await page.context().setExtraHTTPHeaders({})
  await page.goto(found)
  const lightest = page.getByRole('main').locator('picture source').first()
  await expect(lightest).toHaveAttribute('type', 'image/avif')
  await expect(lightest).toHaveAttribute('srcset', /width=96&format=avif 96w/)
})

test('without a connection the photo waits, and an invalid file is rejected', async ({ page }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/new')
  await describeProduct(page, 'Never stored')
  await page.route('**/upload/resumable', (route) => route.abort('connectionreset'))
  await take(page, await photo('#c08040'))
  await expect(page.getByText('No line. It goes on from 0% when the line is back.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Never stored')
  await expectGoodScreen(page)
  await page.unroute('**/upload/resumable')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await take(page, Buffer.from('<html><script>alert(1)</script></html>'))
  await expect(page.getByText('This file is not a photo we can show')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a photo goes with the form, survives a refusal, and is removed again', async ({ page }) => {
    const name = `Quiet rice ${crypto.randomUUID().slice(0, 8)}`
    await signIn(page, 'vendor@ajoja.test')
    await page.goto('/vendor/products/new')
    await describeProduct(page, name)
    await page.getByLabel('Base price per unit').fill('nothing')
    await take(page, await photo('#c08040'))
    await page.getByRole('button', { name: 'Create product' }).click()
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await page.getByLabel('Base price per unit').fill('42,500')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.waitForURL(/done=saved/)
    await page.goto(`/vendor/products?search=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Remove' }).check()
    await page.getByText('Choose a drawing').click()
    await page.getByRole('radio', { name: 'Ofada rice' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/done=saved/)
    await page.goto(`/vendor/products?search=${encodeURIComponent(name)}`)
    await expect(page.locator('img[src*="/basins/ofada-rice.svg"]').first()).toBeVisible()
  })

  test('an administrator puts a photo on an advert', async ({ page }) => {
    await signIn(page, 'administrator@ajoja.test')
    await page.goto('/content/adverts/new')
    const title = `Photo advert ${crypto.randomUUID().slice(0, 8)}`
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('From').fill('2037-03-14T17:00')
    await page.getByLabel('To', { exact: true }).fill('2037-03-20T09:00')
    await take(page, await photo('#208040'))
    await page.getByRole('button', { name: 'Create ad' }).click()
    await page.waitForURL(/done=saved/)
    await expect(page.getByText(title).first()).toBeVisible()
    await page.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  })
})

/** A photograph with unique bytes. */
const photo = (background: string) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function take(page: Page, ...buffers: Buffer[]): Promise<void> {
  const files = buffers.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await page.getByLabel('Take or choose a photo').setInputFiles(files)
}

async function describeProduct(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Category').selectOption('grains')
  await page.getByLabel('Unit', { exact: true }).fill('bag')
  await page.getByLabel('Base price per unit').fill('42,500')
  await page.getByLabel('Available quantity').fill('80')
}
