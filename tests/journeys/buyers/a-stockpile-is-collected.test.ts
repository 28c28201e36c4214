import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

const PHONE = { width: 360, height: 740 }

const codeOn = async (page: Page) => {
  await page.goto('/account/codes')
  const card = page.getByRole('region', { name: 'Yaba hub' })
  return (
    (await card
      .getByText(/^\d{3} \d{3}$/)
      .first()
      .textContent()) ?? ''
  )
}

test('a buyer collects a stockpile in two parts, and the account says what is left', async ({
  page,
  browser,
  market,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'buyer12@ajoja.test')
  await page.goto('/account/stockpile')
  const balance = page.getByRole('table', { name: 'Kebbi long grain parboiled rice' })
  await expect(balance.getByRole('row', { name: /^Left/ })).toContainText('2 bags')
  await expect(page.getByText(/^Free until/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.setViewportSize(PHONE)

  const counter = await browser.newPage({ viewport: PHONE, baseURL: market.origin })
  await signIn(counter, 'hub@ajoja.test')
  await counter.goto('/held')
  await expect(counter.getByText('Yaba hub, kept or promised').first()).toBeAttached()
  await expectGoodOnPhoneAndDesk(counter)
  const orderLink = counter.getByRole('link', { name: /Yetunde Ogunleye/ })
  await orderLink.click()
  await expect(counter).toHaveURL(/\/handover\?order=\d+/)
  const order = new URL(counter.url()).searchParams.get('order')
  await counter.getByLabel('Code', { exact: true }).fill(await codeOn(page))
  await counter.getByRole('spinbutton').first().fill('1')
  await counter.getByRole('button', { name: 'Handed over' }).click()
  await expect(counter.getByText('The buyer has a new code for the rest.')).toBeVisible()

  await page.goto('/account/stockpile')
  await expect(balance.getByRole('row', { name: /^Collected/ })).toContainText('−1 bag')
  await expect(balance.getByRole('row', { name: /^Left/ })).toContainText('1 bag')
  // The fee for delivering the rest is shown before anything is chosen.
  await page.getByRole('link', { name: 'Have it brought: see the fee' }).click()
  await expect(page.getByRole('heading', { name: 'Where your food goes' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Have it brought to your door' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await counter.goto(`/handover?order=${order}`)
  await counter.getByLabel('Code', { exact: true }).fill(await codeOn(page))
  await counter.getByRole('button', { name: 'Handed over' }).click()
  await expect(counter.getByText(/^Order \d+ is handed over\.$/)).toBeVisible()
  await counter.close()
  await page.goto('/account/stockpile')
  await expect(page.getByText('We keep nothing for you now')).toBeVisible()
  await expect(balance.getByRole('row', { name: /^Left/ })).toContainText('0 bags')
})

test('staff and a buyer decide about uncollected goods', async ({ page, browser, market }) => {
  // One buyer has chosen that it may be given away; another, that it may be sold.
  const buyer = await browser.newPage({ viewport: PHONE, baseURL: market.origin })
  await signIn(buyer, 'buyer21@ajoja.test')
  await buyer.goto('/account/stockpile')
  await expect(buyer.getByText('The time is over. It is still yours.')).toBeVisible()
  await expect(buyer.getByText('and nobody answered: It rang twice.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(buyer)
  await buyer.getByRole('button', { name: 'Give it away' }).click()
  await expect(buyer.getByText('You agreed that we give it away. Thank you.')).toBeVisible()

  await signIn(page, 'coordinator@ajoja.test')
  await page.goto('/coordinator/uncollected')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: /Kelechi Nnamdi/ }).click()
  await expect(page.getByRole('heading', { name: /^Order \d+, Kelechi Nnamdi$/ })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page
    .getByLabel('The call')
    .or(page.getByRole('group', { name: 'The call' }))
    .getByLabel('I spoke with the buyer')
    .check()
  await page.getByLabel('What was said').fill('She asks us to sell it')
  await page.getByRole('button', { name: 'Save this call' }).click()
  await expect(page.getByText('The call is saved. The buyer can read it.')).toBeVisible()
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('The amount must be in naira, such as 1,234.50.')).toBeVisible()
  await page.getByLabel('What the sale brought').fill('50,000')
  await page.getByLabel('Reason').fill('Sold to the canteen next door, as she asked')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(
    page.getByText(/^Entered\. A colleague with your role or a higher one has to approve it first/),
  ).toBeVisible()
  const decided = page.url()

  const chief = await browser.newPage({ baseURL: market.origin })
  await signIn(chief, 'chief@ajoja.test')
  await chief.goto('/chief/amounts')
  await expectGoodOnPhoneAndDesk(chief)
  await chief.getByLabel('What you checked').fill('The canteen confirmed the sale')
  await chief.getByRole('button', { name: 'Approve ₦50,000' }).click()
  await expect(chief.getByText('Approved and carried out.')).toBeVisible()
  await chief.close()
  await page.goto(decided)
  await expect(page.getByText('₦45,000')).toBeVisible()

  await page.goto('/coordinator/uncollected')
  await page.getByRole('link', { name: /Kayode Akinwunmi/ }).click()
  await expect(page.getByText(/Give it away: agreed/)).toBeVisible()
  await page.getByRole('radio', { name: 'Given away' }).check()
  await page.getByLabel('Reason').fill('Given to the children’s home in Ketu')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Decided. The buyer has been told.')).toBeVisible()
  await buyer.goto('/account/stockpile')
  await expect(buyer.getByText('It was given away, as you agreed.')).toBeVisible()
  await buyer.close()
})
