import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { mailedLink, newEmail, newPassword } from '../people.ts'
import { openSite, type Site } from '../sites.ts'

// A separate built server, which requires a proof of work from visitors.
let site: Site
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await openSite({ beginning: 'empty', environment: { CAPTCHA: 'proof-of-work' } })
})
test.afterAll(async () => {
  await site?.close()
})

test('the browser solves the task automatically: sign-up, sign-in and a forgotten password', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
  })
  const [email, password] = [newEmail(), newPassword()]
  const main = page.getByRole('main')
  await page.goto('/auth?view=sign-up')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByLabel('Full name').fill('Ngozi Task')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel(/years old or older/).check()
  await page.getByLabel(/I agree to the/).check()
  await main.getByRole('button', { name: 'Create account' }).click()
  await expect(main.getByRole('status').first()).toBeVisible()
  await page.goto((await mailedLink(context.request, email)).href)
  await expect(page).toHaveURL(/dashboard/)

  await context.clearCookies()
  await page.goto('/auth?next=/account/profile')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/account/profile')

  await context.clearCookies()
  await page.goto('/auth?view=reset')
  await page.getByLabel('Email').fill(email)
  await main.getByRole('button', { name: 'Send email' }).click()
  await expect(main.getByRole('status').first()).toBeVisible()
  expect(foreign).toEqual([])
  await context.close()
})

test('without scripts the task cannot be solved, and the page says so', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('some-password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please turn on scripts')).toBeVisible()
  await context.close()
})
