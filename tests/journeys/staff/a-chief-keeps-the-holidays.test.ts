import { expect } from '@playwright/test'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDatedDay } from '#domain/time/date-text.ts'
import { test } from '../market.ts'
import { signIn } from '../people.ts'

test.use({ javaScriptEnabled: false })

test('a chief adds a public holiday and takes it back', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/settings')
  await page.getByRole('link', { name: 'Public holidays' }).click()
  const listed = await page.locator('tbody tr').allTextContents()
  const days = Array.from({ length: 60 }, (_, ahead) => addDays(lagosDate(new Date()), ahead + 1))
  const date = days.find((one) => !listed.some((row) => row.includes(formatDatedDay(one)))) ?? ''
  const day = formatDatedDay(date)
  const add = async (name: string) => {
    await page.getByLabel('Day', { exact: true }).fill(date)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Expected: not announced yet').check()
    await page.getByRole('button', { name: 'Add holiday' }).click()
  }
  await add('Day of thanks')
  await expect(page.getByText(`${day} counts as a public holiday from now on.`)).toBeVisible()
  await add('Day of thanks again')
  await expect(page.getByText('This day is a public holiday already.')).toBeVisible()
  await page.getByRole('button', { name: `Remove Day of thanks, ${day}` }).click()
  await expect(page.getByText(`${day} is a business day again`)).toBeVisible()
  await expect(page.getByText('Day of thanks', { exact: true })).toHaveCount(0)
  await page.goto('/chief/audit')
  await expect(page.getByText(/added the public holiday/).first()).toBeVisible()
})
