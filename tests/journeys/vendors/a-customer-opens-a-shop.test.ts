import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage, waitForScripts } from '../open-page.ts'
import { DEMO_PASSWORD, grantPassword, newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('signed-out people are sent to sign in and come back', async ({ page }) => {
  await page.goto('/vendor-signup')
  await expect(page.getByText('You receive 95% of the price')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign In / Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth\?next=\/vendor-signup$/)
})

test('an application is corrected, sent, rejected with a note, sent again and approved', async ({ page, request }) => {
  const { userId } = await newPerson(page)
  await openPage(page, '/vendor-signup')
  await expect(page.getByLabel('State').getByRole('option')).toHaveCount(38)
  await expectGoodScreen(page)
  const name = `Iya Test Foods ${Date.now()}`
  await apply(page, { name, phone: 'call me now' })
  await expect(page.getByRole('alert').getByText(/Please enter a phone number/)).toBeVisible()
  await expect(page.getByLabel('Business name')).toHaveValue(name)
  await apply(page, { name, phone: '0803 123 4567' })
  await expect(page.getByText(`${name}: Waiting for approval`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send application' })).toHaveCount(0)
  await expectGoodScreen(page)

  // During the review it may be corrected, and products are prepared that no other user sees.
  await page.getByLabel(/^Address/).fill('5 Wurukum Market Road')
  await page.getByLabel('I agree to the Vendor Terms.').check()
  await page.getByRole('button', { name: 'Save corrections' }).click()
  await expect(page.getByText('Your corrections are saved.')).toBeVisible()
  await expect(page.getByLabel(/^Address/)).toHaveValue('5 Wurukum Market Road')
  await page.getByRole('link', { name: 'Add a product' }).click()
  const product = `Benue yam ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(product)
  await page.getByLabel('Category').selectOption('vegetables')
  await page.getByLabel('Unit', { exact: true }).fill('tuber')
  await page.getByLabel(/^Base price/).fill('3000')
  await page.getByLabel('Available quantity').fill('40')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  await expect(page.getByRole('link', { name: product })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: product }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(product)
  const { body: strangers } = await callWire<unknown[]>(request, `/rest/v1/products?select=id&name=eq.${product}`)
  expect(strangers).toEqual([])
  await openPage(page, '/vendor-signup')

  const chief = await grantPassword(request, { email: 'chief@ajoja.test', password: DEMO_PASSWORD })
  const decide = async (data: { decision: string; note?: string }) => {
    const { body } = await callWire<{ id: string }[]>(request, `/rest/v1/vendors?select=id&owner_id=eq.${userId}`, {
      token: chief.access_token,
    })
    const decided = { vendor_id: body[0]?.id, ...data }
    const answer = await callWire(request, '/functions/v1/decide-vendor', {
      method: 'POST',
      token: chief.access_token,
      data: decided,
    })
    expect(answer.status).toBe(200)
  }
  await decide({ decision: 'reject', note: 'Please name your market.' })
  await page.reload()
  await waitForScripts(page)
  await expect(page.getByText('The manager wrote: “Please name your market.”')).toBeVisible()
  await expect(page.getByLabel('Business name')).toHaveValue(name)
  await expectGoodScreen(page)
  await apply(page, { name: `${name} Mile 12`, phone: '0803 123 4567' })
  await expect(page.getByText(`${name} Mile 12: Waiting for approval`)).toBeVisible()

  await decide({ decision: 'approve' })
  await page.reload()
  await expect(page.getByText(`${name} Mile 12: Open`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your products' })).toBeVisible()
  await expectGoodScreen(page)
})

async function apply(page: Page, { name, phone }: { name: string; phone: string }): Promise<void> {
  await page.getByLabel('Business name').fill(name)
  await page.getByLabel('Description').fill('Yams and peppers from Benue, brought to Lagos every week.')
  await page.getByLabel('City or market town').fill('Makurdi')
  await page.getByLabel('State').selectOption('Benue')
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel(/^Address/).fill('3 Wurukum Market Road')
  await page.getByLabel('I agree to the Vendor Terms.').check()
  await page.getByRole('button', { name: 'Send application' }).click()
}
