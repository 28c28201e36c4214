import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectToFit } from '../screens.ts'

const VENDOR = 'vendor@ajoja.test'
/** Staff of the hub, and of the vendor's shop, in the demo market. */
const [HUB, HELPER] = ['hub@ajoja.test', 'buyer59@ajoja.test']
const BUY = 'Shaki and roundabout (tripe)'

async function openBuy(page: Page, base: string): Promise<void> {
  await page.goto(base)
  await page.getByRole('link', { name: BUY }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(BUY)
}

/** Ends the time in which a short delivery can be withdrawn. */
async function letRefundsBeDue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`update public.shortfalls set due_at = clock_timestamp() where status = 'entered'`)
  } finally {
    await client.end()
  }
}

/** Each sheet on A4 and on a roll, without scripts. */
async function expectSheets(page: Page): Promise<void> {
  const here = page.url()
  for (const [sheet, name] of [
    ['pick', 'Pick list'],
    ['list', 'Packing list'],
    ['labels', 'Labels'],
    ['roster', 'Roster'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', /\/print\//)
    await page.goto(`${here}/print/${sheet}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}: ${BUY}`)
    await expectToFit(page)
    expect(await page.locator('script[type=module]').count()).toBe(0)
    await page.goto(`${here}/print/${sheet}?paper=roll`)
    await expectToFit(page)
    await page.goto(here)
  }
}

test('a vendor packs and prints, the hub weighs in short, and the buyers get their money back', async ({
  page,
  market,
}) => {
  await signIn(page, VENDOR)
  await openBuy(page, '/vendor/packing')
  await expectSheets(page)
  const orders = await (await page.request.get(`${new URL(page.url()).pathname}/list.csv`)).text()
  expect(orders.split('\r\n')[0]).toContain('Where,How,Order,Buyer,Product')
  expect(orders).not.toMatch(/₦|@/)

  // Tick one, untick it, tick it again.
  const unpacked = page.getByRole('button', { name: /^Mark packed: / })
  const name = (await unpacked.first().getAttribute('aria-label')) ?? ''
  await unpacked.first().click()
  const back = page.getByRole('button', { name: name.replace('Mark packed', 'Take back'), exact: true })
  await back.click()
  await page.getByRole('button', { name, exact: true }).click()
  await expect(back).toBeVisible()

  await signIn(page, HUB)
  await page.goto('/weigh-in')
  await page.getByRole('link', { name: BUY }).click()
  await expect(page.getByRole('heading', { name: 'Weigh in a load' })).toBeVisible()
  const weight = page.locator('dt', { hasText: /^Expected$/ }).locator('xpath=following-sibling::dd[1]')
  const expected = Number.parseInt((await weight.textContent()) ?? '', 10)
  await page.getByLabel('Units counted (kg)').fill(String(expected))
  const picture = page.getByLabel('Picture').first()
  await page.getByLabel('Kilograms weighed').fill('0')
  await picture.setInputFiles({ name: 'scale.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Enter this load' }).click()
  await expect(page.getByText(/^This file is not a JPEG/)).toBeVisible()
  // A picture of a phone camera's size.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = sharp({ create: { width: 640, height: 640, channels: 3, background: '#808080', noise } })
  const buffer = await photo.png({ compressionLevel: 0 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(1_100_000)
  await picture.setInputFiles({ name: 'scale.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Enter this load' }).click()
  await expect(page.getByText('Kilograms must be above zero.')).toBeVisible()
  await expect(page.getByLabel('Units counted (kg)')).toHaveValue(String(expected))
  await page.getByLabel('Kilograms weighed').fill(String(expected - 2))
  await picture.setInputFiles({ name: 'scale.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Enter this load' }).click()
  await expect(page.getByText(/^Entered. 2 kg missing/)).toBeVisible()
  const address = await page.getByRole('link', { name: 'See the picture' }).first().getAttribute('href')
  expect((await page.request.get(address ?? '')).headers()['content-type']).toMatch(/^image\//)
  await expect(page.getByLabel('Missing (kg)')).toHaveValue('2')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('Reason').fill('The scale at the hub shows less')
  await page.getByRole('button', { name: 'See what it costs' }).click()
  await page.getByRole('button', { name: 'Enter what is missing', exact: true }).click()
  await expect(page.getByText(/^Entered\. \d+ buyers get their money back in \d+ minutes/)).toBeVisible()
  // Another user sees nothing of it.
  const delivery = new URL(page.url()).pathname
  await signIn(page, 'customer@ajoja.test')
  expect((await page.goto(delivery))?.status()).toBe(404)

  await signIn(page, VENDOR)
  await page.goto('/account/notices')
  await expect(page.getByText(/^2 of .* kg short: Shaki/)).toBeVisible()
  await letRefundsBeDue(market.databaseUrl)
  await expect(async () => {
    await page.goto(`/group-buys/${delivery.split('/')[3]}/sheet`)
    await expect(page.getByText('2 kg came short')).toBeVisible({ timeout: 500 })
  }).toPass()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a helper of the shop packs, and says that all is ready', async ({ page }) => {
    await signIn(page, HELPER)
    await openBuy(page, '/packing')
    await page
      .getByRole('button', { name: /^Mark packed: / })
      .first()
      .click()
    await expect(page.getByText('Marked as packed.')).toBeVisible()
    await page.getByRole('button', { name: 'Mark all ready' }).click()
    await page.getByRole('button', { name: 'Yes, all is ready' }).click()
    await expect(page.getByText(/^\d+ orders are ready. The buyers have been notified.$/)).toBeVisible()
    expect((await page.goto('/vendor/packing'))?.url()).not.toContain('/vendor')
  })
})
