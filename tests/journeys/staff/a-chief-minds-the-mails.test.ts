import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newestMail, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test('a mail that failed is on the chief’s list, and is sent again from there', async ({ page, request, market }) => {
  const person = await newPerson(request)
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into mail.messages (kind, recipient, subject, text, status)
     values ('buy-cancelled', $1, 'Cancelled: Ofada rice', 'Nothing is owed.', 'failed')`,
    [person.email],
  )
  await owner.query(
    `update public.email_logs set status = 'failed', error = 'connect ECONNREFUSED 192.0.2.1:25'
     where recipient_email = $1 and kind = 'buy-cancelled'`,
    [person.email],
  )
  await owner.end()
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/dashboard')
  await page.getByRole('link', { name: '1 mail could not be sent' }).click()
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText('Cancelled: Ofada rice')
  await expect(row).toContainText('The mail server could not be reached. Once it works again, send it again.')
  await expectGoodScreen(page)
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The mail is on its way again.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await newestMail(request, person.email, 'buy-cancelled')
  await openPage(page, '/chief/overview')
  await expect(page.getByText('No mail has failed.')).toBeVisible()

  // Mails with sign-in links are logged without their text.
  await openPage(page, `/chief/settings/mails?search=${encodeURIComponent(person.email)}`)
  const confirmation = page.getByRole('row').filter({ hasText: 'Confirm your e-mail address' })
  await confirmation.getByText('Read it').click()
  await expect(confirmation).toContainText('Not stored, because it gives access to the account.')
})

test('a misspelt placeholder is named, not saved', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/templates')
  await page.getByRole('link', { name: /Welcome to/ }).click()
  const words = await page.getByLabel('Content').inputValue()
  await page.getByLabel('Content').fill('Good day {{full_nmae}}, your account is open.')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(
    page.getByText(/This mail has no placeholder \{\{full_nmae\}\}\. It has \{\{full_name\}\}/),
  ).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('Content').fill(words)
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('The template is saved.')).toBeVisible()
})
