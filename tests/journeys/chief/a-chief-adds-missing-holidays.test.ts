import { expect } from '@playwright/test'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedDay } from '#domain/time/date-text.ts'
import { yearToComplete } from '#domain/time/holiday-proposals.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a holiday of next year that is missing is a task from November on, done beside it', async ({ page }) => {
  const today = lagosDate(new Date())
  const year = Number(today.slice(0, 4)) + 1
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/holidays')
  const remove = page.getByRole('button', { name: new RegExp(`^Remove .*, ${formatDatedDay(`${year}-10-01`)}$`) })
  await remove.click()
  await expect(page.getByText('is a business day again')).toBeVisible()
  await openPage(page, '/chief/dashboard')
  const task = page.getByRole('link', { name: new RegExp(`public holidays? of ${year} (is|are) missing`) })
  await expect(task).toHaveCount(yearToComplete(today) === null ? 0 : 1)
  if (yearToComplete(today) === null) await openPage(page, '/chief/settings/holidays')
  else await expectGoodScreen(page)
  await page.getByRole('button', { name: /^Add (it|them|\d+ holidays? of)/ }).click()
  await expect(page.getByText(`The holidays of ${year} are in the list.`)).toBeVisible()
  await openPage(page, '/chief/dashboard')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(task).toHaveCount(0)
})
