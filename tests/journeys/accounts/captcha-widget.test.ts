import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type CaptchaProvider, startCaptchaProvider } from '../captcha-provider.ts'
import { test } from '../market.ts'
import { mailedLink, newEmail, newPassword } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { openSite, type Site } from '../sites.ts'

for (const kind of ['turnstile', 'hcaptcha'] as const) {
  // Both have the same protocol; the second is tested in the full run only.
  test.describe(`a site that asks for ${kind}`, { tag: kind === 'turnstile' ? [] : '@full' }, () => {
    // A separate built server, with a simulated provider on this machine.
    let provider: CaptchaProvider
    let site: Site
    let context: BrowserContext
    let page: Page
    let refused: string[]
    test.beforeAll(async () => {
      test.setTimeout(180_000)
      provider = await startCaptchaProvider(kind)
      site = await openSite({ beginning: 'empty', environment: provider.environment })
    })
    test.afterAll(async () => {
      await site?.close()
      await provider?.stop()
    })
    test.beforeEach(async ({ browser }) => {
      context = await browser.newContext({ baseURL: site.origin })
      page = await context.newPage()
      refused = []
      page.on('response', (response) => response.status() === 400 && refused.push(response.url()))
      page.on('console', (message) => /Content.Security/.test(message.text()) && refused.push(message.text()))
    })
    test.afterEach(() => context.close())

    const main = () => page.getByRole('main')
    const box = () => main().getByRole('checkbox', { name: /I am a person \(site-key/ })
    const press = (name: string) => main().getByRole('button', { name }).click()

    test('nothing of it is loaded where no form needs it', { tag: '@full' }, async () => {
      const before = provider.requested.length
      for (const path of ['/', '/products', '/faq']) await page.goto(path, { waitUntil: 'networkidle' })
      expect(provider.requested.slice(before)).toEqual([])
      await page.goto('/auth')
      await expect(box()).toBeVisible()
      expect(provider.requested.slice(before)).toContain('/api.js')
    })

    test('sign-up, sign-in and a forgotten password each ask once', async () => {
      const [email, password] = [newEmail(), newPassword()]
      await page.goto('/auth?view=sign-up')
      await page.getByLabel('Full name').fill('Ngozi Tick')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel(/years old or older/).check()
      await page.getByLabel(/I agree to the/).check()
      await box().check()
      await press('Create account')
      await expect(main().getByRole('status').first()).toContainText('Account created successfully!')
      await page.goto((await mailedLink(context.request, email)).href)
      await expect(page).toHaveURL(/dashboard/)

      await context.clearCookies()
      await page.goto('/auth?next=/account/profile')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('not the one')
      await box().check()
      await press('Sign in')
      await expect(main().getByText('Invalid email or password.')).toBeVisible()
      expect(refused.splice(0)).toHaveLength(1)
      // The token is spent: the next try requests a new one and waits for it.
      await expect(box()).not.toBeChecked()
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press('Sign in')
      await expect(main().getByText('Please complete this check.')).toBeVisible()
      await box().check()
      await expect(page).toHaveURL('/account/profile')

      await context.clearCookies()
      await page.goto('/auth?view=reset')
      await page.getByLabel('Email').fill(email)
      await box().check()
      await press('Send email')
      await expect(main().getByText('Password reset instructions have been sent to your email.')).toBeVisible()
      expect(refused).toEqual([])
    })

    test('a repeated confirmation mail needs a new challenge', { tag: '@full' }, async () => {
      await page.goto('/auth/confirm')
      await page.getByLabel('Email').fill(newEmail())
      await box().check()
      await press('Send a new link')
      await expect(main().getByText('The mail is on its way again.')).toBeVisible()
      expect(refused).toEqual([])
    })

    test('the contact form asks for the same, and says what to do', async () => {
      await page.goto('/contact')
      await page.getByLabel('Name').fill('Ada')
      await page.getByRole('main').getByLabel('Email').fill(newEmail())
      await page.getByLabel('Subject').fill('A good word')
      await page.getByLabel('Message').fill('The yams were fine.')
      await press('Send message')
      await expect(main().getByText('Please complete this check.')).toBeVisible()
      await box().check()
      await expect(main().getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible()
      expect(refused).toEqual([])
    })

    test('looks right on a phone and says so where its script does not come', { tag: '@full' }, async () => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto('/auth')
      await expect(box()).toBeVisible()
      await expectGoodScreen(page)
      await page.route(/api\.js/, (route) => route.abort())
      await page.goto('/auth?view=reset')
      await page.getByLabel('Email').fill(newEmail())
      await press('Send email')
      await expect(main().getByRole('alert')).toContainText('did not load')
      await page.unroute(/api\.js/)
      await press('Send email')
      await box().check()
      await expect(main().getByText('Password reset instructions')).toBeVisible()
    })

    test('without scripts a sentence says why the form cannot be sent', async () => {
      for (const path of ['/auth', '/auth?view=sign-up', '/auth?view=reset', '/contact']) {
        const html = await (await context.request.get(path)).text()
        expect(html).toMatch(/<noscript><p[^>]*>Scripts are turned off in your browser\./)
      }
    })
  })
}
