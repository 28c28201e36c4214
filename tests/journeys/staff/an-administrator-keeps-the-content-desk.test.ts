import { expect, type Page, type Route } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a featured deal is made, edited, deleted softly and put back', async ({ page, request }) => {
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/deals')
  await expectGoodScreen(page)
  const name = `Ewedu by the bundle ${Date.now()}`
  await page.getByRole('link', { name: 'New deal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New deal')
  await expectGoodScreen(page)
  await fillDeal(page, { name, price: '1,250.50' })
  await page.getByText('Choose a drawing').click()
  await page.getByText('Ewedu', { exact: true }).click()
  await page.getByRole('button', { name: 'Create deal' }).click()
  await expect(page.getByText('The deal is saved.')).toBeVisible()
  await expect(rowOf(page, name)).toContainText('₦1,250.50')

  await rowOf(page, name).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Options' })).toHaveValue('Half\nFull')
  await page.getByLabel('Price').fill('900')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(page, name)).toContainText('₦900')

  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this deal?' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete deal' }).click()
  await expect(page.getByText('The deal was deleted.')).toBeVisible()
  const path = `/rest/v1/featured_deals?select=id&name=eq.${encodeURIComponent(name)}`
  expect((await callWire(request, path)).body).toEqual([])
  await page.getByRole('link', { name: 'Deleted' }).click()
  await rowOf(page, name).getByRole('button', { name: 'Put back' }).click()
  await expect(page.getByText('The deal is listed again.')).toBeVisible()
  expect((await callWire(request, path)).body).toHaveLength(1)
})

test('errors of deals show the specified texts', { tag: '@full' }, async ({ page, context }) => {
  await signIn(page, 'supervisor@ajoja.test')
  await openPage(page, '/content/deals/new')
  await fillDeal(page, { name: 'Never stored', price: '0' })
  await page.getByRole('button', { name: 'Create deal' }).click()
  await expect(page.getByText('Price must be above zero.')).toBeVisible()
  await page.getByLabel('Price').fill('100')
  await forgeForm(page)
  await page.getByRole('button', { name: 'Create deal' }).click()
  await expect(page.getByText('Failed to create deal')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create deal' }).click()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Never stored')
  await context.setOffline(false)

  await openPage(page, '/content/deals')
  const first = page.getByRole('row').nth(1)
  await forge(page)
  await first.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete deal' }).click()
  await expect(page.getByText('Failed to delete deal')).toBeVisible()

  await first.getByRole('link', { name: 'Edit' }).click()
  await page
    .getByLabel('The card opens')
    .evaluate((select: HTMLSelectElement) => select.add(new Option('x', 'product:x')))
  await page.getByLabel('The card opens').selectOption('product:x')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to update deal')).toBeVisible()
})

test('an advert runs between its dates and is deleted softly', async ({ page }) => {
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/adverts/new')
  await expectGoodScreen(page)
  const title = `Market day in Mile 12 ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Page', { exact: true }).selectOption('Vendor Shops')
  await page.getByLabel('Position').selectOption('Bottom')
  await page.getByLabel('From').fill('2037-03-14T17:00')
  await page.getByLabel('To', { exact: true }).fill('2037-03-14T09:00')
  await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Create ad' }).click()
  await expect(page.getByText('Link must start with https:// or with a single /.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Link' }).fill('/group-buys')
  await page.getByRole('button', { name: 'Create ad' }).click()
  await expect(page.getByText('End must be after the start.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2037-03-20T09:00')
  await page.getByRole('button', { name: 'Create ad' }).click()
  await expect(rowOf(page, title)).toContainText('Vendor Shops, bottom')
  await expect(rowOf(page, title)).toContainText('Sat 14 Mar 2037, 5 pm')
  await expect(rowOf(page, title)).toContainText('Not yet')
  await expectGoodScreen(page)
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete ad' }).click()
  await expect(page.getByText('The advert was deleted.')).toBeVisible()
  await page.getByRole('link', { name: 'Deleted' }).click()
  await expect(rowOf(page, title)).toContainText('Deleted')
})

test('errors of adverts show the specified texts', { tag: '@full' }, async ({ page, context }) => {
  await signIn(page, 'supervisor@ajoja.test')
  await openPage(page, '/content/adverts/new')
  await page.getByLabel('Title').fill('Never stored')
  await page.getByLabel('From').fill('2037-03-14T17:00')
  await page.getByLabel('To', { exact: true }).fill('2037-03-20T09:00')
  await forgeForm(page)
  await page.getByRole('button', { name: 'Create ad' }).click()
  await expect(page.getByText('Failed to create ad')).toBeVisible()

  await openPage(page, '/content/adverts')
  // One with a drawing: other journeys leave ones with photographs.
  const first = page.getByRole('row').filter({ hasText: 'Do you sell by the bag?' })
  await context.setOffline(true)
  await first.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete ad' }).click()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await context.setOffline(false)
  await forge(page)
  await first.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete ad' }).click()
  await expect(page.getByText('Failed to delete ad')).toBeVisible()

  await openPage(page, '/content/adverts')
  await first.getByRole('link', { name: 'Edit' }).click()
  // A valid path for the form, but no picture for the table.
  await forgeForm(page, 'picture', '/')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to update ad')).toBeVisible()
  await page.route('**/content/adverts/**', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('No internet connection')).toBeVisible()
})

test('a product in use stays, another one goes', async ({ page, request }) => {
  const vendor = await signIn(page, 'vendor@ajoja.test')
  const name = `Test yam ${Date.now()}`
  await callWire(request, '/rest/v1/products', {
    method: 'POST',
    token: vendor.access_token,
    data: { name, category: 'vegetables', base_price: 4000, unit: 'tuber' },
  })
  const { body: buys } = await callWire<{ product_name: string }[]>(
    request,
    '/rest/v1/group_buys?select=product_name&status=eq.active&limit=1',
  )
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/products')
  await expectGoodScreen(page)

  await search(page, buys[0]?.product_name ?? '')
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('This product has running group buys or orders')).toBeVisible()

  await search(page, name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('The product was deleted.')).toBeVisible()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
})

test('posts and mail templates are there to be read', async ({ page }) => {
  await signIn(page, 'supervisor@ajoja.test')
  await page.goto('/content/posts?state=published')
  await expect(page.getByRole('row').nth(1)).toContainText('Published')
  await expectGoodScreen(page)
  await page.goto('/content/templates')
  await page.getByRole('heading', { name: /^Welcome to Ajoja/ }).click()
  await expect(page.getByText('{{referral_code}}')).toBeVisible()
  await expectGoodScreen(page)
})

test('no other role can open the desk', async ({ page }) => {
  await newPerson(page)
  await page.goto('/content/deals')
  await expect(page).toHaveURL(/\/$/)
})

async function fillDeal(page: Page, { name, price }: { name: string; price: string }): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price').fill(price)
  await page.getByLabel('Unit').fill('bundle')
  await page.getByRole('textbox', { name: 'Options' }).fill('Half\n\n Full ')
}

async function search(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search products by name').fill(name)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row').nth(1)).toContainText(name)
}

/** Sends the next form with an invalid id: the table API rejects it, and the page never sends it. */
async function forge(page: Page): Promise<void> {
  const forged = async (route: Route) => {
    const body = route.request().postData()
    if (body === null) return route.fallback()
    await route.continue({ postData: body.replace(/(^|&)id=[^&]*/, '$1id=forged') })
    await page.unroute(CONTENT, forged)
  }
  await page.route(CONTENT, forged)
}

/** The same for a form on the screen, once the page has its newest data, which would write the field again. */
async function forgeForm(page: Page, field = 'id', value = 'forged'): Promise<void> {
  await page.waitForLoadState('networkidle')
  // As the form is sent: its preview renders it again, which would bring the field back.
  await page
    .locator('form:has(input[name=id])')
    .evaluate(
      (form: HTMLFormElement, [name, forged]) =>
        form.addEventListener('formdata', ({ formData }) => formData.set(name, forged)),
      [field, value] as const,
    )
}

const CONTENT = '**/content/**'

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}
