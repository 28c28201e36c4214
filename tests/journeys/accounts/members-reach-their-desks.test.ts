import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { DEMO_PASSWORD } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

const PHONE = { width: 360, height: 740 }

async function comeIn(page: Page, email: string): Promise<void> {
  await page.setViewportSize(PHONE)
  await openPage(page, '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/customer/dashboard')
}

async function menuLeads(page: Page, name: string, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name, exact: true }).click()
  await page.waitForURL(to)
}

test('staff of a hub find their counter after signing in, and in the menu of every page', async ({ page }) => {
  await comeIn(page, 'hub@ajoja.test')
  const work = page.getByRole('region', { name: 'Your work' })
  await expectGoodOnPhoneAndDesk(page)
  await work
    .getByRole('link', { name: /hand over/ })
    .first()
    .click()
  await page.waitForURL(/\/handover\?place=/)
  await expect(page.getByRole('heading', { name: 'Expected' })).toBeVisible()
  await openPage(page, '/group-buys')
  await menuLeads(page, 'Hand over', /\/handover$/)
})

test('a rider finds the run after signing in, without the counter’s pages beside it', async ({ page }) => {
  await comeIn(page, 'rider@ajoja.test')
  await page
    .getByRole('region', { name: 'Your work' })
    .getByRole('link', { name: /on your run/ })
    .click()
  await page.waitForURL('/my-run')
  await expect(page.getByRole('heading', { name: 'My run' })).toBeVisible()
  await openPage(page, '/products')
  await menuLeads(page, 'My run', /\/my-run$/)
})
