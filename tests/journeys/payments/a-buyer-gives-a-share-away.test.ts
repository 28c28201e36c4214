import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { mailedLink, newEmail, newPassword, newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

const secondPhone = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })).newPage()

/** A paid order of the page's person, after the free time. */
async function lateOrder(page: Page, databaseUrl: string) {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page, { fullName: 'Bisi Giver' })
  const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  await page.goto(`/account/pay?order=${body.order.id}`)
  await payAtGateway(page)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    await client.query(
      `update public.group_buys set end_date = now() + interval '1 day', payment_due_at = now() + interval '2 days', starts_at = now() - interval '9 days' where id = $1`,
      [buy.id],
    )
    await client.query(`update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1`, [
      buy.id,
    ])
    await client.query('commit')
  } finally {
    await client.end()
  }
  return { name: buy.name, orderId: body.order.id }
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Ada Receiver')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword())
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('status').first()).toContainText('Account created successfully!')
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await page.waitForURL(/\/share\//)
}

test('a share is given after the free time: the receiver signs up and pays, and both see it', async ({
  page,
  browser,
  baseURL,
  market,
}) => {
  test.setTimeout(180_000)
  const { name, orderId } = await lateOrder(page, market.databaseUrl)
  const email = newEmail()
  await openPage(page, `/account/orders/${orderId}`)
  await main(page).getByRole('button', { name: 'Leave this group buy' }).click()
  await expect(page.getByRole('dialog')).toContainText('giving the share to somebody is free')
  await page.getByRole('button', { name: 'Stay in' }).click()
  await main(page).getByRole('link', { name: 'Give it to somebody' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give your share to somebody')
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByLabel('E-mail or phone of the person').fill('nobody')
  await main(page).getByRole('button', { name: 'Offer it' }).click()
  await expect(main(page)).toContainText('Enter an e-mail address or a Nigerian phone number.')
  await main(page).getByLabel('E-mail or phone of the person').fill(email)
  await main(page)
    .getByLabel(/A word to them/)
    .fill('Enjoy the rice')
  await main(page).getByRole('button', { name: 'Offer it' }).click()
  await expect(main(page)).toContainText(`Your share is offered to ${email} until`)
  await expect(main(page).getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute('href', /share%2F/)
  await expectGoodOnPhoneAndDesk(page)

  const other = await secondPhone(browser, baseURL)
  const link = await mailedLink(page.request, email, 'share-invited')
  await other.goto(link.pathname)
  await expect(main(other)).toContainText('A share from Bisi')
  await expect(main(other)).toContainText('Enjoy the rice')
  await expect(main(other)).toContainText('₦155,800')
  await expectGoodOnPhoneAndDesk(other)
  await signUp(other, email)
  await expectGoodOnPhoneAndDesk(other)
  await main(other).getByRole('button', { name: 'Accept and pay' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')

  await openPage(page, `/account/orders/${orderId}`)
  await expect(main(page)).toContainText('Ada Receiver has accepted your share')
  await payAtGateway(other)

  await openPage(page, `/account/orders/${orderId}`)
  await expect(main(page)).toContainText('Ada Receiver took over this share.')
  await expect(main(page)).toContainText('given to somebody else')
  await expectGoodOnPhoneAndDesk(page)
  await openPage(page, '/account/notices')
  await expect(main(page).getByText(`Your share was taken: ${name}`)).toBeVisible()
  await openPage(other, link.pathname)
  await main(other).getByRole('link', { name: 'See your order' }).click()
  await expect(main(other)).toContainText('You took over the share of Bisi Giver.')
  await expect(main(other)).toContainText('Accepted a share')
  await expectGoodOnPhoneAndDesk(other)
  await other.context().close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an offer is made, withdrawn, and shown as over', async ({ page }) => {
    const buy = await openBuy(page.request)
    const { session } = await newPerson(page)
    const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
      method: 'POST',
      token: session.access_token,
      data: { group_buy_id: buy.id, quantity: 1 },
    })
    const email = newEmail()
    await page.goto(`/account/orders/${body.order.id}/give`)
    await main(page).getByLabel('E-mail or phone of the person').fill(email)
    await main(page).getByRole('button', { name: 'Offer it' }).click()
    await expect(main(page)).toContainText(`Your share is offered to ${email}`)
    const link = await mailedLink(page.request, email, 'share-invited')
    await main(page).getByRole('button', { name: 'Withdraw the offer' }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(main(page)).toContainText('Withdrawn. The share is yours alone again.')
    await page.context().clearCookies()
    await page.goto(link.pathname)
    await expect(main(page)).toContainText('This share is no longer on offer.')
  })
})
