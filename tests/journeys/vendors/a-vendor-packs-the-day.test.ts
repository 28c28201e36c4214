import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectToFit } from '../screens.ts'

test('a vendor packs the whole day by person, and prints one label for each bag on the paper at hand', {
  tag: '@full',
}, async ({ page, browser, market }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/packing')
  await page.getByRole('region', { name: 'Pack a whole day, a bag for each person' }).getByRole('link').first().click()
  await page.waitForURL(/\/vendor\/packing\/days\/day-/)
  await expectGoodOnPhoneAndDesk(page)
  const day = page.url()
  const bag = page
    .getByRole('region', { name: 'Bags' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button', { name: /^Bag packed/ }),
    })
  const name = (await bag.first().locator('strong').first().textContent()) ?? ''

  // Without scripts and by two people at once, a tick is a tick.
  const helper = await browser.newContext({ baseURL: market.origin, javaScriptEnabled: false })
  const other = await helper.newPage()
  await signIn(other, 'vendor@ajoja.test')
  await other.goto(day)
  await bag.first().getByRole('button').click()
  await expect(page.getByText(`The bag of ${name} is packed.`)).toBeVisible()
  await other
    .getByRole('button', { name: new RegExp(`^Bag packed: ${name}`) })
    .first()
    .click()
  await expect(other.getByText(`The bag of ${name} is packed.`)).toBeVisible()
  await other.goto(`${day}?search=${encodeURIComponent(name)}`)
  await other
    .getByRole('button', { name: new RegExp(`^Take back: ${name}`) })
    .first()
    .click()
  await expect(other.getByText('s bag is removed.')).toBeVisible()
  await helper.close()

  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Labels: Everything of the day')
  const labels = page.locator('.label')
  const all = await labels.count()
  expect(all).toBeGreaterThan(0)
  for (const [paper, size] of [
    ['On an 80 mm roll', 80],
    ['On a 58 mm roll', 58],
    ['On labels of 80 x 48 mm', 80],
  ] as const) {
    await page.getByRole('link', { name: paper }).click()
    await expect(page.getByRole('link', { name: 'On A4 paper' })).toBeVisible()
    await expect(labels).toHaveCount(all)
    await expectToFit(page)
    await page.emulateMedia({ media: 'print' })
    for (const box of await labels.all()) {
      const { width, height, cut, text } = await box.evaluate((label) => ({
        width: label.getBoundingClientRect().width,
        height: label.getBoundingClientRect().height,
        cut: [...label.querySelectorAll('*')].some(
          (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
        ),
        text: Number.parseFloat(getComputedStyle(label.querySelector('.label-name') ?? label).fontSize),
      }))
      expect(cut).toBe(false)
      // 15 points: readable at arm's length.
      expect(text).toBeGreaterThanOrEqual(20)
      expect(width).toBeLessThanOrEqual((size / 25.4) * 96)
      // The printable height of a label of 48 mm.
      if (paper.includes('48')) expect(height).toBeLessThanOrEqual((42 / 25.4) * 96)
    }
    await page.emulateMedia({ media: 'screen' })
  }
  await page.getByRole('link', { name: 'Back to packing' }).click()
  await expect(page).toHaveURL(day)
})
