import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

const PHONE = { width: 360, height: 740 }

interface Order {
  id: string
  order_no: string
  email: string
}

/** The buyers of the orders on the demo's run; the tests sign in as them. */
async function ordersOf(market: Site, status: 'open' | 'failed'): Promise<Order[]> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  const { rows } = await client.query<Order>(
    `select o.id, o.order_no::text, u.email from public.delivery_stops s join public.orders o on o.id = s.order_id join auth.users u on u.id = o.user_id
     where s.status = $1 order by s.position`,
    [status],
  )
  await client.end()
  return rows
}

const stopOf = (page: Page, { order_no }: Order): Locator =>
  page.getByRole('listitem').filter({ hasText: `order ${order_no}` })

async function fail(page: Page, order: Order, reason: string): Promise<void> {
  const stop = stopOf(page, order)
  const choice = stop.getByRole('radio', { name: reason })
  // After a refusal the form is still open.
  if (await choice.isHidden()) await stop.getByText('Could not hand over').click()
  await choice.check()
  await stop.getByRole('button', { name: 'Not delivered' }).click()
}

test('a rider hands one order over against its code, fails to deliver another, and brings a third back', {
  tag: '@full',
}, async ({ page, browser, market }) => {
  const [first, second] = await ordersOf(market, 'open')
  const [tried] = await ordersOf(market, 'failed')
  if (!first || !second || !tried) throw new Error('The demo market has no run today')
  const pageOf = async (email: string) => {
    const opened = await browser.newPage({ viewport: PHONE, baseURL: market.origin })
    await signIn(opened, email)
    return opened
  }

  // The buyer sees that it comes, and the code.
  const buyer = await pageOf(first.email)
  await openPage(buyer, `/account/orders/${first.id}`)
  await expect(buyer.getByText('Out for delivery')).toBeVisible()
  await expect(buyer.getByText('Ready for delivery to your door.')).toBeVisible()
  await expect(buyer.locator('html')).toHaveAttribute('data-live', /./)
  const code = (await buyer.getByText(/^\d{3} \d{3}$/).textContent()) ?? ''

  // The rider's own list: the door, the map and the number.
  await page.setViewportSize(PHONE)
  await signIn(page, 'rider@ajoja.test')
  await page.goto('/my-run')
  await expect(page.getByText('2 left, 2 done.')).toBeVisible()
  const stop = stopOf(page, first)
  await expect(stop.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+234/)
  await expect(stop.getByRole('link', { name: /^Map/ })).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps/)
  await expect(page.getByRole('link', { name: 'The next doors on one map' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?.*waypoints=/,
  )
  // The rider goes to the second door first, and thinks better of it.
  const numbers = () =>
    page
      .locator('ol')
      .getByText(/\(order \d+\)/)
      .allTextContents()
  const before = await numbers()
  await stopOf(page, second).getByRole('button', { name: 'Make it the next' }).click()
  await expect.poll(numbers).toEqual(before.toReversed())
  await stopOf(page, second).getByRole('button', { name: 'Leave it for last' }).click()
  await expect.poll(numbers).toEqual(before)
  await stop.getByText('Could not hand over').click()
  await expectGoodOnPhoneAndDesk(page)
  await stop.getByRole('link', { name: 'Hand over' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(page.getByText('They have no code')).toHaveCount(0)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Code', { exact: true }).fill(code.replace(' ', '') === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Handed over' }).click()
  await expect(page.getByText('This is not the code. 4 tries left.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Handed over' }).click()
  await expect(page.getByText(`Order ${first.order_no} is handed over.`)).toBeVisible()
  // The buyer's page is updated automatically.
  await expect(buyer.getByText('The food has been handed over. If something is wrong')).toBeVisible()
  await expectGoodOnPhoneAndDesk(buyer)
  await buyer.close()

  await page.getByRole('link', { name: 'Back to my run' }).click()
  await expect(page.getByText('1 left, 3 done.')).toBeVisible()
  await fail(page, second, 'Nobody was there')
  await expect(page.getByText('Take a photo of the door')).toBeVisible()
  await fail(page, second, 'They had no code')
  await expect(
    page.getByText(`Order ${second.order_no} is recorded as not delivered. It can go on another run.`),
  ).toBeVisible()

  // The hub plans the second try of this morning's failed delivery.
  const desk = await pageOf('hub@ajoja.test')
  await desk.goto('/runs')
  await expect(stopOf(desk, tried).getByText('Second try')).toBeVisible()
  await stopOf(desk, tried).getByRole('checkbox').check()
  await desk.getByLabel('Rider').first().selectOption({ label: 'Sunday Okafor' })
  await desk.getByLabel('Day', { exact: true }).fill(lagosDate(new Date(Date.now() + DAY_MS)))
  await desk.getByRole('button', { name: 'Plan the run' }).click()
  await expect(desk.getByText('The run has 1 stop now.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(desk)

  await page.reload()
  await page.getByRole('button', { name: 'I have loaded everything and am leaving' }).click()
  await expect(page.getByText('The run has started.')).toBeVisible()
  await fail(page, tried, 'They did not want the goods')
  await expect(page.getByText('Bring it back: the buyer will collect it.')).toBeVisible()
  await desk.goto(`/handover?order=${tried.order_no}`)
  await expect(desk.getByText('at Yaba hub now.')).toBeVisible()
  await desk.close()

  const waiting = await pageOf(tried.email)
  await waiting.goto('/account/notices')
  await expect(waiting.getByText(/We tried twice\. It now waits for you at Yaba hub/)).toBeVisible()
  await waiting.goto(`/account/orders/${tried.id}`)
  await expect(waiting.getByText('We could not deliver')).toHaveCount(2)
  await expect(waiting.getByText('You collect it at Yaba hub')).toBeVisible()
  await expectGoodOnPhoneAndDesk(waiting)
  await waiting.close()
})

test('a user without a delivery run sees no list', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'buyer20@ajoja.test')
  await page.goto('/my-run')
  await expect(page.getByText('You have no run now')).toBeVisible()
  await page.goto('/runs')
  await expect(page.getByText('You plan no deliveries')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})
