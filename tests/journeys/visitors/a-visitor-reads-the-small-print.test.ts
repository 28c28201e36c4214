import { expect } from '@playwright/test'
import { INTERACTION_SCRIPT, test } from '../market.ts'
import { expectGoodScreen } from '../screens.ts'

test('About tells the mission, the journey and three steps, and leads to sign-up', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByText('inflation of over 42%')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toHaveText([/^2024/, /^2025/])
  await expect(page.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveCount(3)
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('the film on About loads nothing before it is opened, and nothing from another site', async ({
  page,
  baseURL,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/about', { waitUntil: 'networkidle' })
  expect(requested.filter((url) => url.includes('/basins/'))).toEqual([])
  await page.getByText('How Ajoja works').click()
  await expect(page.getByText('6. The vendor is paid')).toBeVisible()
  await expectGoodScreen(page)
  expect(requested.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
})

test('the FAQ opens section by section', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.locator('#main h2')).toHaveText([
    'General Questions',
    'PEPS and Rewards',
    'Affiliate Marketing & Referrals',
    'Price Tiers and Group Buying',
    'Payment and Delivery',
  ])
  const answer = page.getByText('3 to 5 business days, back to where the money came from.')
  await expect(answer).toBeHidden()
  await page.getByRole('heading', { name: 'Payment and Delivery' }).click()
  await page.getByRole('heading', { name: 'How long does a refund take?' }).click()
  await expect(answer).toBeVisible()
  await expect(page.locator('#main').getByRole('link', { name: /^support@/ })).toHaveAttribute('href', /^mailto:/)
  await expectGoodScreen(page)
})

for (const [path, title, sentence] of [
  ['/privacy-policy', 'Privacy Policy', 'within 72 hours of learning of it'],
  ['/terms', 'Terms of Service', 'Every registered user is automatically an affiliate'],
  ['/vendor-terms', 'Vendor Terms', 'You receive 95%.'],
] as const) {
  // One frame holds all three.
  test(`${title} has contents that lead to its sections, and no framework`, {
    tag: path === '/terms' ? [] : '@full',
  }, async ({ page }) => {
    const scripts: string[] = []
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    )
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([expect.stringMatching(INTERACTION_SCRIPT)])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Last updated February 2025')).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    const last = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last()
    await last.click()
    await expect(page.locator(`article h2${(await last.getAttribute('href')) ?? ''}`)).toBeInViewport()
    await expectGoodScreen(page)
  })
}
