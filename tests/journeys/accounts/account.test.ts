import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { test } from '../market.ts'
import { giveSession, grantPassword, mailedLink, newEmail, newPassword, newPerson } from '../people.ts'

test('a person names themselves, and downloads their data', async ({ page }) => {
  const { email } = await newPerson(page)
  await page.goto('/account')
  await expect(page).toHaveURL('/account/profile')
  await page.getByLabel('Full name').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Full name is required.')).toBeVisible()
  await page.getByLabel('Full name').fill('Ifeoma Newname')
  await page.getByLabel('Keep me off the leaderboard.').check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile was saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu, Ifeoma Newname' })).toBeVisible()

  const file = await page.request.get('/account/data.json')
  expect(file.headers()['content-disposition']).toContain('attachment')
  const orders = await page.request.get('/account/orders.csv')
  expect(orders.headers()['content-type']).toContain('text/csv')
  expect(await orders.text()).toContain('Order,Kind,Ordered on')
  const stored = (await file.json()) as { profile: { full_name: string }; account: { email: string } }
  expect([stored.profile.full_name, stored.account.email]).toEqual(['Ifeoma Newname', email])
  // A list that could not be read would be a message instead.
  expect(Object.entries(stored).filter(([name, part]) => name !== 'made_at' && typeof part === 'string')).toEqual([])
})

test('a share link brings a person in', async ({ page, browser }) => {
  await newPerson(page)
  await page.goto('/account/referrals')
  const link = new URL(await page.getByLabel('Your share link').inputValue())
  const friend = await browser.newContext()
  const theirs = await friend.newPage()
  await theirs.goto(link.pathname + link.search)
  await theirs.goto('/auth?view=sign-up')
  const code = link.searchParams.get('ref') ?? ''
  await expect(theirs.getByLabel(/Referral code/)).toHaveValue(code)
  await friend.close()
  await newPerson(page.request, { referralCode: code })
  await page.reload()
  await expect(page.getByRole('definition').nth(1)).toHaveText('1')
})

test('the password changes with the current one only, and signs out other devices', async ({ page }) => {
  const { email, password, session } = await newPerson(page)
  const elsewhere = await grantPassword(page.request, { email, password })
  await giveSession(page, session)
  await page.goto('/account/security')
  await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeVisible()
  const section = page.getByRole('region', { name: 'Password' })
  const fresh = newPassword()
  await section.getByLabel('Current password').fill('not-this-one')
  await section.getByLabel('New password').fill(fresh)
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(section.getByText('The current password is not correct.')).toBeVisible()
  await section.getByLabel('Current password').fill(password)
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(section.getByText('Your password was changed.')).toBeVisible()

  await giveSession(page, { ...elsewhere, expires_at: 0 })
  await page.goto('/account/security')
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fsecurity')
})

test('an address changes once both the old and the new one have agreed', async ({ page }) => {
  const { email, password } = await newPerson(page)
  const wanted = newEmail()
  await page.goto('/account/security')
  await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeVisible()
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByLabel('New email').fill(wanted)
  await section.getByLabel('Current password').fill(password)
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText('Please open the links we sent')).toBeVisible()
  for (const [address, kind] of [
    [email, 'email_change_current'],
    [wanted, 'email_change_new'],
  ] as const) {
    await page.goto((await mailedLink(page.request, address, kind)).href)
    await page.getByRole('button', { name: 'Confirm' }).click()
    if (address === email) await expect(page.getByText('Confirmation link accepted.')).toBeVisible()
  }
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByRole('region', { name: 'Email' }).getByText(wanted)).toBeVisible()
})

test('another device can be signed out by name', async ({ page }) => {
  const { email, password } = await newPerson(page)
  await grantPassword(page.request, { email, password })
  await page.goto('/account/security')
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByText('(this device)')).toBeVisible()
  await devices.getByRole('button', { name: /^Sign out (?!other)/ }).click()
  await expect(devices.getByText('The device is signed out.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
})

test('a person deletes their account with the password, and cannot come back', async ({ page }) => {
  const { email, password } = await newPerson(page)
  await page.goto('/account/data')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  const section = page.getByRole('region', { name: 'Delete account' })
  await section.getByRole('button', { name: 'Delete my account' }).click()
  await expect(section.getByText('Please tick this box')).toBeVisible()
  await section.getByLabel('Delete my account for good.').check()
  await section.getByLabel('Current password').fill('not-this-one')
  await section.getByRole('button', { name: 'Delete my account' }).click()
  await expect(section.getByText('The password is not correct.')).toBeVisible()
  await section.getByLabel('Current password').fill(password)
  await section.getByLabel('Delete my account for good.').check()
  await section.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted')
  await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible()
  await expect(grantPassword(page.request, { email, password })).rejects.toThrow('400')
})

test('an authenticator app is set up, and asked for after the password', async ({ page }) => {
  const { email, password } = await newPerson(page)
  await page.goto('/account/security')
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toHaveCount(0)
  await page.goto('/account/security/two-factor')
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByText('Scan, then type the code')).toBeVisible()
  // A user who leaves before the first code may begin again.
  await page.goto('/account/security/two-factor')
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await page.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: key })
  const app = await page.getByRole('link', { name: 'Is the app on this device?' }).getAttribute('href')
  expect(app).toBe(`otpauth://totp/Ajoja?secret=${key.replaceAll(' ', '')}&issuer=Ajoja`)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Two-step sign-in is on.')).toBeVisible()
  await expect(page.getByLabel('Name of the device')).toHaveValue('My second phone')

  await page.context().clearCookies()
  await page.goto('/auth?next=/account/profile')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  // The password alone does not sign in.
  await page.goto('/products')
  await expect(page.getByText('You are not signed in yet.')).toBeVisible()
  await page.goto('/account/profile')
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fprofile')
  // A code works once, so that signing in takes the next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/profile')
})
