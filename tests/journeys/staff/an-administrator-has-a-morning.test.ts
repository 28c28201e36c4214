import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { countTaps } from './count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a photograph is hidden with a reason, and shown again', { tag: '@full' }, async ({ page }, info) => {
  const taps = await countTaps(page, info)
  const name = await addPhotograph(page)
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/photographs')
  await taps.begin()
  const first = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await first.getByText('Hide it').first().click()
  // Nothing is hidden without a reason.
  await first.getByRole('button', { name: 'Hide it' }).click()
  await expect(first.getByLabel('Reason')).toBeFocused()
  await first.getByLabel('Reason').fill('It shows a face.')
  await first.getByRole('button', { name: 'Hide it' }).click()
  const hidden = page.getByRole('listitem').filter({ hasText: 'It shows a face.' }).filter({ hasText: name })
  await expect(hidden).toContainText('Hidden')
  expect(await taps.note('Photograph hidden')).toBeLessThanOrEqual(5)
  await expectGoodScreen(page)
  await hidden.getByText('Show it again').first().click()
  await hidden.getByLabel('Reason').fill('The face is drawn.')
  await hidden.getByRole('button', { name: 'Show it again' }).click()
  await expect(hidden).toHaveCount(0)
  await expect(first).toBeVisible()
})

/** The demo vendor opens a buy with one photograph. Returns the buy's name. */
async function addPhotograph(page: Page): Promise<string> {
  const buy = await openBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${buy.id}/photographs`)
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Take or choose a photo').setInputFiles({ name: 'lot.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save photographs' }).click()
  await expect(page.getByText('The photographs are saved.')).toBeVisible()
  return buy.name
}
