import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')
const newTin = () => String(Date.now()).slice(-10)

async function askToVerify(page: Page, { name, tin }: { name: string; tin: string }) {
  await page.goto('/account/business')
  await main(page).getByLabel('Company name').fill(name)
  await main(page).getByRole('textbox', { name: 'TIN' }).fill(tin)
  await main(page).getByLabel('Address').fill('12 Allen Avenue, Ikeja')
  await main(page).getByLabel('State').selectOption('Lagos')
  await main(page).getByRole('button', { name: 'Send for checking' }).click()
}

async function verify(page: Page, name: string) {
  await signIn(page, 'manager@ajoja.test')
  await page.goto('/manager/businesses')
  const company = main(page).getByRole('listitem').filter({ hasText: name })
  await company.getByRole('button', { name: 'Verify' }).click()
  await expect(main(page)).toContainText('Saved. The company is told.')
}

/** The owner's e-mail, with the company verified and the page signed in as the owner. */
async function verifiedCompany(page: Page, name: string) {
  const owner = await newPerson(page)
  await askToVerify(page, { name, tin: newTin() })
  await expect(main(page)).toContainText('Sent. We check it and tell you.')
  await verify(page, name)
  await signIn(page, owner.email, owner.password)
  return owner
}

/** The owner invites Bisi Cook, who accepts on a phone of her own. */
async function cookJoins(page: Page, { browser, baseURL }: { browser: Browser; baseURL: string | undefined }) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  const other = await context.newPage()
  const cook = await newPerson(other, { fullName: 'Bisi Cook' })
  await page.goto('/account/business')
  await main(page).getByLabel('Email address or phone number').fill(cook.email)
  await main(page).getByRole('button', { name: 'Invite' }).click()
  await expect(main(page)).toContainText('Invited, not accepted yet')
  await other.goto('/account/business')
  await main(other).getByRole('button', { name: 'Accept' }).click()
  await expect(main(other)).toContainText('You buy for this company now.')
  return { other, context }
}

test('a company is verified, its people order for it, and its owner sees what they ordered', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Mama Put Kitchen ${Date.now()}`
  const owner = await newPerson(page)
  await askToVerify(page, { name, tin: '123' })
  await expect(main(page)).toContainText('A TIN has 8 and 4 digits')
  await askToVerify(page, { name, tin: newTin() })
  await expect(main(page)).toContainText('Waiting for our check')
  await expectGoodOnPhoneAndDesk(page)
  await verify(page, name)
  await expectGoodOnPhoneAndDesk(page)

  await signIn(page, owner.email, owner.password)
  const { other, context } = await cookJoins(page, { browser, baseURL })
  await expect(main(other).getByRole('radio', { name })).toBeChecked()

  const buy = await openBuy(page.request)
  await other.goto(`/group-buys/${buy.id}`)
  await expect(main(other)).toContainText(`You order for ${name}.`)
  await expectGoodOnPhoneAndDesk(other)
  await other
    .getByRole('button', { name: /^Join the group buy of/ })
    .last()
    .click()
  await expect(main(other)).toContainText(/You are in: order \d+/)
  await page.goto('/account/business')
  await expect(main(page)).toContainText('Ordered by Bisi Cook')
  await expectGoodOnPhoneAndDesk(page)
  await context.close()
})

test('what was bought last month goes into the cart with one press, and group buys come first', async ({
  page,
  market,
}) => {
  const buyer = await newPerson(page)
  const { id, name } = await openBuy(page.request)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: id, quantity: 2 },
  })
  const { body: products } = await callWire<{ id: string; name: string; group_buys: unknown[] }[]>(
    page.request,
    '/rest/v1/products?select=id,name,group_buys(id)&archived_at=is.null&share_date=gt.2000-01-01&available_quantity=gt.20&limit=50',
  )
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  await client.query(`begin; set local session_replication_role = 'replica'`)
  await client.query(
    `update public.orders set status = 'paid', amount_due_kobo = 0, paid_at = now(), created_at = date_trunc('month', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos' - interval '10 days' where user_id = $1`,
    [buyer.userId],
  )
  const alone = products.find((one) => one.group_buys.length === 0)
  await client.query(
    `insert into public.order_lines (order_id, product_id, product_name, quantity, unit, base_price, unit_price, image_url, vat_class, vat_bps, share_date)
     select l.order_id, p.id, p.name, 1, p.unit, p.base_price, p.base_price, p.image_url, p.vat_class, 0, p.share_date from public.order_lines l
       join public.orders o on o.id = l.order_id and o.user_id = $1, public.products p where p.id = $2`,
    [buyer.userId, alone?.id],
  )
  await client.query('commit')
  await client.end()

  await page.goto('/account/last-month')
  await expect(main(page).getByRole('region', { name: 'Open as group buys' })).toContainText(name)
  await expect(main(page).getByRole('link', { name: 'Join with 2 bags' })).toHaveAttribute(
    'href',
    `/group-buys/${id}?quantity=2`,
  )
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('button', { name: 'Put into the cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(main(page)).toContainText(alone?.name ?? 'none')
})

test('an owner makes a colleague the owner, who closes the company in the end', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Suya Spot ${Date.now()}`
  const owner = await verifiedCompany(page, name)
  const { other, context } = await cookJoins(page, { browser, baseURL })

  await page.goto('/account/business')
  await expect(main(page).getByRole('button', { name: 'Close the company' })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('button', { name: 'Make Bisi Cook the owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click()
  await expect(main(page)).toContainText('Your company has a new owner.')
  await main(page)
    .getByRole('button', { name: `Leave ${owner.fullName}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(main(page)).toContainText('Ended.')

  await other.goto('/account/business')
  await expectGoodOnPhoneAndDesk(other)
  await main(other).getByRole('button', { name: 'Close the company' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Close the company' }).click()
  await expect(main(other).getByRole('button', { name: 'Send for checking' })).toBeVisible()
  await context.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a company asks, chooses whom it orders for, invites and takes back', async ({ page }) => {
    const name = `Office ${Date.now()}`
    await verifiedCompany(page, name)
    await page.goto('/account/business')
    await expect(main(page)).toContainText('Verified')
    await main(page).getByRole('radio', { name: 'Me' }).check()
    await main(page).getByRole('button', { name: 'Save choice' }).click()
    await expect(main(page)).toContainText('It holds for your next orders.')
    await expect(main(page).getByRole('radio', { name: 'Me' })).toBeChecked()
    await main(page).getByLabel('Email address or phone number').fill('cook@ajoja.test')
    await main(page).getByRole('button', { name: 'Invite' }).click()
    await expect(main(page)).toContainText('cook@ajoja.test')
    await main(page).getByRole('button', { name: 'Take back cook@ajoja.test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(main(page)).toContainText('Ended.')
    await expect(main(page)).not.toContainText('cook@ajoja.test')
  })
})
