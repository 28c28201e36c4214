import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage, waitForScripts } from '../open-page.ts'
import { grantPassword, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { isSorted } from '../sorted.ts'
import { callWire } from '../table-calls.ts'

const dot = (page: Page, slide: number) => page.getByRole('button', { name: new RegExp(`^Slide ${slide}:`) })
const expectSlide = async (page: Page, slide: number) => {
  await expect(dot(page, slide)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('group', { name: `${slide} of 4` })).toBeVisible()
}

test('the hero moves every 21 seconds, wraps, and stops on hover and focus', async ({ page }) => {
  await page.clock.install()
  await openPage(page, '/')
  // From here on the clock moves only when the test advances it; loading took some of the first interval.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 200)
  await expectSlide(page, 1)
  await page.clock.fastForward(5_000)
  await expectSlide(page, 1)
  for (const slide of [2, 3, 4, 1]) {
    await page.clock.fastForward(21_000)
    await expectSlide(page, slide)
  }
  await dot(page, 3).click()
  await expectSlide(page, 3)
  await page.clock.fastForward(60_000)
  await expectSlide(page, 3)
  await page.locator('footer').hover()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.fastForward(21_000)
  await expectSlide(page, 4)
  await page.getByRole('button', { name: 'Pause the slides' }).click()
  await page.locator('footer').hover()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.fastForward(60_000)
  await expectSlide(page, 4)
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
})

test.describe('with little motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the hero does not move, and its dots work', { tag: '@full' }, async ({ page }) => {
    await page.clock.install()
    await openPage(page, '/')
    await page.clock.fastForward(60_000)
    await expectSlide(page, 1)
    await dot(page, 2).click()
    await expectSlide(page, 2)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the first slide is shown, and the deals are filtered and sorted', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('group', { name: '1 of 4' })).toBeVisible()
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Kind of deal').selectOption('Group buys')
    await page.getByRole('button', { name: 'Show deals' }).click()
    await expect(page).toHaveURL(/deals=group-buys/)
    await page.getByText('Sort by', { exact: true }).click()
    await page.getByRole('link', { name: 'Price low to high' }).click()
    await expect(page).toHaveURL(/deals=group-buys&sort=price-up/)
    await expect(dealNames(page).first()).toBeVisible()
  })
})

test('home shows deals, figures and group buys, on a phone and on a desk', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '/')
  await expectGoodOnPhoneAndDesk(page)
  for (const part of ['Featured Deals', 'How it works', 'Active Group Buys'])
    await expect(page.getByRole('heading', { name: part, level: 2 })).toBeVisible()
  const figures = page.getByRole('list', { name: 'Figures' }).getByRole('listitem')
  await expect(figures).toHaveText([/^30% average savings$/, /^1000\+ active members$/, /^100% quality guaranteed$/])
  // The demo market's own figures fall short of the three.
  await expect(page.getByText(/^In this market so far: /)).toHaveCount(0)
  await dealNames(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/(group-buys|shop)\//)
})

test('deals are filtered and sorted, and a filter without a deal says so', async ({ page }) => {
  await openPage(page, '/')
  await page.getByText('Sort by', { exact: true }).click()
  await page.getByRole('link', { name: 'Name' }).click()
  await expect(page).toHaveURL(/\/\?sort=name/)
  const names = () => dealNames(page).allTextContents()
  await expect.poll(async () => isSorted(await names(), (a, b) => a.localeCompare(b))).toBe(true)
  const { length } = await names()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Kind of deal').selectOption('Products')
  await page.getByLabel('Price of one unit').selectOption('₦100,000 and more')
  await page.getByRole('button', { name: 'Show deals' }).click()
  await expect(page).toHaveURL(/deals=products&price=over-100000&sort=name/)
  await expect(page.getByText('No featured deals available at the moment.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all deals' }).click()
  await expect(dealNames(page)).toHaveCount(length)
})

test('an administrator deletes a deal from the home page; others do not see how', async ({
  page,
  context,
  request,
}) => {
  const { access_token: token } = await grantPassword(request, {
    email: 'administrator@ajoja.test',
    password: 'ajoja-demo',
  })
  const name = `Bush mango ${Date.now()}`
  const made = await callWire<{ id: string }[]>(request, '/rest/v1/featured_deals', {
    method: 'POST',
    token,
    data: { name, base_price: 1250, unit: 'mudu' },
  })
  expect(made.status).toBe(201)
  const deal = made.body[0]?.id ?? ''
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)

  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/')
  await expect(card.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute(
    'href',
    /^\/content\/deals\/[0-9a-f-]{36}$/,
  )
  await context.setOffline(true)
  await deleteFrom(page, name)
  await expect(page.getByText('No internet connection').filter({ visible: true })).toBeVisible()
  await context.setOffline(false)
  await openPage(page, '/')
  // The link of a deal that does not exist, as after another user deleted it for good.
  await page.route('**/*.data*', (route) => {
    const sent = route.request().postData()?.replaceAll(deal, '00000000-0000-4000-8000-000000000000')
    return route.continue(sent === undefined ? {} : { postData: sent })
  })
  await deleteFrom(page, name)
  await expect(page.getByText('Failed to delete deal')).toBeVisible()
  await page.unroute('**/*.data*')
  await page.reload()
  await waitForScripts(page)
  await deleteFrom(page, name)
  await expect(page.getByText('The deal was deleted.')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

const dealNames = (page: Page) => page.getByRole('list', { name: 'Featured deals' }).getByRole('heading', { level: 3 })

async function deleteFrom(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this deal?' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete deal' }).click()
}
