import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { DEMO_PASSWORD, signIn } from '../people.ts'
import { handOver, onDatabase } from '../phones/handed-over-order.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

/** Runs the scheduled jobs at once, until the page shows the result. */
async function expectSoon(page: Page, market: Site, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await onDatabase(market, `update jobs.schedules set next_run_at = now()`)
      await page.reload()
      return page.locator('main').textContent()
    })
    .toContain(text)
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a claim without a reply is upheld, and its refund is sent', { tag: '@full' }, async ({ page, market }) => {
  const orderId = await handOver(market)
  await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
  await page.goto(`/account/orders/${orderId}`)
  await page.getByRole('link', { name: 'Something is wrong with it' }).click()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('What is wrong').selectOption({ label: 'Spoiled or damaged' })
  const units = page.getByRole('group', { name: 'Which goods' }).getByRole('textbox')
  // The sum follows what is typed: what comes back, from whom and when.
  const sum = page.getByRole('status').filter({ hasText: 'comes back to you' })
  await units.first().fill('0.5')
  await expect(sum).toContainText(/₦[\d,.]+ for the goods and ₦[\d,.]+ of the fee, from /)
  const half = await sum.locator('strong').textContent()
  await units.first().fill('1')
  await expect(sum.locator('strong')).not.toHaveText(half ?? '')
  await page.getByLabel('What happened').fill('The first bag is wet inside.')
  const file = page.getByLabel('Pictures or a short film')
  await file.setInputFiles({ name: 'bag.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await page.getByRole('button', { name: 'Make the claim' }).click()
  await expect(page.getByText('This file is no picture or film that we can show')).toBeVisible()
  // The typed text is still there; the picture is chosen again.
  await expect(page.getByLabel('What happened')).toHaveValue('The first bag is wet inside.')
  await file.setInputFiles({ name: 'bag.png', mimeType: 'image/png', buffer: PIXEL })
  await page.getByRole('button', { name: 'Make the claim' }).click()
  await expect(page.getByText('We have your claim and have told the vendor.')).toBeVisible()
  const picture = page.getByRole('img', { name: /Evidence 1, from the buyer/ })
  await expect(picture).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  // No other user can open the picture by its name.
  const address = new URL((await picture.getAttribute('src')) ?? '', market.origin)
  expect((await page.request.get(address.pathname, { headers: {} })).status()).toBe(400)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/account/claims/${id}`)
  await onDatabase(market, `update public.claims set answer_by = now() - interval '1 second' where id = '${id}'`)
  await expectSoon(page, market, 'the vendor did not answer in time')
  await onDatabase(market, `update public.claims set appeal_by = now() - interval '1 second' where id = '${id}'`)
  await expectSoon(page, market, 'The decision has been carried out.')
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByText(/given back/).first()).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a dispute goes to its end', { tag: '@full' }, async ({ page, market }) => {
    const [claim] = await onDatabase<{ id: string; buyer: string }>(
      market,
      `select c.id, u.email as buyer from public.claims c join auth.users u on u.id = c.buyer_id where c.status = 'disputed'`,
    )
    const judge = async (area: string, press: string, amount: string, who = area) => {
      await signIn(page, `${who}@ajoja.test`, DEMO_PASSWORD)
      await page.goto(`/${area}/claims/${claim?.id}`)
      await page.getByLabel('Value of the goods to refund').fill(amount)
      await page.getByLabel('Reason').fill('We have looked at both sides.')
      await page.getByRole('button', { name: press, exact: true }).click()
    }
    await signIn(page, 'manager3@ajoja.test', DEMO_PASSWORD)
    await page.goto('/manager/queue')
    await page.locator(`a[href="/manager/claims/${claim?.id}"]`).click()
    await judge('manager', 'Propose this', '0', 'manager3')
    await expect(
      page.getByText('A refund is above zero and at most what was asked and is still there to come back.'),
    ).toBeVisible()
    await judge('manager', 'Propose this', '100', 'manager3')
    await expect(page.getByText('You have proposed a decision.')).toBeVisible()
    await judge('coordinator', 'Decide', '100')
    await expect(page.getByText('You have decided this claim.')).toBeVisible()
    await signIn(page, claim?.buyer ?? '', DEMO_PASSWORD)
    await page.goto(`/account/claims/${claim?.id}`)
    await page.getByLabel('What should be looked at again').fill('It was more than that.')
    await page.getByRole('button', { name: 'Appeal to a chief' }).click()
    await expect(page.getByText('A chief reviews it.').first()).toBeVisible()
    await judge('chief', 'Decide for good', '200')
    await expect(page.getByText('You have decided the appeal.')).toBeVisible()
    await signIn(page, claim?.buyer ?? '', DEMO_PASSWORD)
    await page.goto(`/account/claims/${claim?.id}`)
    await expect(page.getByText('₦200 of goods comes back, with its part of the fee; the vendor pays')).toBeVisible()
    await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
    expect((await page.goto(`/account/claims/${claim?.id}`))?.status()).toBe(404)
  })
})

test('three claims on one buy are one incident: decided once, appealed by the shop, decided for good', {
  tag: '@full',
}, async ({ page, market }) => {
  test.slow()
  const [lot] = await onDatabase<{ id: string; shop: string; claim: string; buyer: string }>(
    market,
    `select l.id, s.email as shop, c.id as claim, b.email as buyer from public.lot_incidents l join public.vendors v on v.id = l.vendor_id join auth.users s on s.id = v.owner_id
     join public.claims c on c.lot_id = l.id join auth.users b on b.id = c.buyer_id where l.status = 'open' order by c.claim_no limit 1`,
  )
  const open = async (path: string, who: string) => {
    await signIn(page, who, DEMO_PASSWORD)
    await page.goto(path)
    await expectGoodOnPhoneAndDesk(page)
  }
  await open(`/account/claims/${lot?.claim}`, lot?.buyer ?? '')
  await expect(page.getByText('One decision is made for all of them').first()).toBeVisible()
  await open('/vendor/claims', lot?.shop ?? '')
  await page.getByRole('link', { name: /^Lot \d+/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Lot incident/ })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await expect(page.getByRole('button', { name: 'Decide for all' })).toHaveCount(0)
  await open('/coordinator/claims', 'coordinator@ajoja.test')
  await page.goto(`/coordinator/claims/lots/${lot?.id}`)
  await expectGoodOnPhoneAndDesk(page)
  const decide = async (press: string, share: string) => {
    await page.getByLabel('Per cent of what each claim asks').fill(share)
    await page.getByLabel('Reason').fill('We have looked at all the pictures.')
    await page.getByRole('button', { name: press, exact: true }).click()
  }
  await decide('Decide for all', '60')
  await expect(page.getByText('The vendor has time to answer these claims first.')).toBeVisible()
  await onDatabase(
    market,
    'begin',
    `set local session_replication_role = 'replica'`,
    `update public.lot_incidents set respond_by = now() - interval '1 second' where id = '${lot?.id}'`,
    'commit',
  )
  await decide('Decide for all', '60')
  await expect(page.getByText('You have decided this lot incident.')).toBeVisible()
  await expect(page.getByText(/60% of what each claim asks comes back/)).toBeVisible()
  await open(`/vendor/claims/lots/${lot?.id}`, lot?.shop ?? '')
  await page.getByLabel('What should be looked at again').fill('The ice was there when they left us.')
  await page.getByRole('button', { name: 'Appeal to a chief' }).click()
  await expect(page.getByText('A chief reviews it.').first()).toBeVisible()
  await open(`/chief/claims/lots/${lot?.id}`, 'chief@ajoja.test')
  await decide('Decide for good', '40')
  await expect(page.getByText(/40% of what each claim asks comes back/)).toBeVisible()
  await signIn(page, lot?.buyer ?? '', DEMO_PASSWORD)
  await page.goto(`/account/claims/${lot?.claim}`)
  await expect(page.getByText('Upheld for good').first()).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  // Another user sees neither the lot nor its claims.
  await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
  expect((await page.goto(`/account/claims/${lot?.claim}`))?.status()).toBe(404)
})
