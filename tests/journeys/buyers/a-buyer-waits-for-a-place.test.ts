import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { demoSession, newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

/** A buy of two bags that one person has taken, and how they leave it. */
async function fullBuy(page: Page) {
  const buy = await openBuy(page.request, { target: 2 })
  const { access_token: token } = await demoSession(page.request, 'buyer1@ajoja.test')
  const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  const leave = () =>
    callWire(page.request, '/functions/v1/leave-group-buy', {
      method: 'POST',
      token,
      data: { order_id: body.order.id },
    })
  return { ...buy, leave }
}

const secondPhone = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })).newPage()

test('the first in line is told, others cannot take the place, and joining takes it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, leave } = await fullBuy(page)
  await page.goto(`/group-buys/${id}`)
  await expect(main(page).getByRole('link', { name: 'Sign in to wait for it' })).toBeVisible()
  await newPerson(page)
  await openPage(page, `/group-buys/${id}`)
  await main(page).getByRole('button', { name: 'Wait for it' }).click()
  await expect(main(page)).toContainText('You are number 1 in line for 1 bag.')
  await expectGoodOnPhoneAndDesk(page)

  const other = await secondPhone(browser, baseURL)
  await newPerson(other)
  await openPage(other, `/group-buys/${id}`)
  await expect(main(other)).toContainText('1 person is waiting.')
  await main(other).getByRole('spinbutton').fill('2')
  await main(other).getByRole('button', { name: 'Wait for it' }).click()
  await expect(main(other)).toContainText('You are number 2 in line for 2 bags.')

  await leave()
  await openPage(page, '/account/notices')
  await expect(main(page).getByText(/^Held for you: Journey rice/)).toBeVisible()
  await openPage(page, `/group-buys/${id}`)
  await expect(main(page)).toContainText('held for you until')
  await expectGoodOnPhoneAndDesk(page)
  await page
    .getByRole('button', { name: /^Join the group buy of/ })
    .last()
    .click()
  await expect(main(page)).toContainText(/You are in: order \d+, 1 bag/)
  await openPage(other, `/group-buys/${id}`)
  await expect(main(other)).toContainText('You are number 1 in line for 2 bags.')
  await other.context().close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a person waits, gets the place, and gives it to the next', async ({ page }) => {
    const { id, leave } = await fullBuy(page)
    await newPerson(page)
    await page.goto(`/group-buys/${id}`)
    await main(page).getByRole('button', { name: 'Wait for it' }).click()
    await expect(main(page)).toContainText('You are number 1 in line for 1 bag.')
    await main(page).getByRole('button', { name: 'Leave the waiting list' }).click()
    await main(page).getByRole('button', { name: 'Wait for it' }).click()
    await leave()
    await page.goto(`/group-buys/${id}`)
    await expect(main(page)).toContainText('held for you until')
    await main(page).getByRole('button', { name: 'Give it to the next person' }).click()
    await expect(page.getByRole('button', { name: /^Join the group buy of/ }).first()).toBeVisible()
  })
})
