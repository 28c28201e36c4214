import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { mailedLink, newEmail, newPassword } from '../people.ts'
import { slowPhone } from './slow-phone.ts'

// From a link in a chat to a joined buy, by a new user: all bytes over the network. The time on this machine is
// printed, not asserted.
const MOST_BYTES = 600_000

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test('a stranger with a slow phone joins from a WhatsApp link within 600 KB', async ({ page }, { annotations }) => {
  test.slow()
  const buy = await openBuy(page.request)
  const weight = await slowPhone(page)
  const start = Date.now()
  await page.goto(`/group-buys/${buy.id}?ref=NOBODY12`)
  await page.getByRole('button', { name: 'Sign in to join' }).tap()
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).tap()
  const email = newEmail()
  await page.getByLabel('Full name').fill('Chioma Stranger')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword())
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText(/^Account created successfully!/)).toBeVisible()
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await page.waitForURL(`**/group-buys/${buy.id}*`)
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).tap()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toBeVisible()
  const seconds = (Date.now() - start) / 1000
  await page.waitForLoadState('networkidle')
  const bytes = weight()
  const said = `${Math.round(bytes / 1000)} KB in ${seconds.toFixed(1)} s at 1.6 Mbit, 150 ms, processor 4 times slower`
  annotations.push({ type: 'walk', description: said })
  console.log(`From a WhatsApp link to a joined buy: ${said}`)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
