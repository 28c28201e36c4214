import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { waitForScripts } from '../open-page.ts'
import { newPerson } from '../people.ts'
import { callWire } from '../table-calls.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

const COPY = /^No internet connection\. You are reading a saved copy\. Saved (a moment|\d+ minutes) ago\.$/

test('pages seen before are read without a network, and say from when they are', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}?ref=NGOZI7`)
  await waitForCopy(page, `/group-buys/${buy.id}`)
  const shop = (await page.getByRole('link', { name: 'Mama Sade Foodstuff' }).first().getAttribute('href')) ?? ''
  await page.goto(shop)
  await waitForCopy(page, shop)
  await context.setOffline(true)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText(COPY)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buy.name)

  // A page that was never opened: the offline page.
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No internet connection')
  await expect(page.getByText('This page is not saved on this phone.')).toBeVisible()
  await page.getByRole('link', { name: buy.name }).click()
  await expect(page.getByText(COPY)).toBeVisible()

  // In a hydrated page a tap leads to the copy too.
  await waitForScripts(page)
  await page.getByRole('link', { name: 'Mama Sade Foodstuff' }).first().click()
  await expect(page).toHaveURL(shop)
  await expect(page.getByText(COPY)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mama Sade Foodstuff')

  await context.setOffline(false)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.getByText(COPY)).toHaveCount(0)
})

test('a join without a network is rejected at once and never sent later', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page)
  // The router's manifest is requested beside the page, and may arrive late.
  await page.route('**/__manifest?**', () => undefined)
  await page.goto(`/group-buys/${buy.id}`)
  await waitForCopy(page, `/group-buys/${buy.id}`)
  await context.setOffline(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`/group-buys/${buy.id}`)
  await waitForScripts(page)
  const quantity = page.getByLabel('Quantity', { exact: false }).first()
  await quantity.fill('3')
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No internet connection' })).toBeVisible()
  await expect(quantity).toHaveValue('3')
  await context.setOffline(false)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const orders = await callWire<unknown[]>(page.request, '/rest/v1/orders?select=id', {
    token: person.session.access_token,
  })
  expect(orders.body).toEqual([])
})

test('the cart can be read without a network though it was never opened', async ({ page, context }) => {
  await page.goto('/products')
  await waitForCopy(page, '/cart')
  const add = page.getByRole('button', { name: /^Add to Cart: / }).first()
  const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
  await add.click()
  await context.setOffline(true)
  await page.goto('/cart')
  await expect(page.getByText(COPY)).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
})

test('own orders can be read without a network, until another user signs in', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page)
  const join = { group_buy_id: buy.id, quantity: 1 }
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: person.session.access_token,
    data: join,
  })
  await page.goto('/account/orders')
  await waitForCopy(page, '/cart')
  await page.goto('/account/orders')
  await waitForCopy(page, '/account/orders')
  await context.setOffline(true)
  await page.goto('/account/orders')
  await expect(page.getByText(COPY)).toBeVisible()
  await expect(page.getByText(buy.name).first()).toBeVisible()

  await context.setOffline(false)
  await page.goto('/')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toHaveCount(0)
  await context.setOffline(true)
  await page.goto('/account/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No internet connection')
  await expect(page.getByText(buy.name)).toHaveCount(0)
})

test.describe('with little data', () => {
  for (const [how, prepare] of [
    ['the browser saves data', (context: BrowserContext) => context.setExtraHTTPHeaders({ 'save-data': 'on' })],
    ['somebody asks for it', async () => {}],
  ] as const)
    test(`no drawing is loaded that is only decoration, and the page shows its size: ${how}`, {
      tag: how === 'somebody asks for it' ? [] : '@full',
    }, async ({ page, context }) => {
      await prepare(context)
      await page.goto('/')
      if (how === 'somebody asks for it') {
        await page.getByRole('button', { name: 'Low data' }).click()
        await expect(page.getByRole('button', { name: 'Low data' })).toHaveAttribute('aria-pressed', 'true')
      }
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      await page.goto('/')
      await expect(page.getByText(/^This page: \d+ KB$/)).toBeVisible()
      expect(requested.filter((path) => /^\/(hero|fonts)\//.test(path))).toEqual([])
      await page.getByRole('button', { name: 'Low data' }).click()
      await expect(page.getByRole('button', { name: 'Low data' })).toHaveAttribute('aria-pressed', 'false')
      await expect(page.getByText(/^This page: /)).toHaveCount(0)
    })
})

/** Waits until the service worker has a copy of a page. */
async function waitForCopy(page: Page, path: string): Promise<void> {
  await waitForScripts(page)
  await expect
    .poll(() =>
      page.evaluate(async (wanted) => (await caches.match(new URL(wanted, location.origin).href)) !== undefined, path),
    )
    .toBe(true)
}
