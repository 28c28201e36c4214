import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { waitForManifest } from '../open-page.ts'
import { mailedLink, newEmail, newPassword, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a stranger finds a buy, signs up, confirms, joins, sees the price fall and finds the order', async ({ page }) => {
  const buy = await openBuy(page.request)
  const first = await newPerson(page.request)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: first.session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Featured Deals' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Active Group Buys' })).toBeVisible()

  await page.goto('/group-buys')
  await expectGoodScreen(page)
  await page.getByLabel('Search group buys').fill(buy.name)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/search=Journey/)
  await page.getByLabel('Category').selectOption('grains')
  await page.getByLabel('Sort by').selectOption('price-up')
  await page.getByRole('button', { name: 'Show group buys' }).click()
  await page.waitForURL(/category=grains/)
  await expect(page.getByText('1 group buy', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: buy.name }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buy.name)
  await expect(page.getByText('Base price', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('At most', { exact: true })).toBeVisible()
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
  await page.getByLabel(`Quantity of ${buy.name}`).fill('2')
  await page.getByRole('button', { name: 'Sign in to join' }).click()

  const email = newEmail()
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Full name').fill('Chioma Stranger')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword())
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(
    page.getByText('Account created successfully! Please check your email to verify your account.'),
  ).toBeVisible()
  await page.goto((await mailedLink(page.request, email, 'confirmation')).href)
  await page.waitForURL(`/group-buys/${buy.id}?quantity=2`)

  await expect(page.getByLabel(`Quantity of ${buy.name}`)).toHaveValue('2')
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toContainText('2 bags')
  await expect(page.getByText('0 paid, 2 promised')).toBeVisible()
  await expect(page.getByText('2 more people who pay bring it to ₦72,000').first()).toBeVisible()

  await page.goto('/customer/orders')
  const row = page.getByRole('listitem').filter({ hasText: buy.name })
  await expect(row).toContainText('₦155,800')
  await expect(row).toContainText('Waiting for payment')
  await expectGoodScreen(page)
})

test('two browsers at one buy: when one joins, the other sees it without a reload', async ({ page, browser }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('0 paid, 0 promised')).toBeVisible()
  // The channel opens after the page is idle.
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')

  const other = await (await browser.newContext()).newPage()
  await newPerson(other)
  await other.goto(`/group-buys/${buy.id}`)
  await other.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
  await expect(page.getByText('1 of 40 bags')).toBeVisible()
  // The response to the form may still be pending there.
  await expect(other.getByText('You are in')).toBeVisible()
  await other.close()
})

test('a change between the page and its channel is shown as well', async ({ page }) => {
  const buy = await openBuy(page.request)
  let letThrough: () => void = () => undefined
  const way = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.routeWebSocket(/realtime\/v1\/websocket/, async (socket) => {
    await way
    socket.connectToServer()
  })
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('0 paid, 0 promised')).toBeVisible()
  const { session } = await newPerson(page.request)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  letThrough()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
})

test('the list is live too; a hidden page closes its channel and reloads its data when shown', async ({ page }) => {
  const buy = await openBuy(page.request)
  const join = async () => {
    const person = await newPerson(page.request)
    await callWire(page.request, '/functions/v1/join-group-buy', {
      method: 'POST',
      token: person.session.access_token,
      data: { group_buy_id: buy.id, quantity: 1 },
    })
  }
  await page.goto(`/group-buys?search=${encodeURIComponent(buy.name)}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await join()
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()

  await setHidden(page, true)
  await expect(page.locator('html')).not.toHaveAttribute('data-live')
  await join()
  await setHidden(page, false)
  await expect(page.getByText('0 paid, 2 promised')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
})

test('refusals: too many, ended meanwhile, without a connection; the input stays', async ({ page, context }) => {
  const buy = await openBuy(page.request, { target: 3 })
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const quantity = page.getByLabel(`Quantity of ${buy.name}`)
  const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
  await quantity.fill('4')
  await join.click()
  await expect(page.getByRole('alert')).toHaveText('Requested quantity exceeds available spots')
  await expect(quantity).toHaveValue('4')

  await waitForManifest(page)
  await context.setOffline(true)
  await quantity.fill('2')
  await join.click()
  await expect(page.getByRole('alert')).toHaveText('No internet connection')
  await expect(quantity).toHaveValue('2')
  await context.setOffline(false)

  const cancelled = await callWire(page.request, '/functions/v1/cancel-group-buy', {
    method: 'POST',
    token: buy.vendorToken,
    data: { group_buy_id: buy.id, reason: 'The lorry broke down' },
  })
  expect(cancelled.status).toBe(200)
  await expect(page.getByText('This group buy was cancelled: The lorry broke down')).toBeVisible()

  await page.goto('/group-buys/11111111-1111-4111-8111-111111111111')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Group buy not found')
})

test('leaving frees the place', async ({ page }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
  await page.getByRole('button', { name: 'Leave this group buy' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this group buy?' })
  await question.getByRole('button', { name: 'Stay in' }).click()
  await page.getByRole('button', { name: 'Leave this group buy' }).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left this group buy. You had not paid, so you owe nothing.')).toBeVisible()
  await expect(page.getByText('0 paid, 0 promised')).toBeVisible()
  await expect(page.getByText('You are in:')).toHaveCount(0)

  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('You are in:')).toBeVisible()
  await expect(page.getByText('You left this group buy.')).toHaveCount(0)
})

test('robots.txt, the sitemap and the manifest are served', async ({ request }) => {
  const buy = await openBuy(request)
  const text = async (path: string) => (await request.get(path)).text()
  expect(await text('/robots.txt')).toMatch(/Disallow: \/account\n[\s\S]*Sitemap: http:\/\/localhost:\d+\/sitemap\.xml/)
  expect(await text('/sitemap.xml')).toContain('/sitemaps/buys-1.xml</loc>')
  expect(await text('/sitemaps/buys-1.xml')).toContain(`/group-buys/${buy.id}</loc>`)
  const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  for (const { src } of [...icons, { src: '/favicon.ico' }]) expect((await request.get(src)).status()).toBe(200)
  const missing = await text('/no-such-page')
  expect(missing.match(/<title>/g)).toHaveLength(1)
  const home = await text('/')
  expect(home).toMatch(/<meta property="og:image" content="http[^"]+\/og\/site\.jpg"/)
})

test('the vendor cannot join the own shop’s buy, and the page says why', async ({ page }) => {
  const buy = await openBuy(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText('This is your own shop’s group buy.')).toBeVisible()
  await expectGoodScreen(page)
})

test('a shared link shows name, price and picture before any script runs', async ({ request }) => {
  const buy = await openBuy(request)
  const html = await (await request.get(`/group-buys/${buy.id}`, { headers: { 'user-agent': 'WhatsApp/2.23' } })).text()
  const tag = (property: string) => new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html)?.[1] ?? ''
  expect(tag('og:title')).toBe(buy.name)
  expect(tag('og:description')).toContain('₦76,000 a bag now, ₦80,000 alone')
  expect(tag('product:price:amount')).toBe('76000')
  const picture = await request.get(tag('og:image'))
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await picture.body()).byteLength).toBeLessThan(200_000)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('joining works as a plain form', async ({ page }) => {
    const buy = await openBuy(page.request)
    await newPerson(page)
    await page.goto(`/group-buys/${buy.id}`)
    await page.getByLabel(`Quantity of ${buy.name}`).fill('3')
    await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
    await expect(page.getByText('You are in')).toBeVisible()
    await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
    await page.getByRole('button', { name: 'Leave this group buy' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByText('You left this group buy.')).toBeVisible()
  })
})

/** Hides the page, as when another app comes to the front. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
