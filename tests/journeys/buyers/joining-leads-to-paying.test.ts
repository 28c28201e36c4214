import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { newPerson, type Person } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const joinButton = (page: Page, buy: OpenedBuy) =>
  page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
const payLink = (page: Page) => page.getByRole('link', { name: /^Pay ₦77,900 by / })

async function ownUnits(page: Page, buy: OpenedBuy, { session }: Person): Promise<number[]> {
  const { body } = await callWire<{ quantity: number }[]>(
    page.request,
    `/rest/v1/orders?select=quantity&group_buy_id=eq.${buy.id}&status=eq.pending`,
    { token: session.access_token },
  )
  return body.map(({ quantity }) => quantity)
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('after joining the thumb’s button pays, and one press leads there', async ({ page }) => {
      const buy = await openBuy(page.request)
      await newPerson(page)
      await page.goto(`/group-buys/${buy.id}`)
      await joinButton(page, buy).click()
      await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('1 bag')
      await expect(page.locator('.action-bar').getByRole('link', { name: /^Pay ₦77,900 by / })).toBeInViewport()
      await expect(page.getByRole('button', { name: `Add to your order of ${buy.name}` })).toBeHidden()
      if (javaScriptEnabled) await expectGoodScreen(page)
      await payLink(page).last().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')

      await page.goto(`/group-buys?search=${encodeURIComponent(buy.name)}`)
      await expect(page.getByText('You have 1 bag in this group buy.')).toBeVisible()
      await payLink(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
    })

    test('two taps on pages from before the join buy once', async ({ page, context }) => {
      const buy = await openBuy(page.request)
      const person = await newPerson(page)
      const list = `/group-buys?search=${encodeURIComponent(buy.name)}`
      const [tab, card] = [await openTab(context, `/group-buys/${buy.id}`), await openTab(context, list)]
      await page.goto(`/group-buys/${buy.id}`)
      await joinButton(page, buy).click()
      await expect(payLink(page).first()).toBeVisible()

      for (const late of [tab, card]) {
        await joinButton(late, buy).click()
        await expect(late.getByText('You are already in with 1 bag. Nothing was added.')).toBeVisible()
        await expect(payLink(late).first()).toBeVisible()
      }
      expect(await ownUnits(page, buy, person)).toEqual([1])
    })

    test('taking more is asked for, says what the whole costs, and can be undone', async ({ page }) => {
      const buy = await openBuy(page.request)
      const person = await newPerson(page)
      await page.goto(`/group-buys/${buy.id}`)
      await joinButton(page, buy).click()
      await expect(payLink(page).first()).toBeVisible()
      await page.getByText('Take more', { exact: true }).click()
      await expect(page.getByText('1 bag more, which makes 2 bags: at most ₦155,800', { exact: false })).toBeVisible()
      await page.getByRole('button', { name: `Add to your order of ${buy.name}` }).click()
      await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('2 bags')
      expect(await ownUnits(page, buy, person)).toEqual([2])
      await page.getByRole('button', { name: 'Undo, back to 1 bag' }).click()
      await expect(page.getByText('Undone. You have what you had before.')).toBeVisible()
      expect(await ownUnits(page, buy, person)).toEqual([1])
      await expect(payLink(page).first()).toBeVisible()
    })
  })
}

test('a second tap in the same place, as soon as the first is answered, buys nothing', async ({ page }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const button = await joinButton(page, buy).elementHandle()
  const box = await button?.boundingBox()
  if (!box) throw new Error('The button is on the screen')
  const tap = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await tap()
  await answered
  await tap()
  await expect.poll(() => ownUnits(page, buy, person)).toEqual([1])
  await page.goto(`/group-buys/${buy.id}`)
  expect(await ownUnits(page, buy, person)).toEqual([1])
})

test('a keyboard reaches Join within 8 tabs, and the focus stays with the result', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const buy = await openBuy(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const isFocused = () => joinButton(page, buy).evaluate((button) => button === document.activeElement)
  let tabs = 0
  for (; tabs < 8 && !(await isFocused()); tabs += 1) {
    await page.keyboard.press('Tab')
    const skips = page.locator('.skip-link:focus')
    if ((await skips.count()) > 0) await page.keyboard.press('Enter')
  }
  expect(await isFocused()).toBe(true)
  await page.keyboard.press('Enter')
  const result = page.getByRole('status').filter({ hasText: 'You are in' })
  await expect(result).toBeVisible()
  await expect.poll(() => result.evaluate((status) => !!document.activeElement?.contains(status))).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
})

test('without a connection a page that has not hydrated says so beside the button', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  // The page's own scripts never arrive.
  await page.route(/\/assets\/(?!say-offline).*\.js/, (route) => route.abort())
  await page.goto(`/group-buys/${buy.id}`)
  await context.setOffline(true)
  await joinButton(page, buy).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No internet connection' })).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`${buy.id}$`))
  await context.setOffline(false)
  await expect(page.getByText('No internet connection')).toBeHidden()
  await joinButton(page, buy).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('1 bag')
})
