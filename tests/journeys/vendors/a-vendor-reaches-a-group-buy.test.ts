import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const day = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A buy that closes tomorrow and whose payments are due in two days, with one person who has not paid. */
async function openDueBuy(request: APIRequestContext) {
  const { id: productId, name, vendorToken } = await openProduct(request)
  await callWire(request, `/rest/v1/products?id=eq.${productId}`, {
    method: 'PATCH',
    token: vendorToken,
    data: { share_date: day(4).toISOString().slice(0, 10) },
  })
  const { body } = await callWire<{ id: string }[]>(request, '/rest/v1/group_buys', {
    method: 'POST',
    token: vendorToken,
    data: {
      product_id: productId,
      status: 'active',
      target_quantity: 40,
      min_participants: 1,
      end_date: day(1.2).toISOString(),
    },
  })
  const id = body[0]?.id ?? ''
  const buyer = await newPerson(request, { fullName: 'Bisi Joiner' })
  await callWire(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: id, quantity: 2 },
  })
  return { id, name, buyer }
}

test('a vendor writes to the unpaid and extends from the list of buys in danger; the buyer reads it once', async ({
  page,
}) => {
  const { id, name, buyer } = await openDueBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/buys')
  const row = page.getByRole('region', { name: 'Needs you now' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('1 person has not paid.')
  await expectGoodScreen(page)
  await row.getByRole('button', { name: 'Write to the unpaid' }).click()
  const question = page.getByRole('dialog', { name: 'Write to 1 person who has not paid?' })
  await expect(question.getByLabel('Message')).toHaveValue(new RegExp(`^Payment for ${name} is due on `))
  await question.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText('Sent to 1 person.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you told them' })).toContainText(
    'those who have not paid: 1 person',
  )
  await expectGoodOnPhoneAndDesk(page)

  await page.getByRole('radio', { name: 'Everybody in it: 1 person' }).check()
  await page.getByLabel('Message').fill('The lorry is on its way.')
  await page.getByRole('button', { name: 'See it before it is sent' }).click()
  const preview = page.getByRole('region', { name: 'Send this to 1 person?' })
  await expect(preview).toContainText('The lorry is on its way.')
  await expect(preview).toContainText('Pay only on this site.')
  await expectGoodScreen(page)
  await preview.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText('You have just sent a message about this group buy.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('The lorry is on its way.')

  await openPage(page, '/vendor/products/buys')
  await row.getByRole('button', { name: 'Extend' }).click()
  const extension = page.getByRole('dialog', { name: `Extend the group buy of ${name}?` })
  await expect(extension).toContainText('1 person is told at once.')
  await extension.getByRole('radio', { name: /^2 days: closes / }).check()
  await extension.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText(/^It closes on .* now\. 1 person is told within a minute\.$/)).toBeVisible()
  await expect(page.getByText('1 of 2 times')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.context().clearCookies()
  await signIn(page, buyer.email, buyer.password)
  await expect(async () => {
    await openPage(page, '/account/notices')
    await expect(page.getByText(new RegExp(`^From .* about ${name}$`))).toHaveCount(1)
    await expect(page.getByText(`Open a little longer: ${name}`)).toHaveCount(1)
  }).toPass()
  await openPage(page, `/group-buys/${id}`)
  const told = page.getByRole('region', { name: 'From the shop' })
  await expect(told.getByRole('listitem')).toHaveCount(2)
  await expect(told).toContainText(`Payment for ${name} is due on `)
  await expect(told).toContainText('Pay only on this site.')
  await expectGoodScreen(page)
})

test('a buy is saved as a template, renamed, started from, and deleted', async ({ page }) => {
  const { id, name } = await openDueBuy(page.request)
  const called = `Friday ${name}`
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${id}`)
  await page.getByRole('button', { name: 'Save as template' }).click()
  const question = page.getByRole('dialog', { name: 'Save it as a template?' })
  await question.getByLabel('Name').fill(called)
  await question.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText(`Saved as the template "${called}".`)).toBeVisible()
  await openPage(page, '/vendor/products/buys')
  await page.getByRole('link', { name: 'Templates' }).click()
  const row = page.getByRole('row', { name: called })
  await expectGoodOnPhoneAndDesk(page)
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(`Saturday ${name}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText(`It is called "Saturday ${name}" now.`)).toBeVisible()
  const renamed = page.getByRole('row', { name: `Saturday ${name}` })
  await renamed.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open again')
  await expect(page.getByLabel('Target quantity')).toHaveValue('40')
  await openPage(page, '/vendor/products/buys/templates')
  await renamed.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText(`The template "Saturday ${name}" is deleted.`)).toBeVisible()
  await expect(renamed).toHaveCount(0)
})
