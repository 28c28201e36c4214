import { expect, type Page } from '@playwright/test'
import { newSecretKey } from '#platform/secrets/site-keys.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, type Person } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { openSite, type Site } from '../sites.ts'
import { openSmallApp, type SmallApp } from './small-app.ts'

// A separate built server that lets other apps sign people in, and such an app.
let site: Site
let app: SmallApp
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const secretKey = newSecretKey()
  const environment = { AUTH_OAUTH_SERVER: 'on', SUPABASE_SECRET_KEY: secretKey }
  site = await openSite({ beginning: 'empty', environment })
  app = await openSmallApp({ issuer: `${site.origin}/auth/v1`, secretKey })
})
test.afterAll(async () => {
  await app?.close()
  await site?.close()
})
test.use({ viewport: { width: 360, height: 740 } })

const question = (page: Page) => page.getByRole('heading', { name: 'Sign in to Market Ledger?' })

async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a person signs in to an app with their account, and takes its access away', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const person = await newPerson(context.request)

  await page.goto(app.origin)
  await page.getByRole('link', { name: 'Sign in with Ajoja' }).click()
  await signInHere(page, person)
  await expect(question(page)).toBeVisible()
  await expect(page.getByText(new URL(app.origin).host)).toBeVisible()
  await expect(page.getByText('Your email address')).toBeVisible()
  await expect(page.getByText('Your name')).toHaveCount(0)
  await expectGoodScreen(page)
  const headers = (await page.request.get(page.url())).headers()
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')

  await page.getByRole('button', { name: 'Do not allow' }).click()
  await expect(page.getByText('Not signed in: access_denied')).toBeVisible()

  await page.goto(`${app.origin}/sign-in`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible()
  // The second time, the app is allowed already.
  await page.goto(`${app.origin}/sign-in`)
  await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible()

  const grants = async () => (await (await page.request.get('/account/data.json')).json()).apps_with_access
  expect(await grants()).toMatchObject([{ client: { name: 'Market Ledger' }, scopes: ['openid', 'email'] }])
  await openPage(page, '/account/security')
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByText('Market Ledger').first()).toBeVisible()
  const apps = page.getByRole('region', { name: 'Apps with access' })
  await expectGoodScreen(page)
  await apps.getByRole('button', { name: 'Take away access Market Ledger' }).click()
  await expect(apps.getByText('The app can no longer read anything about you.')).toBeVisible()
  await expect(devices.getByText('Market Ledger')).toHaveCount(0)
  expect(await grants()).toEqual([])
  const answer = await fetch(`${site.origin}/auth/v1/oauth/userinfo`, {
    headers: { authorization: `Bearer ${app.accessToken()}` },
  })
  expect(answer.status).toBe(401)
  await page.goto(`${app.origin}/sign-in`)
  await expect(question(page)).toBeVisible()
  await context.close()
})

test('without scripts a person goes the same way', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  const person = await newPerson(context.request)
  await page.goto(`${app.origin}/sign-in`)
  await signInHere(page, person)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible()
  await context.close()
})

test('a wrong link says so, the app’s token opens nothing here, and programs find the provider', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const person = await newPerson(page)
  await page.goto(`/auth/v1/oauth/authorize?client_id=${app.clientId}&redirect_uri=https://evil.example`)
  await expect(page.getByRole('heading', { name: 'This request is over' })).toBeVisible()
  await expectGoodScreen(page)
  // A form of another site cannot allow anything.
  const forged = await context.request.post(`/oauth/consent?authorization_id=${crypto.randomUUID()}`, {
    form: { intent: 'approve' },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(forged.status()).toBe(403)

  await page.goto(`${app.origin}/sign-in`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible()
  const authorization = `Bearer ${app.accessToken()}`
  for (const path of ['/rest/v1/profiles?select=id', '/functions/v1/delete-account', '/auth/v1/user']) {
    const method = path.startsWith('/functions') ? 'POST' : 'GET'
    const refused = await fetch(`${site.origin}${path}`, { method, headers: { authorization } })
    expect([401, 403], path).toContain(refused.status)
  }
  for (const path of ['oauth-authorization-server', 'oauth-authorization-server/auth/v1', 'openid-configuration']) {
    const found = await fetch(`${site.origin}/.well-known/${path}`)
    expect((await found.json()).issuer).toBe(`${site.origin}/auth/v1`)
  }
  await context.close()
})
