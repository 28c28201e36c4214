import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newestMail, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test('a chief finds a message, tests a template, saves it, and brings the first words back', async ({
  page,
  request,
}) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/templates?search=refund+arrived')
  await expectGoodScreen(page)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Notice', exact: true }).click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await expectGoodScreen(page)

  await openPage(page, '/chief/settings/templates?search=contact-received')
  await page.getByRole('link', { name: 'We received your message' }).click()
  const words = await page.getByLabel('Content').inputValue()
  await page.getByLabel('Content').fill('Good day, we have it.')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('This mail needs the placeholder {{reference}}.').first()).toBeVisible()
  await page.getByLabel('Content').fill(`We have it.\n\n${words}`)
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(/The test is on its way to chief@ajoja\.test/)).toBeVisible()
  const mail = await newestMail(request, 'chief@ajoja.test', 'template-test')
  expect(JSON.stringify(mail)).toContain('7C1E52A0')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('The template is saved.')).toBeVisible()

  await page.getByRole('link', { name: 'We received your message' }).click()
  await expect(page.getByText(/changed it,/).first()).toBeVisible()
  await expectGoodScreen(page)
  await page.getByText('Compare with today').last().click()
  await page.getByRole('button', { name: 'Reset to these words' }).click()
  await expect(page.getByText('The template is saved.')).toBeVisible()
  await page.getByRole('link', { name: 'We received your message' }).click()
  await expect(page.getByLabel('Content')).toHaveValue(words)
})
