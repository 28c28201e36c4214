import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { demoSession, newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a buyer reads that the shop is closed, is offered no further units and may leave', async ({ page }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page)
  const joined = await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: person.session.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  expect(joined.status).toBe(200)
  await openPage(page, `/group-buys/${buy.id}`)
  await expect(page.getByText('Take more', { exact: true })).toBeVisible()

  const { access_token: token } = await demoSession(page.request, 'coordinator@ajoja.test')
  const { body } = await callWire<{ vendor_id: string }[]>(
    page.request,
    `/rest/v1/group_buys?select=vendor_id&id=eq.${buy.id}`,
  )
  const decide = (decision: string) =>
    callWire(page.request, '/functions/v1/decide-vendor', {
      method: 'POST',
      token,
      data: { vendor_id: body[0]?.vendor_id, decision, note: 'Papers are missing' },
    })
  expect((await decide('suspend')).status).toBe(200)
  try {
    await openPage(page, `/group-buys/${buy.id}`)
    await expect(page.getByText('The shop is not open at the moment.')).toBeVisible()
    await expect(page.getByText('Your order stands.', { exact: false })).toBeVisible()
    await expect(page.getByText('Nobody can join while the shop is closed')).toBeVisible()
    await expect(page.getByText('Take more', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Add to your order/ })).toHaveCount(0)
    await expectGoodScreen(page)
    await page.getByRole('button', { name: 'Leave this group buy' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByText('You left this group buy.', { exact: false })).toBeVisible()
  } finally {
    expect((await decide('reinstate')).status).toBe(200)
  }
})
