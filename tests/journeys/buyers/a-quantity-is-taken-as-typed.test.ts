import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson } from '../people.ts'

test('a buy’s page refuses what was typed and says the limit; a second join starts small', async ({ page }) => {
  const buy = await openBuy(page.request, { maxQuantity: 24 })
  await newPerson(page)
  await openPage(page, `/group-buys/${buy.id}`)
  const quantity = page.getByLabel(`Quantity of ${buy.name}`)
  const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
  const alert = page.getByRole('alert')
  await quantity.fill('400')
  await join.click()
  await expect(alert).toHaveText('Requested quantity exceeds available spots')
  await expect(page.getByText('You can take 1 to 24 bags.')).toBeVisible()
  await expect(quantity).toHaveValue('400')
  await quantity.fill('30')
  await quantity.press('Enter')
  await expect(alert).toHaveText('One person may take at most 24.')
  await expect(quantity).toHaveValue('30')
  await quantity.fill('')
  await join.click()
  await expect(alert).toHaveText('Quantity must be a whole number from 1.')
  await expect(page.getByText('You are in', { exact: false })).toHaveCount(0)

  await quantity.fill('2')
  await join.click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('2 bags')
  await page.getByText('Take more', { exact: true }).click()
  await expect(quantity).toHaveValue('1')
  await expect(page.getByText('1 bag more, which makes 3 bags: at most', { exact: false }).first()).toBeVisible()
})

test('a card refuses too, and says what the order will be', async ({ page }) => {
  const buy = await openBuy(page.request, { maxQuantity: 12 })
  await newPerson(page)
  await openPage(page, `/group-buys?search=${encodeURIComponent(buy.name)}`)
  const quantity = page.getByLabel(`Quantity of ${buy.name}`)
  await quantity.fill('500')
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByRole('alert')).toHaveText('Requested quantity exceeds available spots')
  await expect(page.getByText('You can take 1 to 12 bags.')).toBeVisible()
  await expect(quantity).toHaveValue('500')
  await quantity.fill('5')
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('5 bags')
  await page.reload()
  await expect(page.getByText('You have 5 bags in this group buy.')).toBeVisible()
  await expect(quantity).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the server refuses, and what was typed stays', async ({ page }) => {
    const buy = await openBuy(page.request, { maxQuantity: 24 })
    await newPerson(page)
    await page.goto(`/group-buys/${buy.id}`)
    const quantity = page.getByLabel(`Quantity of ${buy.name}`)
    const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
    await expect(quantity).toHaveAttribute('max', '24')
    await quantity.fill('400')
    await join.click()
    // The browser's own validation holds the form back.
    await expect(quantity).toHaveValue('400')
    await expect(page.getByText('You are in', { exact: false })).toHaveCount(0)
    await quantity.fill('2')
    await join.click()
    await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('2 bags')
    await expect(quantity).toHaveValue('1')
  })
})

test('the cart takes no more than one person may have', async ({ page }) => {
  const buy = await openBuy(page.request, { maxQuantity: 4 })
  await openPage(page, `/products?search=${encodeURIComponent(buy.name)}`)
  const add = page.getByRole('button', { name: `Add to Cart: ${buy.name}` })
  for (let bags = 1; bags <= 4; bags++) await add.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await add.click()
  await expect(page.getByRole('alert')).toHaveText(
    'The vendor sells at most 4 bags to one person. Your cart has 4 bags.',
  )

  await openPage(page, '/cart')
  const quantity = page.getByLabel(`Quantity of ${buy.name}`)
  await expect(quantity).toHaveAttribute('max', '4')
  await quantity.fill('2')
  await quantity.blur()
  await quantity.pressSequentially('999')
  await expect(quantity).toHaveValue('2999')
  await expect(page.getByText('The vendor sells at most 4 bags to one person. Your cart keeps 2 bags.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart, 2 items/ })).toBeVisible()
  await page.getByRole('button', { name: 'One bag less' }).click()
  await expect(quantity).toHaveValue('4')
})
