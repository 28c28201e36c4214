import { expect, type Page } from '@playwright/test'
import { SESSION_COOKIE, type StoredSession } from '#api/session-cookie.ts'
import { test } from '../market.ts'
import { giveSession, newPerson, signIn } from '../people.ts'

const menu = (page: Page) => page.getByRole('button', { name: /Your menu/ })

test('signing out clears the session, here and in the other tab', async ({ page, context }) => {
  await newPerson(page)
  const other = await context.newPage()
  await other.goto('/account/security')
  await waitForClient(other)
  await page.goto('/contact')
  await waitForClient(page)
  await menu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/')
  await expect.poll(() => storedSession(page)).toBeNull()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ajoja-session'))))
    .toEqual([])
  await other.waitForURL('/auth?next=%2Faccount%2Fsecurity')
  await expect(menu(other)).toHaveCount(0)
})

test('signing in in one tab signs the other one in', { tag: '@full' }, async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/auth?next=/contact')
  await expect(other.getByRole('button', { name: 'Show password' })).toBeVisible()
  const { email, password } = await newPerson(page.request)
  await page.goto('/auth?next=/contact')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/contact')
  await other.waitForURL('/contact')
  await expect(menu(other)).toBeVisible()
})

test('two tabs that refresh at once keep one session', { tag: '@full' }, async ({ page, context }) => {
  const { session } = await newPerson(page)
  const other = await context.newPage()
  // Within the client's margin, so that both refresh as soon as they start; not expired, so that the server does not.
  await giveSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) + 60 })
  await Promise.all([page.goto('/account/profile'), other.goto('/account/security')])
  await expect.poll(async () => (await storedSession(page))?.refresh_token).not.toBe(session.refresh_token)
  for (const tab of [page, other]) {
    await tab.goto('/account/profile')
    await expect(menu(tab)).toBeVisible()
  }
})

test('an expired session is refreshed before the page is rendered, and after a long sleep', async ({ page }) => {
  const { session } = await newPerson(page)
  await giveSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) - 5 })
  await page.goto('/account/profile')
  await expect(menu(page)).toBeVisible()
  const refreshed = await storedSession(page)
  expect(refreshed?.refresh_token).not.toBe(session.refresh_token)
  await waitForClient(page)

  await page.clock.install()
  await page.clock.fastForward('02:00:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(async () => (await storedSession(page))?.refresh_token).not.toBe(refreshed?.refresh_token)
  await page.reload()
  await expect(menu(page)).toBeVisible()
})

test('a session in the address is refused, and an old one warned about', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const issued = Math.floor(Date.now() / 1000) - 121
  const hash = `access_token=a.b.c&refresh_token=abcdefabcdef&token_type=bearer&expires_in=3600&expires_at=${issued + 3600}`
  await page.goto(`/contact#${hash}`)
  await expect(page.getByText('The session in this link was issued over 120 seconds ago')).toBeVisible()
  await expect(page).toHaveURL('/contact')
  expect(warnings.join()).toContain('over 120 seconds ago')
  await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible()
})

test('areas send the signed out to /auth and other roles home', { tag: '@full' }, async ({ page }) => {
  await page.goto('/chief/staff?search=a')
  await expect(page).toHaveURL('/auth?next=%2Fchief%2Fstaff%3Fsearch%3Da')
  await signIn(page, 'customer@ajoja.test')
  await page.goto('/content/deals')
  await expect(page).toHaveURL('/')
  // The server redirects; the target is checked without a browser page.
  const landed = async (path: string) => new URL((await page.request.get(path)).url()).pathname
  for (const path of ['/chief/staff', '/vendor/dashboard', '/manager/dashboard', '/coordinator/dashboard']) {
    expect([path, await landed(path)]).toEqual([path, '/'])
  }
  // The list of orders has one address, under /account.
  expect(await landed('/customer/orders')).toBe('/account/orders')
  await signIn(page, 'chief@ajoja.test')
  expect(await landed('/customer/orders')).toBe('/')
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'chief']) {
    await signIn(page, `${role}@ajoja.test`)
    expect(await landed('/auth')).toBe(`/${role}/dashboard`)
  }
})

async function storedSession(page: Page): Promise<StoredSession | null> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)
  return cookie ? (JSON.parse(decodeURIComponent(cookie.value)) as StoredSession) : null
}

/** The auth client stores the user in localStorage as soon as it runs. */
async function waitForClient(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('ajoja-session-user') !== null)
}
