import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { goToGateway, payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { demoSession, newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

interface Goods {
  id: string
  name: string
  base_price: number
  min_quantity: number
  unit: string
}

/** A product of the demo vendor's for this journey, and how its price changes. */
async function openProduct(request: APIRequestContext) {
  const { access_token: token } = await demoSession(request, 'vendor@ajoja.test')
  const facts = { name: `Journey beans ${crypto.randomUUID().slice(0, 8)}`, base_price: 1000.1, min_quantity: 1 }
  const shareDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await callWire<Goods[]>(request, '/rest/v1/products', {
    method: 'POST',
    token,
    data: { ...facts, category: 'grains', unit: 'bag', available_quantity: 100, share_date: shareDate },
  })
  const [goods] = body
  if (!goods) throw new Error('The product was not opened')
  const reprice = (base_price: number) =>
    callWire(request, `/rest/v1/products?id=eq.${goods.id}`, { method: 'PATCH', token, data: { base_price } })
  return { ...goods, reprice }
}

/** Cheap goods of another shop. */
async function otherGoods(request: APIRequestContext): Promise<Goods> {
  const today = new Date().toISOString().slice(0, 10)
  const { body } = await callWire<Goods[]>(
    request,
    `/rest/v1/products?select=id,name,base_price,min_quantity,unit,vendor:vendors!inner(business_name)&vendor.business_name=not.like.Mama*&vendor.status=eq.active&archived_at=is.null&available_quantity=gte.50&min_quantity=lte.10&share_date=gt.${today}&base_price=lt.20000&order=base_price.asc,id&limit=1`,
  )
  const [goods] = body
  if (!goods) throw new Error('The market has no other goods')
  return goods
}

const item = ({ id, name, base_price, unit }: Goods, quantity: number) => ({
  productId: id,
  name,
  price: base_price,
  quantity,
  unit,
  image: '',
})

const wordsOf = (kobo: number) =>
  `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: kobo % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 })}`

const withFee = (kobo: number) => kobo + Math.floor((kobo * 250) / 10_000)

async function fill(page: Page, items: unknown[]): Promise<void> {
  await openPage(page, '/products')
  await page.evaluate(
    (cartLines) => localStorage.setItem('cart-storage', JSON.stringify({ state: { items: cartLines }, version: 0 })),
    items,
  )
}

/** Goods of shops in different states are ordered only after a confirmation. */
async function order(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  const confirm = page.getByRole('checkbox', { name: /^I can collect in/ })
  if ((await confirm.count()) > 0) await confirm.check()
  await button.click()
}

const stored = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart-storage') ?? '{}').state.items as { name: string }[]).map(
      ({ name }) => name,
    ),
  )

test('a cart becomes a payment: two shops, a price that changed, and the cart loses only what was ordered', async ({
  page,
}) => {
  const [beans, other] = [await openProduct(page.request), await otherGoods(page.request)]
  const removed = { ...item(beans, 1), productId: '00000000-0000-4000-8000-000000000000', name: 'Gone goat' }
  await fill(page, [item(beans, 3), item(other, other.min_quantity), removed])
  await openPage(page, '/cart')
  const othersKobo = withFee(Math.round(other.base_price * 100) * other.min_quantity)
  const totals = page.getByRole('region', { name: 'Total' })
  await expect(totals.getByText(wordsOf(withFee(300_030) + othersKobo), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.getByText('One product in your cart is no longer on sale.')).toBeVisible()
  await page.getByRole('link', { name: 'Order the rest' }).click()
  // The address changes with the page.
  await expect(page.getByRole('link', { name: 'Sign in to order' })).toHaveAttribute(
    'href',
    /^\/auth\?next=%2Fcheckout/,
  )
  const checkout = page.url()

  await beans.reprice(1100.2)
  await newPerson(page)
  await openPage(page, checkout)
  await expect(page.getByText('Prices have changed since you chose')).toBeVisible()
  await expect(page.locator('del')).toHaveText('old price ₦1,000.10')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Accept the new prices' }).click()
  const total = withFee(330_060) + othersKobo
  await expect(page.getByRole('button', { name: `Order and pay ${wordsOf(total)}` })).toBeVisible()
  await beans.reprice(1200)
  // The price has changed once more between view and press: nothing is ordered.
  await order(page, `Order and pay ${wordsOf(total)}`)
  await expect(page.getByText(/^The price has changed\. You now pay/)).toBeVisible()
  await page.getByRole('button', { name: 'Accept the new prices' }).click()
  const last = withFee(360_000) + othersKobo
  await order(page, `Order and pay ${wordsOf(last)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your orders')
  await expect(page.getByText(/^(29|30) minutes left · kept for you until/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  expect(await stored(page)).toEqual(['Gone goat'])

  await payAtGateway(page)
  await page.getByRole('link', { name: 'Your orders' }).click()
  await expect(
    page.getByText('You have paid, and we hold your money. The vendor is getting your order ready.'),
  ).toHaveCount(2)
  await page.getByRole('link', { name: new RegExp(beans.name) }).click()
  await page.getByRole('link', { name: 'Buy again', exact: true }).click()
  await expect(page.getByText('₦1,200 a bag')).toBeVisible()
  await page.getByRole('button', { name: 'Put into the cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart')
  expect(await stored(page)).toEqual(['Gone goat', beans.name])

  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`You get everything back, with the fee: ${wordsOf(withFee(360_000))}`)
  await dialog.getByLabel('As PEPS, at once').check()
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('You cancelled this order. Your money is on its way back to you.')).toBeVisible()
})

test('an order that is being paid stays, and its quantity is lowered once the payment is cancelled', {
  tag: '@full',
}, async ({ page }) => {
  const beans = await openProduct(page.request)
  await newPerson(page)
  await openPage(page, `/checkout?line=${beans.id}.3.100010`)
  await order(page, /^Order and pay/)
  await goToGateway(page)
  await openPage(page, '/account/orders')
  await page.getByRole('link', { name: beans.name }).click()
  await expect(page.getByText('You are paying for this order.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Go to the payment' }).click()
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment cancelled')
  await expectGoodOnPhoneAndDesk(page)
  await openPage(page, '/account/orders')
  await page.getByRole('link', { name: beans.name }).click()
  await page.getByRole('button', { name: 'Take less' }).click()
  await page.getByRole('dialog').getByLabel('New quantity').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Take less' }).click()
  await expect(page.getByText('You take less now.')).toBeVisible()
  await expect(
    page.locator('.action-bar').getByRole('link', { name: `Pay ${wordsOf(withFee(200_020))}` }),
  ).toBeInViewport()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a cart that was chosen before becomes a payment all the same', { tag: '@full' }, async ({ page }) => {
    const [beans, other] = [await openProduct(page.request), await otherGoods(page.request)]
    const otherKobo = Math.round(other.base_price * 100)
    await newPerson(page)
    await page.goto(`/checkout?line=${beans.id}.2.90000&line=${other.id}.${other.min_quantity}.${otherKobo}`)
    await page.getByRole('button', { name: 'Accept the new prices' }).click()
    await order(page, /^Order and pay/)
    await expect(page.getByText(/kept for you until/)).toBeVisible()
    await payAtGateway(page)
    await page.getByRole('link', { name: 'Your orders' }).click()
    await expect(
      page.getByText('You have paid, and we hold your money. The vendor is getting your order ready.'),
    ).toHaveCount(2)
    await page.getByRole('link', { name: new RegExp(beans.name) }).click()
    await page.getByRole('link', { name: 'Buy again', exact: true }).click()
    await page.getByRole('link', { name: 'Go to checkout with these' }).click()
    await expect(page.getByRole('button', { name: /^Order and pay/ })).toBeVisible()
  })
})
