import { expect } from '@playwright/test'
import pg from 'pg'
import { type FullShop, openFullShop } from '../full-shop.ts'
import { test } from '../market.ts'
import { openProduct } from '../open-product.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 }, hydratesOnInteraction: true })

let shop: FullShop
test.beforeAll(async ({ market }) => {
  shop = await openFullShop(market.databaseUrl)
})
test.afterAll(() => shop.close())

test('a buy’s page shows the newest reviews of its food, and other buys of the shop', async ({ page }) => {
  await page.goto(`/group-buys/${shop.buyId}`)
  const reviews = page.getByRole('region', { name: 'What buyers say' })
  await expect(reviews.getByText('From 20 orders that were collected.')).toBeVisible()
  await expect(reviews.getByText('Only people who got an order with this product can rate it')).toBeVisible()
  await expect(reviews.getByRole('listitem')).toHaveCount(3)
  await expectGoodScreen(page)

  const others = page.getByRole('region', { name: 'More from this shop' })
  await expect(others.getByRole('article')).toHaveCount(3)
  await expect(others.getByRole('article').first()).toContainText('At most')
  const other = others.getByRole('article').first().getByRole('link')
  await expect(other).toHaveAttribute('href', /^\/group-buys\/[0-9a-f-]{36}$/)
  await reviews.getByRole('link', { name: 'See all 20 ratings' }).click()
  await expect(page).toHaveURL(/\/products\/.*reviews=all#reviews$/)
  await expect(page.getByRole('region', { name: 'What buyers say' }).getByRole('listitem')).toHaveCount(20)
  await expectGoodScreen(page)
})

test('a product’s page draws its earlier prices, with a table of them', async ({ page, request, market }) => {
  const product = await openProduct(request)
  const prices = page.getByRole('region', { name: 'The price over time' })
  await page.goto(`/products/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(prices).toHaveCount(0)

  await write(
    market.databaseUrl,
    `insert into public.product_prices (product_id, day, price, unit)
     values ($1, current_date - 200, 92000, 'bag'), ($1, current_date - 90, 88000, 'bag'), ($1, current_date - 30, 9, 'basket')`,
    [product.id],
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`/products/${product.id}`)
    await expect(prices.getByText(/: ₦80,000 to ₦92,000 a bag\.$/)).toBeVisible()
    await expect(prices.getByRole('img')).toBeVisible()
    await prices.getByText('The prices as a table').click()
    await expect(prices.getByRole('row')).toHaveCount(4)
    await expect(prices.getByRole('cell', { name: '₦88,000' })).toBeVisible()
    await expectGoodScreen(page)
  }
})

async function write(connectionString: string, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}
