import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'

test('a page past the last one leads to the last, with the same filters', async ({ page }) => {
  for (const path of ['/products', '/group-buys', '/vendors', '/blog']) {
    await page.goto(`${path}?page=99`)
    expect(new URL(page.url()).searchParams.get('page'), path).not.toBe('99')
    await expect(page.getByText(/^No (?!figure).+ (found|yet)/), path).toHaveCount(0)
  }
  await page.goto('/products?page=99')
  const last = Number(new URL(page.url()).searchParams.get('page'))
  expect(last).toBeGreaterThan(1)
  await expect(page.getByRole('link', { name: `Page ${last}` })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.goto('/products?search=rice&page=99')
  expect(new URL(page.url()).searchParams.get('search')).toBe('rice')
  expect(new URL(page.url()).searchParams.get('page')).not.toBe('99')
})

test('so does one that a script requests', async ({ page }) => {
  await page.goto('/products')
  // The page is usable before it is hydrated.
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(() => {
    const router = (window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } })
      .__reactRouterDataRouter
    return router.navigate('/products?page=99')
  })
  await expect(page).not.toHaveURL(/page=99/)
  await expect(page).toHaveURL(/page=\d+/)
})

test('lists of the desks do the same', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  for (const path of ['/chief/audit', '/chief/settings/mails', '/chief/customers']) {
    await page.goto(`${path}?page=99`)
    expect(new URL(page.url()).searchParams.get('page'), path).not.toBe('99')
  }
})
