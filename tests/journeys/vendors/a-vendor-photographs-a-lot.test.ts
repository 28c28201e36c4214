import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Bytes of the first thumbnail, the only photograph that loads with a buy's page. */
const MAX_FIRST_THUMBNAIL = 12_000

test('photographs added to an open buy are seen beside its drawing, one thumbnail at first', async ({ page }) => {
  const buy = await openBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${buy.id}`)
  await page.getByRole('link', { name: 'Photographs of the lot' }).click()
  await take(page, await photo(1), await photo(2), await photo(3))
  await expect(page.getByRole('img', { name: 'Photo 3' })).toBeVisible()
  await page.getByLabel('Caption of photo 1').fill('The sacks')
  await page.getByLabel('Caption of photo 3').fill('The grain')
  await page.getByLabel('Place').nth(2).selectOption('1')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Save photographs' }).click()
  await expect(page.getByText('The photographs are saved.')).toBeVisible()
  await expect(page.getByLabel('Caption of photo 1')).toHaveValue('The grain')

  await page.context().clearCookies()
  await page.goto('about:blank')
  const sizes: number[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/render/image/')) sizes.push((await response.body()).byteLength)
  })
  await page.goto(`/group-buys/${buy.id}`)
  await page.waitForLoadState('networkidle')
  const lot = page.getByRole('region', { name: 'Photographs of this lot' })
  await lot.scrollIntoViewIfNeeded()
  await expect(lot.getByRole('img', { name: 'The grain' })).toBeVisible()
  await expect(lot.getByText(/^The shop added it on \d+ \w+ \d{4}\.$/).first()).toBeVisible()
  await expect(page.locator('img[src^="/basins/"]').first()).toBeVisible()
  await expect.poll(() => sizes.length).toBe(1)
  expect(sizes[0]).toBeLessThanOrEqual(MAX_FIRST_THUMBNAIL)
  await lot.getByText('Show all 3 photographs').click()
  await expect.poll(() => sizes.length).toBe(3)
  await expect(lot.getByRole('img')).toHaveCount(3)
  await expectGoodScreen(page)
  await lot.getByRole('link', { name: 'The grain' }).click()
  await expect(page).toHaveURL(/\/render\/image\/.*width=960/)
})

test('a photograph of a new buy is stored without its place and camera, and what is no photograph is refused', async ({
  page,
}) => {
  const product = await openProduct(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/new?product=${product.id}`)
  await fillBuy(page)
  await take(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
  await expect(page.getByText('This file is not a photo we can show')).toBeVisible()
  const located = await sharp(await photo(4))
    .withExif({ IFD0: { Make: 'Tecno Camon' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()
  await take(page, located)
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await page.waitForURL(/done=published/)
  const { body } = await callWire<{ photographs: { url: string }[] }[]>(
    page.request,
    `/rest/v1/group_buys?select=photographs:buy_pictures(url)&product_id=eq.${product.id}`,
  )
  const url = body[0]?.photographs[0]?.url.split('#')[0] ?? ''
  const stored = await (await page.request.get(url)).body()
  const { exif } = await sharp(stored).metadata()
  expect(exif).toBeUndefined()
  expect(stored.includes('Tecno')).toBe(false)
})

test('content staff hide a photograph with a reason, and its shop reads it', async ({ page }) => {
  const buy = await openBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${buy.id}/photographs`)
  await take(page, await photo(5))
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save photographs' }).click()
  await expect(page.getByText('The photographs are saved.')).toBeVisible()

  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/photographs')
  const item = page.getByRole('listitem').filter({ hasText: buy.name })
  await item.getByText('Hide it').first().click()
  await item.getByLabel('Reason').fill('It shows another shop’s goods.')
  await expectGoodScreen(page)
  await item.getByRole('button', { name: 'Hide it' }).click()
  await expect(page.getByText('The photograph is hidden.')).toBeVisible()
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByRole('region', { name: 'Photographs of this lot' })).toHaveCount(0)

  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/vendor/products/buys/${buy.id}/photographs`)
  await expect(page.getByText('It shows another shop’s goods.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('photographs are sent with the form, described, and removed again', async ({ page }) => {
    const buy = await openBuy(page.request)
    await signIn(page, 'vendor@ajoja.test')
    await page.goto(`/packing/photographs/${buy.id}`)
    for (const step of [6, 7]) {
      await take(page, await photo(step))
      await page.getByRole('button', { name: 'Save photographs' }).click()
      await expect(page.getByText('The photographs are saved.')).toBeVisible()
    }
    await page.getByLabel('Caption of photo 2').fill('The scale')
    await page.getByLabel('Place').nth(1).selectOption('1')
    await page.getByRole('button', { name: 'Save photographs' }).click()
    await expect(page.getByLabel('Caption of photo 1')).toHaveValue('The scale')
    await page.getByRole('checkbox', { name: 'Remove' }).nth(1).check()
    await page.getByRole('button', { name: 'Save photographs' }).click()
    await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(1)
    await page.goto(`/group-buys/${buy.id}`)
    await expect(page.getByRole('img', { name: 'The scale' })).toBeVisible()
  })
})

/** A photograph with the detail of real goods, and unique bytes. */
async function photo(seed: number): Promise<Buffer> {
  const [width, height] = [1200, 900]
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0, state = seed + Date.now(); at < raw.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    raw[at] = 120 + ((at / 3600) % 60) + (state % 40)
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

async function take(page: Page, ...buffers: Buffer[]): Promise<void> {
  const files = buffers.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await page.getByLabel('Take or choose a photo').setInputFiles(files)
}

async function fillBuy(page: Page): Promise<void> {
  await page.getByLabel('Target quantity').fill('40')
  await page
    .getByLabel('Window closes')
    .fill(`${new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)}T17:00`)
  await page.getByLabel('Minimum participants').fill('2')
  await page.locator('[name=tier_participants]').first().fill('2')
  await page.locator('[name=tier_price]').first().fill('76,000')
}
