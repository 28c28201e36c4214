import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { demoSession, newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

test('the bar at the bottom joins with the chosen quantity, and sharing follows', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) })
    Object.assign(window, { shared })
  })
  const buy = await openBuy(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
  await expect(join).toBeInViewport()
  await expectGoodScreen(page)

  // ₦76,000 at the minimum of 2 people, and 2.5%.
  await expect(page.getByText('1 bag: at most ₦77,900', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'One bag more' }).click()
  await expect(page.getByText('2 bags: at most ₦155,800', { exact: true })).toBeInViewport()
  await join.click()
  const outcome = page.getByRole('status').filter({ hasText: 'You are in' })
  await expect(outcome).toContainText('2 bags')
  await expect(outcome).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Your part' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${buy.id}%3Fref%3D[A-Z0-9]{6,12}$`),
  )
  await page.getByRole('button', { name: 'Share another way' }).click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared[0]?.url)
  await expect.poll(shared).toContain(`/group-buys/${buy.id}`)
  await expectGoodScreen(page)

  // The bar now leads to the payment. Taking more is opened first, and shows the resulting order.
  await expect(page.getByRole('link', { name: /^Pay ₦155,800 by / }).last()).toBeInViewport()
  await page.getByText('Take more', { exact: true }).click()
  await expect(page.getByText(/^1 bag more, which makes 3 bags: at most ₦233,700/)).toBeVisible()
  await page.getByRole('button', { name: `Add to your order of ${buy.name}` }).click()
  await expect(outcome).toContainText('3 bags')
})

test('a visitor finds the sign-in link at the bottom, and every ended buy shows its outcome', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByRole('button', { name: 'Sign in to join' })).toBeInViewport()

  const { body } = await callWire<{ id: string; status: string }[]>(
    page.request,
    '/rest/v1/group_buys?select=id,status&status=in.(closed,settling,confirmed,ready,completed,failed,cancelled)',
  )
  const oneEach = new Map(body.map((row) => [row.status, row.id]))
  expect(oneEach.size).toBeGreaterThanOrEqual(6)
  for (const [status, id] of oneEach) {
    await test.step(status, async () => {
      await page.goto(`/group-buys/${id}`)
      await expect(page.getByText('This group buy is no longer active', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /Join/ })).toHaveCount(0)
      await expectGoodScreen(page)
    })
  }
})

test('a full buy has no form, and a freed place is offered at once', async ({ page }) => {
  const buy = await openBuy(page.request, { target: 2 })
  // A person who has paid before: people who never have reserve at most half of a buy together.
  const other = await demoSession(page.request, 'buyer1@ajoja.test')
  const joined = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: other.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('All places are taken.', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await callWire(page.request, '/functions/v1/leave-group-buy', {
    method: 'POST',
    token: other.access_token,
    data: { order_id: joined.body.order.id },
  })
  await expect(page.getByRole('button', { name: `Join the group buy of ${buy.name}` })).toBeVisible()
})
