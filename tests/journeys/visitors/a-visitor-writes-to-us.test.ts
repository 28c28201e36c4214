import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newEmail, newestMail } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

const SENT = "Message sent successfully! We'll get back to you soon."
const FAILED = 'Failed to send message. Please try again later.'

test('a message is stored, mailed to support, and acknowledged', async ({ page, request }) => {
  await openPage(page, '/contact')
  await expect(page.getByText('Monday to Friday, 9am to 5pm').first()).toBeVisible()
  await expectGoodScreen(page)
  const email = newEmail()
  await fillIn(page, { email, subject: `Two bags ${email}` })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  const support = /mailto:([^"]+)"/.exec(await page.content())?.[1] ?? ''
  await expect.poll(async () => (await newestMail(request, support, 'contact')).text).toContain(email)
})

test('without scripts a wrong address is marked and what was typed stays', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/contact')
  // A browser takes name@place; the rule wants a full address.
  await fillIn(page, { email: 'ngozi@place', subject: 'Delivery' })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert').getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('Delivery')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  await context.close()
})

test('a message that cannot be sent says so and stays', async ({ page, context }) => {
  await openPage(page, '/contact')
  await fillIn(page, { email: newEmail(), subject: 'Cut off' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(FAILED)).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('Cut off')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
})

test('all four fields are required', async ({ page }) => {
  await page.goto('/contact')
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(label)).toHaveAttribute('required', '')
  }
})

async function fillIn(page: Page, { email, subject }: { email: string; subject: string }): Promise<void> {
  await page.getByLabel('Name').fill('Ngozi Test')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Good day. Do you bring two bags to Yaba?')
}
