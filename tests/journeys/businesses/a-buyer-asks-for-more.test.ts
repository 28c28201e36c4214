import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a buyer asks for more than one person may take, the shop agrees, and they join with it', async ({ page }) => {
      const buy = await openBuy(page.request, { maxQuantity: 3 })
      const buyer = await newPerson(page, { fullName: `Ada ${Date.now()}` })
      await page.goto(`/group-buys/${buy.id}`)
      await expect(main(page)).toContainText('One person may take 3 bags in total.')
      if (javaScriptEnabled) await expectGoodOnPhoneAndDesk(page)
      await main(page).getByRole('link', { name: 'Ask the shop for more' }).click()
      await main(page).getByLabel('How many in total (bag)').fill('3')
      await main(page).getByRole('button', { name: 'Ask the shop' }).click()
      await expect(main(page)).toContainText('You may take so many without asking.')
      await main(page).getByLabel('How many in total (bag)').fill('5')
      await main(page).getByLabel('A word to the shop').fill('For a wedding')
      await main(page).getByRole('button', { name: 'Ask the shop' }).click()
      await expect(main(page)).toContainText('5 bags: Waiting for the shop')
      if (javaScriptEnabled) await expectGoodOnPhoneAndDesk(page)

      await signIn(page, 'vendor@ajoja.test')
      await page.goto('/vendor/requests')
      const request = main(page).getByRole('listitem').filter({ hasText: buyer.fullName })
      await expect(request).toContainText('For a wedding')
      if (javaScriptEnabled) await expectGoodOnPhoneAndDesk(page)
      await request.getByRole('button', { name: /^Agree/ }).click()
      await expect(main(page)).toContainText('Answered. The buyer is told.')

      await signIn(page, buyer.email, buyer.password)
      await page.goto(`/group-buys/${buy.id}`)
      await expect(main(page)).toContainText('The shop agreed: you may take 5 bags in total.')
      await main(page).getByRole('spinbutton').fill('5')
      await page
        .getByRole('button', { name: /^Join the group buy of/ })
        .last()
        .click()
      await expect(main(page)).toContainText(/You are in: order \d+, 5 bags/)
    })
  })
}

test('a shop declines a request with a reason, and the buyer reads it and may ask again', { tag: '@full' }, async ({
  page,
}) => {
  const buy = await openBuy(page.request, { maxQuantity: 3 })
  const buyer = await newPerson(page, { fullName: `Ada ${Date.now()}` })
  await page.goto(`/account/more/${buy.id}`)
  await main(page).getByLabel('How many in total (bag)').fill('9')
  await main(page).getByRole('button', { name: 'Ask the shop' }).click()
  await expect(main(page)).toContainText('9 bags: Waiting for the shop')

  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/requests')
  const request = main(page).getByRole('listitem').filter({ hasText: buyer.fullName })
  await request.getByRole('button', { name: /^Decline/ }).click()
  await expect(main(page).getByRole('alert')).toContainText(/reason/i)
  await request.getByLabel('Reason').fill('The lorry takes 40 bags')
  await request.getByRole('button', { name: /^Decline/ }).click()
  await expect(main(page)).toContainText('Answered. The buyer is told.')

  await signIn(page, buyer.email, buyer.password)
  await page.goto('/account/notices')
  await expect(main(page)).toContainText('The lorry takes 40 bags')
  await page.goto(`/account/more/${buy.id}`)
  await expect(main(page)).toContainText('9 bags: The shop declined. The lorry takes 40 bags')
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByLabel('How many in total (bag)').fill('5')
  await main(page).getByRole('button', { name: 'Ask the shop' }).click()
  await expect(main(page)).toContainText('5 bags: Waiting for the shop')
})
