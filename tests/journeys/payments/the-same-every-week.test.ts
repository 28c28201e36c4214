import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

/** Ends the round that is open, so that the next one is due. */
async function closeRound(market: Pick<Site, 'databaseUrl'>, buyId: string) {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  await client.query(`begin; set local session_replication_role = 'replica'`)
  await client.query(
    `update public.group_buys set status = 'closed', closed_at = now(), end_date = now() where id = $1`,
    [buyId],
  )
  await client.query(
    `update public.buy_cycles set next_opens_at = now() where id = (select cycle_id from public.group_buys where id = $1)`,
    [buyId],
  )
  await client.query('commit')
  await client.end()
}

test('a shop repeats a group buy; a buyer orders the same each time, pays by the link, skips and ends it', async ({
  page,
  browser,
  baseURL,
  market,
}) => {
  await signIn(page, 'vendor@ajoja.test')
  const buy = await openBuy(page.request)
  await page.goto(`/vendor/products/buys/${buy.id}`)
  await main(page).getByRole('button', { name: 'Repeat it', exact: true }).click()
  await page.getByLabel('How often').selectOption('week')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Repeat it' }).click()
  await expect(main(page)).toContainText('It is repeated from now on.')
  await expect(main(page).getByRole('row', { name: buy.name })).toContainText('every week')
  await expectGoodOnPhoneAndDesk(page)

  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await newPerson(phone)
  await phone.goto(`/group-buys/${buy.id}`)
  await expect(main(phone)).toContainText('The shop repeats this every week.')
  await expectGoodOnPhoneAndDesk(phone)
  await main(phone).getByRole('link', { name: 'Order the same each time' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('The same every week')
  await main(phone).getByLabel('How many in each round').fill('2')
  await main(phone).getByLabel('The most you pay for a round').fill('a lot')
  await main(phone).getByLabel('When a round opens').selectOption('join')
  await main(phone).getByRole('button', { name: 'Order it each time' }).click()
  await expect(main(phone).getByLabel('How many in each round')).toHaveValue('2')
  await expect(main(phone).getByLabel('When a round opens')).toHaveValue('join')
  await expectGoodOnPhoneAndDesk(phone)
  await main(phone).getByLabel('The most you pay for a round').fill('500,000')
  await main(phone).getByRole('button', { name: 'Order it each time' }).click()
  await expect(main(phone)).toContainText('Saved. It is for the rounds that open from now on.')
  await expect(main(phone)).toContainText('every week, at most ₦500,000. We join for you.')
  await expectGoodOnPhoneAndDesk(phone)

  await page.reload()
  await expect(main(page).getByRole('row', { name: buy.name })).toContainText('1 standing order for 2')

  await closeRound(market, buy.id)
  await expect(async () => {
    await phone.goto('/account/standing-orders')
    await expect(main(phone).getByRole('link', { name: /^Ordered on/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await expect(async () => {
    await phone.goto('/account/notices')
    await main(phone)
      .getByRole('button', { name: /Ordered again/ })
      .click({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await expect(phone).toHaveURL(/\/account\/pay\?order=/)
  await expect(main(phone).getByRole('button', { name: /^Pay ₦/ })).toBeVisible()

  await phone.goto('/account/standing-orders')
  await main(phone)
    .getByRole('button', { name: /^Skip the next round/ })
    .click()
  await expect(main(phone)).toContainText('You skip the next round, shared on')
  await main(phone)
    .getByRole('button', { name: /^Take the next round/ })
    .click()
  await expect(main(phone)).toContainText('The next round is shared on')
  await main(phone)
    .getByRole('button', { name: /^Pause/ })
    .click()
  await expect(main(phone)).toContainText('Paused by you.')
  await main(phone)
    .getByRole('button', { name: /^End it/ })
    .first()
    .click()
  await phone.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(main(phone)).toContainText('No standing orders yet.')
  await context.close()

  await page.reload()
  const row = main(page).getByRole('row', { name: buy.name })
  await expect(row).toContainText('None yet')
  await row.getByRole('button', { name: /^Skip/ }).click()
  await expect(main(page)).toContainText('Skipped. The next round is shared on')
  await row.getByRole('button', { name: /^Pause/ }).click()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: /^Resume/ }).click()
  await expect(row).toContainText('Opens')
  await row.getByRole('button', { name: /^End/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(main(page)).toContainText('Ended. The round that is open goes on')
})
