import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newestMail, newPerson, type Person } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** A phone with a fingerprint reader, whose owner puts the right finger on it. */
async function addFingerprintReader(page: Page): Promise<{ refuse(): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    refuse: async () => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}

async function signInWithPassword(page: Page, { email, password }: Person, next: string): Promise<void> {
  await openPage(page, `/auth?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('after one sign-in with a password, the fingerprint signs in', async ({ page }) => {
  const reader = await addFingerprintReader(page)
  const person = await newPerson(page.request)
  await signInWithPassword(page, person, '/account/orders')
  const offer = page.getByRole('region', { name: 'Use your fingerprint from now on' })
  await expect(offer).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await offer.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByText('Done. Next time, choose')).toBeVisible()
  expect((await newestMail(page.request, person.email, 'passkey_added')).text).toContain('/account/security')

  await page.context().clearCookies()
  await openPage(page, '/auth?next=/account/orders')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Use fingerprint or screen lock' }).click()
  await page.waitForURL('/account/orders')
  // Not offered again: this device has one.
  await expect(offer).toHaveCount(0)

  await openPage(page, '/account/security')
  const section = page.getByRole('region', { name: 'Fingerprint or screen lock' })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByText(/^Since .*, last used /)).toBeVisible()
  await section.getByRole('button', { name: 'Use it on this device' }).click()
  await expect(section.getByText('This device is set up already.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await section.getByRole('button', { name: /^Remove / }).click()
  await expect(section.getByText('The device no longer signs you in.')).toBeVisible()

  await page.context().clearCookies()
  await openPage(page, '/auth')
  await page.getByRole('button', { name: 'Use fingerprint or screen lock' }).click()
  await expect(page.getByText('This device is not known here. Please use your password.')).toBeVisible()
  await reader.refuse()
  await page.getByRole('button', { name: 'Use fingerprint or screen lock' }).click()
  await expect(page.getByText('Your device did not confirm it in time.')).toBeVisible()
})

test('who does not want it is not asked twice on this device', async ({ page }) => {
  await addFingerprintReader(page)
  const person = await newPerson(page.request)
  await signInWithPassword(page, person, '/account/orders')
  const offer = page.getByRole('region', { name: 'Use your fingerprint from now on' })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  await page.context().clearCookies()
  await signInWithPassword(page, person, '/account/orders')
  await page.waitForURL('/account/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a device is the second step after the password', async ({ page }) => {
  await addFingerprintReader(page)
  const person = await newPerson(page)
  await openPage(page, '/account/security/two-factor')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Use this device' }).click()
  await expect(page.getByText('From now on we will ask for this device after your password.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your apps and devices' }).getByRole('listitem')).toHaveCount(1)

  await page.context().clearCookies()
  await signInWithPassword(page, person, '/account/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
  await page.goto('/products')
  await expect(page.getByText('You are not signed in yet.')).toBeVisible()
  await openPage(page, '/auth?next=/account/profile')
  await page.getByRole('button', { name: /^Use / }).click()
  await page.waitForURL('/account/profile')
})
