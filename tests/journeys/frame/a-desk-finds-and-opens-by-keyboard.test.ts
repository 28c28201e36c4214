import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

async function rowOf<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const [row] = (await client.query<Row>(sql)).rows
    if (!row) throw new Error(`Nothing found by ${sql}`)
    return row
  } finally {
    await client.end()
  }
}

const NEWEST_ORDER = `select o.id, o.order_no::integer as number, v.business_name as shop, u.email
  from public.orders o join public.vendors v on v.id = o.vendor_id join auth.users u on u.id = o.user_id order by o.created_at desc, o.id limit 1`

interface NewestOrder {
  id: string
  number: number
  shop: string
  email: string
}

const field = (page: Page) => page.locator('#quick-search-field')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a chief works by keyboard: search, shortcuts, breadcrumb', { tag: '@full' }, async ({ page, market }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const order = await rowOf<NewestOrder>(market.databaseUrl, NEWEST_ORDER)
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/dashboard')
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`Order ${order.number}`)
  await expect(page.getByRole('option', { name: `Order ${order.number}` }).first()).toBeVisible()
  await expectGoodScreen(page)
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /0$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /0$/)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(`Order ${order.number}`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('link')).toHaveText(['Orders'])
  const menu = page.getByRole('navigation', { name: 'Chief' })
  await expect(menu.locator('[aria-current=page]')).toHaveText('Orders')

  // The menu stays in view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(menu.locator('[aria-current=page]')).toBeInViewport()

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(heading(page)).toHaveText('Vendors')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(order.shop)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(`Search: ${order.shop}`)
  await expect(page.getByRole('region', { name: 'Shops' }).getByRole('link', { name: order.shop })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

test('a contact is looked up by hand, in no address, and recorded', { tag: '@full' }, async ({ page, market }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { email } = await rowOf<NewestOrder>(market.databaseUrl, NEWEST_ORDER)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/dashboard')
  await page.keyboard.press('/')
  await page.keyboard.type(email)
  await expect(page.getByRole('option')).toHaveText(`Look up ${email}Each look-up is recorded.`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(`Search: ${email}`)
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link')).toHaveCount(1)
  expect(sent.filter((url) => decodeURIComponent(url).includes(email))).toEqual([])
  await openPage(page, '/coordinator/audit')
  await expect(page.getByText('looked for people by a whole e-mail address and found').first()).toBeVisible()
})

test('shortcuts are listed, turned off, and none while typing', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/orders')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expectGoodScreen(page)
  // In the dialog the keys do nothing.
  await page.keyboard.press('/')
  await expect(field(page)).not.toBeFocused()
  await dialog.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(dialog.getByText('Shortcuts of single keys are off.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).not.toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.getByRole('link', { name: 'Keyboard shortcuts' }).press('Enter')
  await dialog.getByRole('button', { name: 'Turn on' }).press('Enter')
  await page.keyboard.press('Escape')
  const search = page.getByRole('searchbox', { name: 'Buyer, product or order number' })
  await search.focus()
  await page.keyboard.type('g/p?')
  await expect(search).toHaveValue('g/p?')
  await expect(heading(page)).toHaveText('Orders')
})

test('on a phone an icon opens the search', { tag: '@full' }, async ({ page, market }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { shop } = await rowOf<NewestOrder>(market.databaseUrl, NEWEST_ORDER)
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/dashboard')
  await expect(field(page)).toBeHidden()
  await page.getByRole('button', { name: 'Find orders, people and more' }).click()
  await field(page).fill(shop)
  await expect(page.getByRole('option', { name: shop }).first()).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('option', { name: shop }).first().click()
  await expect(heading(page)).toContainText(shop)
  await expect(field(page)).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the search, a look-up and the list of shortcuts are pages', { tag: '@full' }, async ({ page, market }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const order = await rowOf<NewestOrder>(market.databaseUrl, NEWEST_ORDER)
    await signIn(page, 'chief@ajoja.test')
    await page.goto('/chief/dashboard')
    await page.getByRole('button', { name: 'Find orders, people and more' }).click()
    await field(page).fill(`#${order.number}`)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('link', { name: `Order ${order.number}` }).click()
    await expect(heading(page)).toHaveText(`Order ${order.number}`)
    await page.goto('/chief/search')
    await page.getByRole('searchbox', { name: 'Number, name, phone or reference' }).fill(order.email)
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: `Look up ${order.email}` }).click()
    await expect(page.getByRole('region', { name: 'People' }).getByRole('link')).toHaveCount(1)
    await page.getByRole('link', { name: 'Keyboard shortcuts' }).click()
    await expect(heading(page)).toHaveText('Keyboard shortcuts')
    await expect(page.getByText('Vendors', { exact: true }).last()).toBeVisible()
  })
})
