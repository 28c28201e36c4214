import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { giveSession, newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

const seen = (count: number) => `${count} people are looking at this now`

async function open(browser: Browser, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await prepare?.(page)
  await openPage(page, path)
  return page
}

test('strangers and people see how many look at a group buy, and no one by name', async ({ page, browser }) => {
  const buy = await openBuy(page.request)
  const path = `/group-buys/${buy.id}`
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => sent.push(String(payload))))
  await openPage(page, path)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await expect(page.getByText('looking at this now')).toHaveCount(0)

  const person = await newPerson(page.request, { fullName: 'Ada Looks' })
  const other = await open(browser, path, (one) => giveSession(one, person.session))
  await expect(page.getByText(seen(2))).toBeVisible()
  await expect(other.getByText(seen(2))).toBeVisible()
  await expectGoodScreen(other)
  expect(sent.join()).not.toContain(person.userId)

  // A viewer on another page of the shop is counted no longer.
  await other.getByRole('link', { name: 'Group buys' }).first().click()
  await expect(other).toHaveURL(/\/group-buys$/)
  await expect(page.getByText('looking at this now')).toHaveCount(0)
  await other.context().close()
})

test('in the language of the page', async ({ page, browser, market }) => {
  const buy = await openBuy(page.request)
  await page.context().addCookies([{ name: 'language', value: 'pcm', url: market.origin }])
  await openPage(page, `/group-buys/${buy.id}`)
  const other = await open(browser, `/group-buys/${buy.id}`)
  await expect(page.getByText('2 people dey look am now')).toBeVisible()
  await other.context().close()
})

test('a phone that saves data is not counted, and asks for no count', async ({ page, browser }) => {
  const buy = await openBuy(page.request)
  await openPage(page, `/group-buys/${buy.id}`)
  const joined: string[] = []
  const saving = await open(browser, `/group-buys/${buy.id}`, async (one) => {
    await one.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    one.on('websocket', (socket) => socket.on('framesent', ({ payload }) => joined.push(String(payload))))
  })
  await expect(saving.locator('html')).toHaveAttribute('data-live', 'on')
  const third = await open(browser, `/group-buys/${buy.id}`)
  await expect(page.getByText(seen(2))).toBeVisible()
  expect(joined.join()).not.toContain('viewers:')
  await expect(saving.getByText('looking at this now')).toHaveCount(0)
  await saving.context().close()
  await third.context().close()
})
