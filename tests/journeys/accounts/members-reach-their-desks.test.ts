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
  await page.waitForURL('/work')
}

async function menuLeads(page: Page, name: string, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name, exact: true }).click()
  await page.waitForURL(to)
}

test('staff of a hub start at what is due, and find it in the menu of every page', async ({ page }) => {
  await comeIn(page, 'hub@ajoja.test')
  await expectGoodOnPhoneAndDesk(page)
  await page
    .getByRole('link', { name: /Hand over at / })
    .first()
    .click()
  await page.waitForURL(/\/handover\?place=/)
  await expect(page.getByRole('heading', { name: 'Expected' })).toBeVisible()
  // The counter’s people and the desks stay at the thumb.
  const desks = page.getByRole('navigation', { name: 'Your work' }).last()
  await expect(desks.getByRole('link')).toHaveText(['Today', 'Hand over', 'Weigh-in'])
  await desks.getByRole('link', { name: 'Weigh-in' }).click()
  await page.waitForURL('/weigh-in')
  await openPage(page, '/group-buys')
  await menuLeads(page, 'Your work', /\/work$/)
})

test('a rider starts at the run, without the counter’s pages beside it', async ({ page }) => {
  await comeIn(page, 'rider@ajoja.test')
  await expectGoodOnPhoneAndDesk(page)
  await page
    .getByRole('link', { name: /Deliveries from / })
    .first()
    .click()
  await page.waitForURL('/my-run')
  await expect(page.getByRole('heading', { name: 'My run' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Your work' }).last().getByRole('link')).toHaveText([
    'Today',
    'My run',
  ])
  await openPage(page, '/products')
  await menuLeads(page, 'My run', /\/my-run$/)
})

test('a vendor keeps the shop’s menu at every desk, and in messages opened from a notice', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/auth')
  await page.getByLabel('Email').fill('vendor@ajoja.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/vendor/dashboard')
  const menu = page.getByRole('navigation', { name: 'Vendor' })
  for (const path of ['/handover', '/weigh-in', '/runs', '/held', '/account/messages']) {
    await openPage(page, path)
    await expect(menu.getByRole('link', { name: 'Packing' })).toBeVisible()
  }
  await page.waitForURL('/vendor/messages')
  await expectGoodOnPhoneAndDesk(page)
})
