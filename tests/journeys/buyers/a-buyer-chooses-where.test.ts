import { expect, type Page } from '@playwright/test'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

async function join(page: Page): Promise<string> {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  return body.order.id
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Who receives it').fill('Ngozi Test')
  await page.getByLabel('Phone').fill('0803 123 4567')
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByLabel('Local government').selectOption('Surulere')
  await page.getByLabel('House and street').fill('12 Bode Thomas Street')
}

test('a buyer has it delivered, pays the fee, collects it after all and has the fee back', async ({ page }) => {
  const orderId = await join(page)
  await page.goto(`/account/pay?order=${orderId}`)
  await expect(page.getByText('You collect it at')).toBeVisible()
  await page.getByRole('link', { name: 'Change where it goes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where your food goes')
  await page.getByRole('link', { name: 'Add an address' }).click()
  await fillAddress(page)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('radio', { name: /Home ₦1,500/ }).check()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Choose this' }).click()
  await expect(page.getByText('We bring it to your door')).toBeVisible()
  await expect(page.getByText('0803 123 4567')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  // ₦76,000 at most, with the fee of ₦1,900, and the delivery.
  await expect(page.getByRole('button', { name: 'Pay ₦79,400' })).toBeVisible()
  await payAtGateway(page)
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByText(/1 bag, about 50 kg, about \d+ dericas/)).toBeVisible()
  await page.getByRole('link', { name: 'Change where it goes' }).click()
  await page
    .getByRole('radio', { name: /Free: ₦1,500 comes back to you as PEPS, at once/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Choose this' }).click()
  await expect(page.getByText('You collect it at')).toBeVisible()
  await expect(page.getByText('Came back as PEPS')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.goto('/account/wallet')
  await expect(page.getByText(/1,500/).first()).toBeVisible()

  // To the door after all: what that costs more is paid first, partly in PEPS.
  await page.goto(`/account/orders/${orderId}/where`)
  await page.getByRole('radio', { name: /Home ₦1,500: you pay ₦1,500 more/ }).check()
  await page.getByRole('button', { name: 'Choose this' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay the difference')
  await page.getByLabel(/Use PEPS/).fill('500')
  await expectGoodOnPhoneAndDesk(page)
  await payAtGateway(page)
  await expect(page.getByText(/^More for delivery: /)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Your order', exact: true }).click()
  await expect(page.getByText('We bring it to your door')).toBeVisible()
})

test('a coordinator edits places, zones and measures on a phone and on a desktop', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, 'chief@ajoja.test')
  for (const path of ['/chief/places', '/chief/places/new', '/chief/places/zones', '/places', '/account/addresses']) {
    await page.goto(path)
    await expectGoodOnPhoneAndDesk(page)
  }
  await page.goto('/chief/places/zones')
  await page.getByRole('link', { name: 'Edit Lagos Island and Lekki' }).click()
  await expect(page.getByLabel('Eti-Osa')).toBeChecked()
  await expectGoodOnPhoneAndDesk(page)
  await page.goto('/chief/settings')
  await page.getByRole('link', { name: 'Measures' }).click()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Change derica, rice' }).click()
  await expect(page.getByRole('heading', { name: 'Change: One derica of rice' })).toBeVisible()
  await page.getByLabel('Weighs about, in kg').fill('9')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The weight lies between the least and the most')).toBeVisible()
  await page.getByLabel('Weighs about, in kg').fill('0.9')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('One derica of rice is about 0.9 kg from now on.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a buyer chooses, and a coordinator keeps the places', { tag: '@full' }, async ({ page }) => {
    const orderId = await join(page)
    await page.goto(`/account/addresses/new?next=/account/orders/${orderId}/where`)
    await fillAddress(page)
    await page.getByLabel('State').selectOption('Kano')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Please choose a local government of Kano.')).toBeVisible()
    await expect(page.getByLabel('House and street')).toHaveValue('12 Bode Thomas Street')
    await page.getByLabel('State').selectOption('Lagos')
    await page.getByLabel('Local government').selectOption('Epe')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByRole('radio', { name: /Home ₦3,500/ }).check()
    await page.getByRole('button', { name: 'Choose this' }).click()
    await expect(page.getByText('We bring it to your door')).toBeVisible()

    await signIn(page, 'coordinator@ajoja.test')
    await page.goto('/coordinator/places')
    await page.getByRole('link', { name: 'Add a place' }).click()
    const name = `Hub ${crypto.randomUUID().slice(0, 8)}`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('State').selectOption('Sokoto')
    await page.getByLabel('Local government').selectOption('Wurno')
    await page.getByLabel('Street').fill('3 Market Road')
    await page.getByLabel('Monday, closes').fill('07:00')
    await page.getByRole('button', { name: 'Add place' }).click()
    await expect(page.getByText('Monday: it must close after it opens.')).toBeVisible()
    await page.getByLabel('Monday, closes').fill('17:00')
    await page.getByRole('button', { name: 'Add place' }).click()
    await expect(page.getByText('The place is saved.')).toBeVisible()
    await page.getByRole('button', { name: `Close ${name}` }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('The lease has ended')
    await page.getByRole('dialog').getByRole('button', { name: 'Close place' }).click()
    await expect(page.getByText('The place is closed.')).toBeVisible()
    await page.getByRole('link', { name: 'Delivery zones' }).click()
    await page.getByRole('link', { name: 'Edit Lagos Island and Lekki' }).click()
    await expect(page.getByLabel('Eti-Osa')).toBeChecked()
    await page.goto('/places')
    await expect(page.getByText(name)).toHaveCount(0)
  })
})
