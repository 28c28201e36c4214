import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

interface Buyer {
  userId: string
  /** Joins another buy, and returns the order. */
  join: () => Promise<string>
}

async function newBuyer(page: Page): Promise<Buyer> {
  const { session, userId } = await newPerson(page)
  return {
    userId,
    async join() {
      const { id } = await openBuy(page.request)
      const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
        method: 'POST',
        token: session.access_token,
        data: { group_buy_id: id, quantity: 2 },
      })
      return body.order.id
    },
  }
}

async function givePeps(databaseUrl: string, userId: string, kobo: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const lines = [{ kind: 'referral_reward', credit: userId, amount_kobo: kobo }]
    await client.query('select ledger.post($1, $2)', [`reward:${crypto.randomUUID()}`, JSON.stringify(lines)])
  } finally {
    await client.end()
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('the ways to pay are named, all PEPS are used with one press, and the button says what is charged', async ({
      page,
      market,
    }) => {
      const { join, userId } = await newBuyer(page)
      await givePeps(market.databaseUrl, userId, 150_000)
      await page.goto(`/account/pay?order=${await join()}`)
      const ways = page.getByRole('group', { name: 'How will you pay?' })
      await expect(ways.getByRole('radio')).toHaveCount(3)
      await expect(ways.getByRole('radio', { name: 'Bank transfer' })).toBeChecked()
      await ways.getByRole('radio', { name: 'USSD' }).check()
      await page.getByRole('radio', { name: 'As PEPS, at once' }).check()
      await expect(page.getByRole('button', { name: 'Pay ₦155,800' })).toBeVisible()

      await page.getByLabel(/Use PEPS/).fill('9000')
      await page.getByRole('button', { name: /^Pay ₦/ }).click()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Pay ₦146,800' }).click()
      await expect(page.getByLabel(/Use PEPS/)).toBeFocused()
      await expect(page.getByLabel(/Use PEPS/)).toBeInViewport()
      await expect(page.getByLabel(/Use PEPS/)).toHaveAccessibleDescription(/You can spend ₦1,500 in PEPS\./)

      await page.getByRole('button', { name: 'Use all my PEPS' }).click()
      await expect(page.getByLabel(/Use PEPS/)).toHaveValue('1500')
      await expect(ways.getByRole('radio', { name: 'USSD' })).toBeChecked()
      await expect(page.getByRole('button', { name: 'Pay ₦154,300' })).toBeVisible()
      if (javaScriptEnabled) await expectGoodScreen(page)
      await payAtGateway(page)

      // The choices are offered again.
      await page.goto(`/account/pay?order=${await join()}`)
      await expect(ways.getByRole('radio', { name: 'USSD' })).toBeChecked()
      await expect(page.getByRole('radio', { name: 'As PEPS, at once' })).toBeChecked()
    })
  })
}

test('after paying: sharing day, place, what may come back, and an invitation', async ({ page }) => {
  const { join } = await newBuyer(page)
  await page.goto(`/account/pay?order=${await join()}`)
  await payAtGateway(page)
  await expect(page.getByText('Sharing day', { exact: true })).toBeVisible()
  await expect(page.getByText('You collect it at')).toBeVisible()
  // From ₦76,000 to ₦72,000 a bag, with the fee of 2.5%.
  await expect(page.getByText(/up to ₦8,200 comes back to you\. If fewer than 2 people have paid by/)).toBeVisible()
  await expect(page.getByText(/all ₦155,800 comes back to you\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invite people' })).toBeVisible()
  await expect(page.getByText('1 more person who pays, and everybody pays ₦76,000 a bag.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute('href', /wa\.me.*group-buys/)
  await expectGoodScreen(page)
})

test('while a transfer is on its way, one checks again instead of paying twice', async ({ page }) => {
  const { join } = await newBuyer(page)
  const pay = `/account/pay?order=${await join()}`
  const press = async (button: string) => {
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.getByRole('button', { name: button }).click()
  }
  await page.goto(pay)
  await press('Leave without paying')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid yet')
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Pay in another way' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')

  await press('Pay by a slow bank')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment')
  await page.goto(pay)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment')
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Check again')
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment')
})
