import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { mailedLink, newEmail, newPassword, newPerson, publishableKey } from '../people.ts'

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Sign in|Create account)$/ })
    .click()
}

async function openAuth(page: Page, search = ''): Promise<void> {
  await page.goto(`/auth${search}`)
  // The button exists once scripts run, so the rest happens in the browser.
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
}

test('each sign-in refusal shows its text, and the right password leads to the dashboard', async ({ page }) => {
  const { email, password } = await newPerson(page.request)
  const alert = page.getByRole('main').getByRole('alert')
  await openAuth(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(alert).toHaveText('You must provide either an email or phone number and a password.')
  await fillIn(page, 'not an address', password)
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await fillIn(page, email, 'wrong-password')
  await expect(alert).toHaveText('Invalid email or password. Please check your credentials and try again.')

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await fillIn(page, email, password)
  await page.waitForURL('/customer/dashboard')
})

test('a sign-in that failed without a network works once there is one, without a reload', async ({ page, context }) => {
  const { email, password } = await newPerson(page.request)
  await openAuth(page)
  await context.setOffline(true)
  await fillIn(page, email, password)
  await expect(page.getByText('No internet connection').first()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/customer/dashboard')
})

test('an unconfirmed person is told to verify, and gets the mail again', async ({ page }) => {
  const email = newEmail()
  const password = newPassword()
  const headers = { apikey: await publishableKey(page.request) }
  await page.request.post('/auth/v1/signup', { headers, data: { email, password } })
  await openAuth(page)
  await fillIn(page, email, password)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Please verify your email address before signing in.',
  )
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.getByText('The mail is on its way again.')).toBeVisible()
})

test('each sign-up refusal shows its text', async ({ page }) => {
  const { email } = await newPerson(page.request)
  const alert = page.getByRole('main').getByRole('alert')
  await openAuth(page, '?view=sign-up')
  await page.getByLabel('Full name').fill('Somebody Else')
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await fillIn(page, email, 'short')
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await fillIn(page, email, newPassword())
  await expect(alert).toHaveText('This email is already registered. Please sign in or use a different email.')
  await fillIn(page, newEmail(), 'password')
  await expect(alert).toHaveText('This password is known to be easy to guess. Please choose a different one.')
})

test('refusals of the service with other texts are shown with the specified ones', { tag: '@full' }, async ({
  page,
}) => {
  const alert = page.getByRole('main').getByRole('alert')
  let answer = { status: 429, json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' } }
  await page.route('**/auth/v1/token?*', (route) => route.fulfill(answer))
  await openAuth(page)
  await fillIn(page, newEmail(), 'some-password')
  await expect(alert).toHaveText('Too many attempts. Please try again later.')
  answer = { status: 422, json: { code: 'weak_password', message: 'Password should be at least 6 characters.' } }
  await fillIn(page, newEmail(), 'some-password')
  await expect(alert).toHaveText('Password must be at least 6 characters long.')
  answer = { status: 500, json: { code: 'unexpected_failure', message: 'Unexpected failure' } }
  await fillIn(page, newEmail(), 'some-password')
  await expect(alert).toHaveText('An unexpected error occurred. Please try again.')
})

test('a browser that cannot store a session is an unexpected authentication error', { tag: '@full' }, async ({
  page,
}) => {
  const { email, password } = await newPerson(page.request)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error('The storage is full')
    }
  })
  await openAuth(page)
  await fillIn(page, email, password)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('An unexpected authentication error occurred')
})

test('a forgotten password is replaced through the mail, once', async ({ page }) => {
  const { email, password } = await newPerson(page.request)
  await openAuth(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible()

  const link = (await mailedLink(page.request, email, 'recovery')).href
  await page.goto(link)
  const field = page.getByLabel('New password')
  await field.fill('short')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await field.fill(password)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your new password must be different from the old one.')).toBeVisible()
  const fresh = newPassword()
  await field.fill(fresh)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.waitForURL('/customer/dashboard')

  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword())
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await openAuth(page)
  await fillIn(page, email, fresh)
  await page.waitForURL('/customer/dashboard')
})
