import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a cancelled buy keeps the reason line by line, says who had joined, and offers nothing to pack', async ({
  page,
  request,
}) => {
  const { id, name } = await openBuy(request)
  const buyer = await newPerson(request, { fullName: 'Bisi Joiner' })
  await callWire(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: id, quantity: 2 },
  })
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${id}`)
  await page.getByRole('button', { name: 'Cancel group buy' }).click()
  const question = page.getByRole('dialog', { name: `Cancel the group buy of ${name}?` })
  await expect(question).toContainText('1 person has joined and 0 people have paid.')
  await question.getByLabel('Reason').fill('The lorry broke down.\nThe new date is not known.')
  await question.getByRole('button', { name: 'Cancel group buy' }).click()
  await expect(page.getByText('Why it ended: The lorry broke down.')).toBeVisible()
  await expect(page.getByText('1 person had joined.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Packing list' })).toHaveCount(0)
  await expectGoodScreen(page)
  await openPage(page, `/vendor/orders?buy=${id}`)
  await expect(page.getByRole('row', { name: 'Bisi Joiner' })).toContainText('Cancelled')
  await expect(page.getByRole('link', { name: 'Packing list' })).toHaveCount(0)
  await expect(page.getByLabel('Group buy', { exact: true }).getByRole('option', { name })).toHaveCount(1)
})
