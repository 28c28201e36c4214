import { type BrowserContext, expect, type Page } from '@playwright/test'
import { SESSION_COOKIE, type StoredSession } from '#api/session-cookie.ts'
import { startProvider, type TestProvider } from '#platform/auth/tests/providers/openid-provider.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { test } from '../market.ts'
import { openSite, type Site } from '../sites.ts'

const KEY = 'sb_publishable_for_this_journey_alone'

// A separate built server with a provider, and with access tokens that expire after a minute.
let provider: TestProvider
let site: Site
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const port = await freePort()
  provider = await startProvider({ callback: `http://localhost:${port}/auth/v1/callback` })
  const away = { name: 'away', issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b' }
  site = await openSite({
    beginning: 'empty',
    port,
    environment: {
      AUTH_OPENID_PROVIDERS: JSON.stringify([provider.settings, away]),
      AUTH_JWT_SECONDS: '60',
      AUTH_PHONE: 'on',
      SUPABASE_PUBLISHABLE_KEY: KEY,
    },
  })
})
test.afterAll(async () => {
  await site?.close()
  await provider?.stop()
})

const menu = (page: Page) => page.getByRole('button', { name: /Your menu/ })

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.origin + path)
  return page
}

async function storedSession(context: BrowserContext): Promise<StoredSession | null> {
  const cookie = (await context.cookies(site.origin)).find(({ name }) => name === SESSION_COOKIE)
  return cookie ? (JSON.parse(decodeURIComponent(cookie.value)) as StoredSession) : null
}

async function signInWithGoogle(context: BrowserContext, next: string): Promise<Page> {
  const page = await open(context, `/auth?next=${encodeURIComponent(next)}`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL(site.origin + next)
  return page
}

function newAccount(name: string) {
  return {
    sub: crypto.randomUUID(),
    email: `${crypto.randomUUID().slice(0, 13)}@ajoja.test`,
    email_verified: true,
    name,
  }
}

test('provider and phone are offered only where the operator has set them up', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Use your phone number' })).toHaveCount(0)
  for (const path of ['/auth', '/auth?view=sign-up']) {
    await page.goto(site.origin + path)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    // Without a form, the consent that it would have people tick is stated in text.
    await expect(page.getByText('New accounts are for people of 18 years or older.')).toBeVisible()
    await page.getByRole('link', { name: 'Use your phone number' }).click()
    await expect(page).toHaveURL(/[?&]phone=/)
    await expect(page.getByLabel('Phone')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
  }
})

test('Google makes an account by name and finds it again', async ({ browser }) => {
  const account = newAccount('Ngozi Google')
  provider.setAccount(account)
  const first = await browser.newContext()
  const page = await signInWithGoogle(first, '/account/profile')
  await expect(page.getByLabel('Full name')).toHaveValue('Ngozi Google')
  const one = (await storedSession(first))?.access_token ?? ''
  await first.close()

  const second = await browser.newContext()
  await signInWithGoogle(second, '/account/profile')
  const two = (await storedSession(second))?.access_token ?? ''
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims(two)).toMatchObject({ sub: claims(one).sub, email: account.email, role: 'authenticated' })
  expect(claims(two).amr).toMatchObject([{ method: 'oauth', provider: 'google' }])
  await second.close()
})

test('the code of a provider cannot be used a second time', async ({ browser }) => {
  provider.setAccount(newAccount('Ngozi Back'))
  const context = await browser.newContext()
  let callback = ''
  context.on('request', (request) => {
    if (request.url().includes('/auth/v1/callback?')) callback = request.url()
  })
  await signInWithGoogle(context, '/contact')
  expect(callback).toContain('code=')
  const thief = await browser.newContext()
  const answer = await thief.request.get(callback, { maxRedirects: 0 })
  expect(answer.status()).toBe(400)
  expect(await storedSession(thief)).toBeNull()
  await Promise.all([context.close(), thief.close()])
})

test('a provider out of reach leaves people at the sign-in screen, which says so', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await open(context, '/auth')
  await page.getByRole('button', { name: 'Continue with away' }).click()
  await expect(page).toHaveURL(/\/auth\?.*error_code=provider_disabled/)
  const main = page.getByRole('main')
  await expect(main.getByRole('status').or(main.getByRole('alert'))).toBeVisible()
  await expect(main.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await context.close()
})

test('two tabs whose tokens keep running out refresh side by side in one session', { tag: '@full' }, async ({
  browser,
}) => {
  provider.setAccount(newAccount('Ngozi Tabs'))
  const context = await browser.newContext()
  const answers: number[] = []
  context.on('response', (response) => {
    if (response.url().includes('grant_type=refresh_token')) answers.push(response.status())
  })
  const page = await signInWithGoogle(context, '/account/profile')
  const other = await open(context, '/account/security')
  const tokens = new Set<string>()
  for (let round = 0; round < 4; round++) {
    const before = (await storedSession(context))?.refresh_token
    await Promise.all([page.reload(), other.reload()])
    await expect.poll(async () => (await storedSession(context))?.refresh_token).not.toBe(before)
    tokens.add((await storedSession(context))?.refresh_token ?? '')
    await Promise.all([expect(menu(page)).toBeVisible(), expect(menu(other)).toBeVisible()])
  }
  expect(tokens.size).toBe(4)
  expect(new Set(answers)).toEqual(new Set([200]))
  const { access_token: bearer } = (await storedSession(context)) ?? { access_token: '' }
  const headers = { apikey: KEY, authorization: `Bearer ${bearer}` }
  const sessions = await context.request.get(`${site.origin}/auth/v1/sessions`, { headers })
  expect(((await sessions.json()) as { sessions: unknown[] }).sessions).toHaveLength(1)
  await context.close()
})
