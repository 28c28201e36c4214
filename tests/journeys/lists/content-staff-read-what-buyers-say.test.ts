import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('content staff find new ratings in the menu, the lowest first on request', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content')
  await page.getByRole('button', { name: /Content desk/ }).click()
  await page.getByRole('link', { name: 'New ratings' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New ratings')
  await expectGoodOnPhoneAndDesk(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // All ratings of the demo market, whatever their day.
  await openPage(page, '/content/reviews/new?from=2020-01-01')
  await page.getByRole('link', { name: 'Rating', exact: true }).click()
  await expect(page).toHaveURL(/sort=rating/)
  await expect(page.getByRole('columnheader', { name: 'Rating' })).toHaveAttribute('aria-sort', 'ascending')
  const stars = (await page.getByText(/^Rated \d\.0 of 5$/).allTextContents()).map((text) => Number(text.split(' ')[1]))
  expect(stars.length).toBeGreaterThan(1)
  expect(stars).toEqual(stars.toSorted((a, b) => a - b))
  await page.getByLabel('Stars').selectOption('1 and 2 stars')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/stars=low/)
  for (const text of await page.getByText(/^Rated \d\.0 of 5$/).allTextContents()) expect(text).toMatch(/[12]\.0/)
})

test('lists of what was said and shown are limited to days, and photographs lead to their product', async ({
  page,
}) => {
  await signIn(page, 'administrator@ajoja.test')
  for (const list of ['reviews', 'questions', 'photographs', 'questions/unanswered']) {
    await openPage(page, `/content/${list}?from=2020-01-01&until=2020-01-31`)
    await expect(page.getByText(/^(Nothing on|No question of) these days\.$/)).toBeVisible()
    await page.getByRole('link', { name: /From Wed 1 Jan 2020/ }).click()
    await expect(page).not.toHaveURL(/from=/)
    await expectGoodScreen(page)
  }
})

test('orders are read from the oldest, page by page, unless words are searched', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/orders')
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await expect(page).toHaveURL(/sort=ordered/)
  await expect(page.getByText('oldest first')).toBeVisible()
  const numbers = async () => (await page.locator('th[scope=row] a').allTextContents()).map(Number)
  const first = await numbers()
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page).toHaveURL(/newer=/)
  await expect.poll(async () => (await numbers())[0]).not.toBe(first[0])
  const second = await numbers()
  expect(first.filter((number) => second.includes(number))).toEqual([])
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(numbers).toEqual(first)
  await openPage(page, '/coordinator/orders?search=rice&sort=ordered')
  await expect(page.getByText('newest first')).toBeVisible()
  // A cursor that is no moment is the first page, not a fault.
  await openPage(page, '/coordinator/orders?older=2026-02-31T10:00:00Z_00000000-0000-4000-8000-000000000000')
  await expect(page.locator('th[scope=row] a').first()).toBeVisible()
})
