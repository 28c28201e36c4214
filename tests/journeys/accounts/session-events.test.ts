import { type BrowserContext, expect, type Page } from '@playwright/test'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { giveSession, mailedLink, newPassword, newPerson } from '../people.ts'

// Section 4, "Auth events", and section 7, "Every call carries a client info header".

test('a listener in the page receives all six auth events', async ({ page, context }) => {
  const { email, password } = await newPerson(page.request)
  const heard = await listen(context)
  await page.goto('/auth?next=/account/security')
  expect(await firstEvent(page)).toBe('INITIAL_SESSION')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/account/security')
  await expect.poll(heard).toEqual(['SIGNED_IN'])

  const passwordForm = page.getByRole('region', { name: 'Password' })
  await passwordForm.getByLabel('Current password').fill(password)
  await passwordForm.getByLabel('New password').fill(newPassword())
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(heard).toContain('USER_UPDATED')

  // Nearly an hour later, before the session expires.
  await page.clock.install()
  await page.goto('/account/security')
  await page.clock.fastForward('59:00')
  await expect.poll(heard).toContain('TOKEN_REFRESHED')

  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.waitForURL('/')
  await expect.poll(heard).toContain('SIGNED_OUT')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain(SESSION_COOKIE)

  await page.goto('/auth?view=reset')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Password reset instructions')).toBeVisible()
  await page.goto((await mailedLink(page.request, email, 'recovery')).href)
  // Opening the link uses nothing up; the new password does.
  await page.getByLabel('New password').fill(newPassword())
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect.poll(heard).toContain('PASSWORD_RECOVERY')
})

test('a refresh that fails twice is retried, and the user stays signed in', async ({ page }) => {
  const { session } = await newPerson(page)
  await giveSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) + 60 })
  let requested = 0
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    requested += 1
    return requested < 3 ? route.fulfill({ status: 503, body: '{}' }) : route.continue()
  })
  await page.goto('/account/profile')
  await expect.poll(() => requested).toBe(3)
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)?.value)
    .not.toContain(session.refresh_token)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
})

test('every call carries the client info header', { tag: '@full' }, async ({ page }) => {
  const wire = /\/(auth|rest|functions|realtime|storage)\/v1\//
  const calls = new Set<string>()
  const bare: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!wire.test(path) || request.resourceType() === 'image') return
    calls.add(path.split('/')[1] ?? '')
    if (!request.headers()['x-client-info']) bare.push(`${request.method()} ${path}`)
  })
  const buy = await openBuy(page.request)
  const { email, password } = await newPerson(page.request)
  await page.goto(`/auth?next=/group-buys/${buy.id}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`/group-buys/${buy.id}`)
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toBeVisible()
  await openPage(page, '/products')
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await openPage(page, '/cart')
  await expect.poll(() => [...calls].sort()).toEqual(['auth', 'functions', 'rest'])
  expect(bare).toEqual([])
})

/**
 * Records the events that the page's auth client broadcasts to other tabs, from the start of each page. INITIAL_SESSION
 * is sent to listeners alone.
 */
async function listen(context: BrowserContext): Promise<() => Promise<string[]>> {
  const heard: string[] = []
  await context.exposeFunction('noteAuthEvent', (event: string) => void heard.push(event))
  await context.addInitScript((channel) => {
    const note = (window as unknown as { noteAuthEvent: (event: string) => void }).noteAuthEvent
    new BroadcastChannel(channel).onmessage = ({ data }) => note(data.event)
  }, SESSION_COOKIE)
  return async () => heard
}

/** The first event that a new listener of the page's own client receives. */
async function firstEvent(page: Page): Promise<string> {
  await page.waitForLoadState('load')
  return page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name))
    const chunks = await Promise.all(scripts.map(({ name }) => import(name) as Promise<object>))
    // Names are shortened by the build: the function that creates the client is the one that caches a single promise
    // and drops a rejected one.
    const open = chunks
      .flatMap((chunk) => Object.values(chunk))
      .find(
        (part) =>
          typeof part === 'function' && /^function [\w$]+\(\)\{return [\w$]+\?\?=[\w$]+\(\)\.catch/.test(String(part)),
      )
    const client = await open()
    return new Promise<string>((resolve) => {
      client.onAuthStateChange((event: string) => resolve(event))
    })
  })
}
