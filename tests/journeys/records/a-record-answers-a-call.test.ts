import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

async function joinedOrder(request: APIRequestContext, fullName: string): Promise<OpenedBuy & { orderId: string }> {
  const buy = await openBuy(request)
  const buyer = await newPerson(request, { fullName })
  const { body } = await callWire<{ order: { id: string } }>(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  return { ...buy, orderId: body.order.id }
}

const outcome = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('a manager answers a call from the record of an order, and calls again the next day', async ({
  page,
  request,
}) => {
  const { orderId, name } = await joinedOrder(request, 'Bisi Caller')
  await signIn(page, 'manager@ajoja.test')
  await openPage(page, `/manager/orders/${orderId}`)
  // All that a caller asks stands on one page.
  await expect(page.getByRole('status').filter({ hasText: 'What happens next' })).toContainText('Waits for ₦')
  await expect(page.getByRole('link', { name: 'Bisi Caller' })).toBeVisible()
  for (const section of ['Goods', 'Money', 'What happened', 'What the buyer was told', 'Who did and saw what'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
  await expect(page.getByText('opened this record.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  // Their number is not shown for nothing.
  await page.getByRole('button', { name: /Show the phone number/ }).click()
  await outcome(page, 'This was not found.')
  await page.getByLabel('New note').fill('Asks where to pay. It rang out.')
  await page.getByLabel('It is').selectOption({ label: 'Call, not reached' })
  await page.getByLabel('Call again on').fill(lagosToday())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await outcome(page, 'Saved. The next call is on your list.')
  await page.getByRole('button', { name: /Show the phone number/ }).click()
  await expect(page.getByText(/^(Call \+?\d|No phone number is known)/).first()).toBeVisible()
  await expect(page.getByText('looked up how to reach the buyer')).toBeVisible()

  // The call is a task of the day and leads back to the record.
  await openPage(page, '/manager/dashboard')
  await page.getByRole('link', { name: /calls? to make again today/ }).click()
  await expect(page.getByText('Asks where to pay. It rang out.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: /Order \d+, Bisi Caller/ }).click()
  await page.getByLabel('New note').fill('Pays tonight by transfer.')
  await page.getByLabel('It is').selectOption({ label: 'Call, reached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await outcome(page, 'Pays tonight by transfer.')
  await expect(page.getByText(/^Call again on .* done by/)).toBeVisible()
  await openPage(page, '/manager/queue')
  await expect(page.getByText('Asks where to pay. It rang out.')).toHaveCount(0)
  await openPage(page, `/manager/orders/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order')
  await expect(page.getByText(name).first()).toBeVisible()
})

/** The day of Lagos, an hour ahead of UTC. */
const lagosToday = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

test('a vendor finds no record of staff', async ({ page, request }) => {
  const { orderId } = await joinedOrder(request, 'Kemi Quiet')
  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/chief/orders/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Order')
  await expect(page.getByText('Kemi Quiet')).toHaveCount(0)
})

test('a group buy is cancelled after a second look at people and money', async ({ page, request }) => {
  const { id, name } = await joinedOrder(request, 'Sade Joiner')
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, `/coordinator/buys/${id}`)
  await expect(page.getByRole('heading', { name: 'What stands where' })).toBeVisible()
  await expect(page.getByText('1 joined, 0 paid, minimum 2')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const look = page.getByRole('button', { name: 'See what goes back' })
  await look.click()
  await outcome(page, 'Please write the reason: everyone in it reads it.')
  await page.getByLabel('Reason for cancelling').fill('The lorry broke down.')
  await look.click()
  await outcome(page, `Cancel the group buy of ${name}?`)
  await outcome(page, '1 unpaid order ends; nothing is owed.')
  await outcome(page, 'Nobody has paid: no money goes back.')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Cancel group buy' }).click()
  await outcome(page, 'The group buy is cancelled.')
  await expect(page.getByText('The lorry broke down.').first()).toBeVisible()
  await expect(page.getByText('cancelled the group buy')).toBeVisible()
})
