import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a manager writes to a buyer about an order, and the buyer answers', async ({ page, browser }) => {
  const buyer = await newPerson(page.request, { fullName: `Ada Written ${Date.now()}` })
  const buy = await openBuy(page.request)
  const joined = await callWire<{ order: { id: string; order_no: number } }>(
    page.request,
    '/functions/v1/join-group-buy',
    { method: 'POST', token: buyer.session.access_token, data: { group_buy_id: buy.id, quantity: 1 } },
  )
  await signIn(page, 'manager@ajoja.test')
  await openPage(page, `/manager/messages/new?person=${buyer.userId}&order=${joined.body.order.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Write to ${buyer.fullName}`)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('Your message').fill('Your bag is at Mile 12.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your bag is at Mile 12.')).toBeVisible()
  await expect(page.locator(`main a[href="/manager/orders/${joined.body.order.id}"]`)).toBeVisible()
  await expectGoodScreen(page)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, buyer.email, buyer.password)
  await openPage(other, '/account/messages')
  await other.getByRole('link', { name: /, Manager$/ }).click()
  await expect(other.locator(`main a[href="/account/orders/${joined.body.order.id}"]`)).toBeVisible()
  await other.getByLabel('Your message').fill('Thank you, I come today.')
  await other.getByRole('button', { name: 'Send message' }).click()
  await expect(other.getByText('Thank you, I come today.')).toBeVisible()
  await expect(page.getByText('Thank you, I come today.')).toBeVisible()
  await other.context().close()
})

test('a buyer writes to the market, one of staff takes it, and the second answer is refused', async ({
  page,
  browser,
}) => {
  const buyer = await newPerson(page, { fullName: `Bisi Asks ${Date.now()}` })
  await openPage(page, '/account/messages/support')
  await page.getByLabel('What is it about?').selectOption('payment')
  await page.getByLabel('Your message').fill('I paid twice.')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('I paid twice.')).toBeVisible()

  const [one, two] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  for (const [desk, email] of [
    [one, 'coordinator'],
    [two, 'chief'],
  ] as const) {
    await signIn(desk, `${email}@ajoja.test`)
    await openPage(desk, `/${email}/messages/inbox?topic=payment`)
    await desk.getByRole('row', { name: buyer.fullName }).getByRole('link').first().click()
    await expect(desk.getByText('I paid twice.')).toBeVisible()
  }
  await expectGoodOnPhoneAndDesk(one)
  await one.getByRole('button', { name: 'Take it' }).click()
  await expect(one.getByText('Saved.')).toBeVisible()
  await one.getByLabel(`Answer to ${buyer.fullName}`).fill('It goes back today.')
  await one.getByRole('button', { name: 'Send answer' }).click()
  await expect(one.getByText('Your answer is on its way.')).toBeVisible()
  await two.getByLabel(`Answer to ${buyer.fullName}`).fill('We look.')
  await two.getByRole('button', { name: 'Send answer' }).click()
  await expect(two.getByText(/^Somebody has answered this since you opened it/)).toBeVisible()
  await expect(page.getByText('It goes back today.')).toBeVisible()
  await one.context().close()
  await two.context().close()
})
