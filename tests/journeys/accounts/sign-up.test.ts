import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { mailedLink, newEmail, newPassword, newPerson } from '../people.ts'

test('a stranger signs up, confirms by mail, and is back where they came from', async ({ page }) => {
  const email = newEmail()
  await page.goto('/contact?ref=zzzz2222')
  await page.getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  await expect(page.getByLabel(/Referral code/)).toHaveValue('ZZZZ2222')

  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('You must provide either an email or phone number and a password.')
  await expect(summary).toContainText('You must be at least 18 years old.')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel(/I agree to the Terms/)).toHaveAccessibleDescription(
    'Please agree to the terms to open an account.',
  )

  await page.getByLabel('Full name').fill('Adaobi Umeh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword())
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('status').first()).toContainText(
    'Account created successfully! Please check your email to verify your account.',
  )

  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await page.waitForURL('/contact')
  await expect(page.getByRole('button', { name: 'Your menu, Adaobi Umeh' })).toBeVisible()
})

test('a link that was used before says so, and a new one can be asked for', async ({ page }) => {
  const { email } = await newPerson(page.request)
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('The mail is on its way again.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('sign-up, confirmation, sign-out and sign-in work as plain forms', async ({ page }) => {
    const email = newEmail()
    const password = newPassword()
    await page.goto('/auth?view=sign-up&next=/contact')
    await page.getByLabel('Full name').fill('Plain Form')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('I am 18 years old or older.').check()
    await page.getByLabel(/I agree to the Terms/).check()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()

    await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL('/contact')

    await page.getByRole('button', { name: /Your menu/ }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible()

    await page.goto('/customer/orders')
    await expect(page).toHaveURL('/auth?next=%2Fcustomer%2Forders')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid email or password. Please check your credentials and try again.',
    )
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/account/orders')
  })
})
