import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

async function payAnOrder(page: Page): Promise<string> {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  await page.goto(`/account/pay?order=${body.order.id}`)
  await payAtGateway(page)
  return body.order.id
}

test('a buyer opens the receipt of a payment and downloads it as a PDF', async ({ page, browser }) => {
  const orderId = await payAnOrder(page)
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt RC-\d{4}-\d{6}$/)
  await expect(page.getByText('Received for these orders')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  const address = new URL(page.url()).pathname
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as PDF' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^ajoja-rc-\d{4}-\d{6}\.pdf$/)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(await file.path()))), {
    mergePages: true,
  })
  expect(text).toContain('₦155,800')
  const answer = await page.request.get(`${address}.pdf`)
  expect([answer.headers()['content-type'], answer.headers()['cache-control']]).toEqual(['application/pdf', 'no-store'])

  // The order links to it too, and so does the list, which can also be downloaded as CSV.
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByRole('link', { name: 'Receipt', exact: true })).toHaveAttribute('href', address)
  await page.goto('/account/receipts')
  await expect(page.getByRole('link', { name: address.split('/').at(-1) ?? '' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  expect(await (await page.request.get('/account/receipts.csv')).text()).toContain('155800')

  // It does not exist for other users.
  const other = await browser.newPage()
  await signIn(other, 'customer@ajoja.test')
  expect((await other.goto(address))?.status()).toBe(404)
  expect((await other.request.get(`${address}.pdf`)).status()).toBe(404)
  await other.close()
})

test('a person reads the wallet and shares a link', async ({ page }) => {
  await newPerson(page)
  await page.goto('/account/wallet')
  await expect(page.getByText('No PEPS yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await expectGoodOnPhoneAndDesk(page)

  await signIn(page, 'customer@ajoja.test')
  await page.goto('/account/wallet')
  await expect(page.getByText('You can spend', { exact: true })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

test('vendors have no code, and find their invoices', async ({ page }) => {
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/account/wallet')
  await expect(page.getByText(/^Vendors cannot enroll as affiliates/)).toBeVisible()
  await page.goto('/vendor/invoices')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
  await expectGoodOnPhoneAndDesk(page)
})
