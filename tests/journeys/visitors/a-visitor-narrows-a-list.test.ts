import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { violationsOn } from '../screens.ts'

const LISTS = [
  { path: '/products', show: 'Show products', list: 'Products', sort: 'price-up' },
  { path: '/group-buys', show: 'Show group buys', list: 'Active group buys', sort: 'popular' },
  { path: '/vendors', show: 'Show shops', list: 'Vendor shops', sort: 'orders' },
]

/** The lists share their form: a commit tests each part of it on one of them, the full run on all three. */
const eachTime = (path: string, here: string) => (path === here ? [] : '@full')

for (const { path, show, sort } of LISTS) {
  test(`the address of ${path} holds only what was chosen`, { tag: eachTime(path, '/products') }, async ({
    page,
    baseURL,
  }) => {
    await openPage(page, path)
    await page.getByRole('button', { name: show }).click()
    await expect(page).toHaveURL(`${baseURL}${path}`)
    await page.getByLabel('Sort by').selectOption(sort)
    await page.getByRole('button', { name: show }).click()
    await expect(page).toHaveURL(`${baseURL}${path}?sort=${sort}`)
    await page.getByRole('searchbox').fill('a')
    await page.getByRole('button', { name: show }).click()
    await expect(page).toHaveURL(`${baseURL}${path}?search=a&sort=${sort}`)
  })
}

test('input while the list still loads is preserved, and clearing the filters empties the fields', async ({ page }) => {
  await openPage(page, '/group-buys')
  let letThrough: () => void = () => undefined
  const way = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/*.data*', async (route) => {
    await way
    await route.continue()
  })
  const [search, category] = [page.getByRole('searchbox'), page.getByLabel('Category')]
  await search.fill('a')
  await page.getByRole('button', { name: 'Show group buys' }).click()
  await category.selectOption('grains')
  await search.fill('ab')
  letThrough()
  await expect(page).toHaveURL(/search=a$/)
  const clear = page.getByRole('link', { name: 'Clear all filters' })
  await expect(clear).toBeVisible()
  await expect(category).toHaveValue('grains')
  await expect(search).toHaveValue('ab')
  await page.getByRole('button', { name: 'Show group buys' }).click()
  await expect(page).toHaveURL(/search=ab&category=grains$/)

  await clear.click()
  await expect(page).toHaveURL(/group-buys$/)
  await expect(category).toHaveValue('')
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(category).toHaveValue('grains')
  await expect(search).toHaveValue('ab')
})

test('on a phone the filters close when they are used', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openPage(page, '/group-buys')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Category').selectOption('grains')
  await page.getByRole('button', { name: 'Show group buys' }).click()
  await expect(page.getByLabel('Category')).toBeHidden()
  await page.getByRole('button', { name: 'Filters 1' }).click()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page.getByLabel('Category')).toBeHidden()
  await expect(page).toHaveURL(/group-buys$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  for (const { path, show, sort } of LISTS) {
    test(`the address of ${path} holds only what was chosen`, { tag: eachTime(path, '/vendors') }, async ({
      page,
      baseURL,
    }) => {
      await page.goto(path)
      await page.getByLabel('Sort by').selectOption(sort)
      await page.getByRole('button', { name: show }).click()
      await expect(page).toHaveURL(`${baseURL}${path}?sort=${sort}`)
      await expect(page.getByLabel('Sort by')).toHaveValue(sort)
    })
  }
})

for (const { path, show, list } of LISTS) {
  test(`${path} keeps its list while the server is unreachable, and reloads on request`, {
    tag: eachTime(path, '/group-buys'),
  }, async ({ page }) => {
    await openPage(page, path)
    const cards = page.getByRole('list', { name: list }).getByRole('listitem')
    const before = await cards.count()
    expect(before).toBeGreaterThan(0)

    await page.route('**/*.data*', (route) => route.abort('internetdisconnected'))
    await page.getByRole('searchbox').fill('no such thing')
    await page.getByRole('button', { name: show }).click()
    const notice = page.getByRole('complementary', { name: 'Your connection' })
    await expect(notice.getByText('No internet connection')).toBeVisible()
    await expect(cards).toHaveCount(before)
    await expect(page.getByRole('searchbox')).toHaveValue('no such thing')
    expect(await violationsOn(page, 'aside')).toEqual([])
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(notice.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await expect(cards).toHaveCount(before)

    await page.unroute('**/*.data*')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(notice).toBeHidden()
    await expect(cards).toHaveCount(0)
  })
}

test('a list is reloaded automatically when the connection is back', async ({ page, context }) => {
  await openPage(page, '/vendors')
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('no such thing')
  await page.getByRole('button', { name: 'Show shops' }).click()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('No vendors found matching your criteria.')).toBeVisible()
  await expect(page.getByText('No internet connection')).toBeHidden()
})

test('another page that cannot be fetched says so, and is shown when it can', async ({ page }) => {
  await openPage(page, '/products')
  await page.route('**/vendors.data*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vendor Shops' }).click()
  await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible()
  await page.unroute('**/vendors.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Vendor Shops' })).toBeVisible()
})
