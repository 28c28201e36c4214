import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { mailedLink, newEmail, newPassword, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

const PHONE = { width: 360, height: 740 }
test.use({ viewport: PHONE })

const sharedOn = async (page: Page): Promise<string> => {
  const href = await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
  const address = /https?:\/\/\S+$/.exec(new URL(href ?? '').searchParams.get('text') ?? '')?.[0]
  return address ?? ''
}

test('a buyer who joins is invited to share, and the friend who follows the link counts', async ({ page, browser }) => {
  const buy = await openBuy(page.request)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  const prompt = page.getByRole('status').filter({ hasText: 'You are in' })
  await expect(prompt).toContainText('1 more person who pays, and everybody pays ₦76,000 a bag. Tell them:')
  await expect(prompt.getByRole('link', { name: 'Share on WhatsApp' })).toBeInViewport()
  const address = await sharedOn(page)
  expect(address).toMatch(new RegExp(`/group-buys/${buy.id}\\?ref=[A-Z0-9]{6,12}$`))
  await prompt.getByRole('button', { name: 'Copy link' }).click()
  await expect(prompt.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expectGoodScreen(page)

  await friendJoins(browser, address, buy)
  await page.goto('/account/referrals')
  await expect(page.getByText('People you referred').locator('..')).toContainText('1')
})

/** A friend without scripts, by the plain forms alone. */
async function friendJoins(browser: Browser, address: string, buy: { name: string; id: string }): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByRole('table')).toContainText('₦76,000')
  await page.getByRole('button', { name: 'Sign in to join' }).click()
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  const email = newEmail()
  await page.getByLabel('Full name').fill('Tunde Friend')
  await page.getByLabel('Email').fill(email)
  const password = newPassword()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click({ timeout: 20_000 })
  // Without the cookie it counts as another browser than the one that signed up, and must prove the password.
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click({ timeout: 20_000 })
  await page.waitForURL(`**/group-buys/${buy.id}*`, { timeout: 20_000 })
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('You are in')).toBeVisible()
  await context.close()
}

test('a vendor’s links carry no code, nor do a visitor’s', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  expect(await sharedOn(page)).toMatch(new RegExp(`/group-buys/${buy.id}$`))
  await newPerson(page, { role: 'vendor' })
  await page.goto(`/group-buys/${buy.id}`)
  // An applicant for a shop is still a customer, and has a customer's code.
  await page.context().clearCookies()
  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/group-buys/${buy.id}`)
  expect(await sharedOn(page)).toMatch(new RegExp(`/group-buys/${buy.id}$`))
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a first name is shown only to people chosen by its owner, and only as long', {
      tag: javaScriptEnabled ? [] : '@full',
    }, async ({ page, browser }) => {
      const buy = await openBuy(page.request)
      await newPerson(page, { fullName: 'Ngozi Shown' })
      await page.goto(`/group-buys/${buy.id}`)
      await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
      await expect(page.getByText('You are in')).toBeVisible()
      const visitor = await (await browser.newContext()).newPage()
      const seen = visitor.getByText('Ngozi is in.')
      await visitor.goto(`/group-buys/${buy.id}`)
      await expect(seen).toHaveCount(0)

      await page.getByRole('button', { name: 'Show my first name on this group buy' }).click()
      await expect(page.getByText('Ngozi is in.')).toBeVisible()
      await visitor.reload()
      await expect(seen).toBeVisible()
      await expect(visitor.getByText('Shown')).toHaveCount(0)
      await page.getByRole('button', { name: 'Hide my first name' }).click()
      await expect(page.getByText('Ngozi is in.')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Show my first name on this group buy' })).toBeVisible()
      await visitor.reload()
      await expect(seen).toHaveCount(0)
      await visitor.context().close()
    })
  })
}

test('the steps say what the chosen quantity costs and what may come back; the rest opens with the keyboard', async ({
  page,
}) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const steps = page.getByRole('table')
  await expect(steps.getByRole('row', { name: /4 people/ })).toContainText('₦73,800')
  await page.getByRole('button', { name: 'One bag more' }).click()
  await expect(steps.getByRole('row', { name: /2 people/ })).toContainText('₦155,800')
  await expect(steps.getByRole('row', { name: /4 people/ })).toContainText('₦147,600')
  await expect(page.getByText('₦8,200 comes back to you', { exact: false })).toBeVisible()

  const question = page.getByText('What if too few people pay?')
  await question.locator('..').evaluate((summary) => (summary.closest('summary') ?? (summary as HTMLElement)).focus())
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('we refund everything you paid', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp us' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/234\d+\?text=/,
  )
  await expectGoodScreen(page)
})

test('a vendor prints a poster on one sheet, and sends its picture', async ({ page }) => {
  const buy = await openBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/dashboard')
  await page.getByRole('link', { name: 'Poster for your stall' }).click()
  await expect(page.getByRole('img', { name: /^Poster with a code to scan: / })).toBeVisible()
  await page.goto(`/vendor/products/buys/${buy.id}`)
  await page.getByRole('link', { name: 'Poster for your stall' }).click()
  const sheet = page.getByRole('img', { name: `Poster with a code to scan: ${buy.name}` })
  await expect.poll(() => sheet.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1240)
  expect(await page.locator('script').count()).toBeLessThanOrEqual(1)
  await expectGoodScreen(page)
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the picture' }).click()
  expect((await saved).suggestedFilename()).toBe('poster.jpg')

  await signIn(page, 'customer@ajoja.test')
  expect((await page.goto(`/vendor/poster/${buy.id}`))?.url()).not.toContain('/vendor/poster')
})
