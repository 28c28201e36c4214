import { expect, type Page } from '@playwright/test'
import { type FaultySite, refused, test, unreadable } from '../faulty-site.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'

// A read that fails must not look like "nothing there": the page says so, and the log names the read.

for (const [name, fault] of [
  ['refused', refused('notices')],
  ['faulty', unreadable('notices')],
] as const) {
  test(`a page says that a part of it is missing: ${name}`, { tag: name === 'faulty' ? '@full' : [] }, async ({
    page,
    faultySite,
  }) => {
    await signIn(page, 'customer@ajoja.test')
    await faultySite.whileBroken(fault, async () => {
      await openPage(page, '/account/orders')
      await expect(missingPart(page)).toBeVisible()
    })
    await missingPart(page).getByRole('link', { name: 'Try again' }).click()
    await expect(missingPart(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('so does a page after a tap on a link, and the next page no longer', async ({ page, faultySite }) => {
  await signIn(page, 'customer@ajoja.test')
  await openPage(page, '/account/orders')
  await faultySite.whileBroken(refused('status_changes'), async () => {
    await page.getByRole('main').locator('a[href^="/account/orders/"]').first().click()
    await expect(missingPart(page)).toBeVisible()
  })
  expect(reports(faultySite)).toContain('A read of a page failed: 403 42501 at /rest/v1/status_changes')
  await page.goBack()
  await expect(missingPart(page)).toHaveCount(0)
})

test('a page that cannot do without a read says that it cannot be shown', async ({ page, faultySite }) => {
  await signIn(page, 'vendor@ajoja.test')
  await faultySite.whileBroken(refused('vendors'), async () => {
    await page.goto('/vendor/payouts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not show this page')
  })
})

const missingPart = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })

const reports = (site: FaultySite) =>
  site.log().flatMap(({ err }) => (err && typeof err === 'object' && 'message' in err ? [String(err.message)] : []))
