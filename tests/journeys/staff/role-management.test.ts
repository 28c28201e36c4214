import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

test('the chief finds a person and changes their role; the confirmation clears after 3 seconds', async ({ page }) => {
  const person = await newPerson(page.request, { fullName: `Uche Role ${Date.now()}` })
  await signIn(page, 'chief@ajoja.test')
  await page.clock.install()
  await page.goto('/chief/staff')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Role Management')
  await page.getByLabel('Search name, email or phone').fill(person.email)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row', { name: person.fullName })
  await expect(row).toContainText(person.email)
  await expect(row).toContainText('Customer')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please select a user and role')

  await page.getByLabel(`Pick ${person.fullName}`).check()
  await page.getByLabel('New role').selectOption('coordinator')
  // From here on the clock moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Save' }).click()
  const confirmation = page.getByText('Role updated successfully')
  await expect(confirmation).toBeVisible()
  await expect(row).toContainText('Coordinator')
  await expect(page.getByRole('listitem').filter({ hasText: person.fullName })).toContainText('Customer to Coordinator')
  await page.clock.runFor(2900)
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(200)
  await expect(confirmation).toHaveCount(0)

  await signIn(page, person.email, person.password)
  await page.goto('/auth')
  await expect(page).toHaveURL('/coordinator/dashboard')
})

test('the chief cannot change their own role', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/staff?search=chief@ajoja.test')
  await page.getByRole('radio').first().check()
  await page.getByLabel('New role').selectOption('customer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('You cannot change your own role.')
})

test('a role that leaves something behind is asked about first', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/staff?search=vendor@ajoja.test')
  const row = page.getByRole('row', { name: 'vendor@ajoja.test' })
  await row.getByRole('radio').check()
  await page.getByLabel('New role').selectOption('customer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^The shop Mama Sade Foodstuff will be suspended/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Keep the current role' }).click()
  await expect(page.getByRole('button', { name: 'Change the role' })).toHaveCount(0)
  await expect(row).toContainText('Vendor')

  const other = await newPerson(page.request, { fullName: `Efe Shop ${Date.now()}` })
  await page.goto(`/chief/staff?search=${other.email}`)
  await page.getByRole('radio').first().check()
  await page.getByLabel('New role').selectOption('vendor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Role updated successfully')).toBeVisible()
})
