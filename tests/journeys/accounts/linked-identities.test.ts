import { expect } from '@playwright/test'
import { startProvider, type TestProvider } from '#platform/auth/tests/providers/openid-provider.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson } from '../people.ts'
import { openSite, type Site } from '../sites.ts'

// A separate built server with a provider.
let provider: TestProvider
let site: Site
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const port = await freePort()
  provider = await startProvider({ callback: `http://localhost:${port}/auth/v1/callback` })
  site = await openSite({
    beginning: 'empty',
    port,
    environment: { AUTH_OPENID_PROVIDERS: JSON.stringify([provider.settings]) },
  })
})
test.afterAll(async () => {
  await site?.close()
  await provider?.stop()
})

test('an account elsewhere is linked and unlinked; the only way in stays', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const { email } = await newPerson(page)
  const elsewhere = `${crypto.randomUUID().slice(0, 13)}@ajoja.test`
  provider.setAccount({ sub: crypto.randomUUID(), email: elsewhere, email_verified: true, name: 'Ngozi Elsewhere' })
  await openPage(page, '/account/security')
  const ways = page.getByRole('region', { name: 'Ways to sign in' })
  await expect(ways.getByText(email)).toBeVisible()
  await ways.getByRole('button', { name: 'Link Google', exact: true }).click()
  await expect(ways.getByText(elsewhere)).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Link Google', exact: true })).toHaveCount(0)
  await ways.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(ways.getByText('The account is unlinked.')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible()
  await context.close()

  const only = await browser.newContext({ baseURL: site.origin })
  const theirs = await only.newPage()
  provider.setAccount({ sub: crypto.randomUUID(), email: `${elsewhere}.ng`, email_verified: true, name: 'Ngozi Only' })
  await theirs.goto('/auth?next=/account/security')
  await theirs.getByRole('button', { name: 'Continue with Google' }).click()
  await theirs.waitForURL(/account\/security/)
  await theirs.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(theirs.getByText('This is your only way to sign in.')).toBeVisible()
  await only.close()
})
