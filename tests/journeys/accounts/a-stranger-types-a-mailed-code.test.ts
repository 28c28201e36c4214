import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { mailedLink, newEmail, newestMail, newPassword, newPerson, publishableKey } from '../people.ts'

const WRONG = 'This code is wrong or no longer works. Five wrong tries end a code, and a newer mail replaces it.'

async function mailedCode(page: Page, email: string, kind: string): Promise<string> {
  const { text } = await newestMail(page.request, email, kind)
  return /type this code: (\d{6})/.exec(text)?.[1] ?? ''
}

/** Never the right one. */
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

async function signUp(page: Page, email: string, password: string) {
  await page.goto('/auth?view=sign-up&next=/contact')
  await page.getByLabel('Full name').fill('Adaobi Umeh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel('Code from the mail').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

test('the code from the confirmation mail opens the account where it was signed up', async ({ page }) => {
  const email = newEmail()
  await signUp(page, email, newPassword())
  const field = page.getByLabel('Code from the mail')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await typeCode(page, 'later')
  await expect(page.getByText('Please type the 6 digits from the mail.')).toBeVisible()
  const code = await mailedCode(page, email, 'confirmation')
  await typeCode(page, wrongOf(code))
  await expect(page.getByText(WRONG)).toBeVisible()
  await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('/contact')
  await expect(page.getByRole('button', { name: 'Your menu, Adaobi Umeh' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the code works as well, with the password; five wrong ones end it', async ({ page }) => {
    const [email, password] = [newEmail(), newPassword()]
    await signUp(page, email, password)
    const code = await mailedCode(page, email, 'confirmation')
    await typeCode(page, code)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this sign-up yours?')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(/This is not the password of a sign-up with this address/)).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL('/contact')

    const other = newEmail()
    await page.context().clearCookies()
    await signUp(page, other, password)
    const voided = await mailedCode(page, other, 'confirmation')
    for (let tries = 0; tries < 5; tries++) {
      await typeCode(page, wrongOf(voided))
      await expect(page.getByText(WRONG)).toBeVisible()
    }
    await typeCode(page, voided)
    await expect(page.getByText(WRONG)).toBeVisible()
  })

  test('a new password is chosen with the code of the reset mail', { tag: '@full' }, async ({ page }) => {
    const { email } = await newPerson(page.request)
    await page.goto('/auth?view=reset')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByRole('link', { name: 'Type the code from the mail' }).click()
    const code = await mailedCode(page, email, 'recovery')
    const fresh = newPassword()
    const save = async (typed: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Code from the mail').fill(typed)
      await page.getByLabel('New password').fill(fresh)
      await page.getByRole('button', { name: 'Save new password' }).click()
    }
    await save(wrongOf(code))
    await expect(page.getByText(WRONG)).toBeVisible()
    await save(code)
    await expect(page).toHaveURL('/customer/dashboard')
  })
})

test('on another device the link asks for the password of the sign-up', async ({ page }) => {
  const { email, password } = await signedUpElsewhere(page)
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this sign-up yours?')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('/contact')
  await expect(page.getByRole('button', { name: 'Your menu, Somebody Else' })).toBeVisible()
})

test('a user whose address a stranger signed up with starts over at /auth/confirm', async ({ page }) => {
  const { email, password } = await signedUpElsewhere(page)
  const code = await mailedCode(page, email, 'confirmation')
  await page.goto('/auth/confirm')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  await page.getByLabel('Email').fill(email)
  await typeCode(page, wrongOf(code))
  await expect(page.getByText(WRONG)).toBeVisible()
  await typeCode(page, code)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this sign-up yours?')
  await page.getByLabel('New password').fill('password')
  await page.getByRole('button', { name: 'Use the new password' }).click()
  await expect(page.getByText('This password is known to be easy to guess.')).toBeVisible()
  await page.getByLabel('New password').fill(newPassword())
  await page.getByRole('button', { name: 'Use the new password' }).click()
  await page.waitForURL('/customer/dashboard')
  await expect(page.getByText('Somebody Else')).toHaveCount(0)
  const stranger = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password },
    headers: { apikey: await publishableKey(page.request) },
  })
  expect(stranger.status()).toBe(400)
})

async function signedUpElsewhere(page: Page) {
  const [email, password] = [newEmail(), newPassword()]
  const answer = await page.request.post('/auth/v1/signup?redirect_to=/contact', {
    data: { email, password, data: { full_name: 'Somebody Else', role: 'vendor' } },
    headers: { apikey: await publishableKey(page.request) },
  })
  expect(answer.ok()).toBe(true)
  return { email, password }
}
