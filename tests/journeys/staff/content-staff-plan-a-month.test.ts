import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('the desk starts with what is shown, what is wrong and what comes', async ({ page, request }) => {
  const { access_token: token } = await signIn(page, 'administrator@ajoja.test')
  const title = `Okra morning ${crypto.randomUUID().slice(0, 8)}`
  const id = await addAdvert(request, token, {
    title,
    page: 'blog',
    position: 'bottom',
    ends: 3,
    link_url: '/shop/00000000-0000-4000-8000-000000000000',
  })
  await openPage(page, '/content')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content today')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(`${title}: Its shop is not open.`)
  await expect(problems).toContainText(`${title}: It has no picture.`)
  await expect(page.getByRole('region', { name: 'In the next 7 days' })).toContainText(title)
  await expect(page.getByRole('region', { name: 'Shown now' })).toContainText(title)
  await expectGoodOnPhoneAndDesk(page)
  await problems.getByRole('link', { name: `${title}: It has no picture.` }).click()
  await expect(page).toHaveURL(new RegExp(`/content/adverts/${id}$`))
  await callWire(request, `/rest/v1/advertisements?id=eq.${id}`, {
    method: 'PATCH',
    token,
    data: { status: 'deleted' },
  })
})

test('a month shows bars by place, and says where two overlap', async ({ page, request }) => {
  const { access_token: token } = await signIn(page, 'supervisor@ajoja.test')
  const [first, second] = ['Early', 'Later'].map((word) => `${word} yam ${crypto.randomUUID().slice(0, 8)}`)
  const place = { page: 'vendors', position: 'middle' }
  await addAdvert(request, token, {
    title: first ?? '',
    ...place,
    start_date: '2041-05-03T08:00Z',
    end_date: '2041-05-12T08:00Z',
  })
  await addAdvert(request, token, {
    title: second ?? '',
    ...place,
    start_date: '2041-05-10T08:00Z',
    end_date: '2041-05-20T08:00Z',
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/content/calendar?month=2041-05')
  const lane = page.getByRole('region', { name: 'Vendor Shops, middle' })
  await expect(lane.getByRole('link', { name: `${first}, Fri 3 May to Sun 12 May 2041, overlaps` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two in one place' })).toContainText(
    `${first}. “${second}” is shown in its place, from Fri 10 May 2041 to Sun 12 May 2041.`,
  )
  await expectGoodOnPhoneAndDesk(page)
  // On a phone: by day.
  await expect(page.getByRole('region', { name: 'Fri 10 May' })).toContainText(second ?? '')
  await page.getByRole('link', { name: 'Next month, June 2041' }).click()
  await expect(page.getByRole('heading', { name: 'June 2041' })).toBeVisible()
  await expect(page.getByText('Two in one place')).toHaveCount(0)
  await page.goBack()
  await page
    .getByRole('region', { name: 'Fri 10 May' })
    .getByRole('link', { name: second ?? '' })
    .click()
  await expect(page.getByLabel('Title')).toHaveValue(second ?? '')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    `It is shown instead of “${first}”, from Fri 10 May 2041 to Sun 12 May 2041.`,
  )
})

test('a preview follows the typing, and unsaved words are not left by accident', async ({ page }) => {
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/deals/new')
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Name').fill('Ofada for the street')
  await page.getByLabel('Price').fill('12500')
  await page.getByLabel('Unit').fill('bag')
  await page.getByRole('textbox', { name: 'Options' }).fill('Half\nFull')
  await expect(preview.getByRole('heading', { name: 'Ofada for the street' })).toBeVisible()
  await expect(preview).toContainText('₦12,500')
  await expect(preview.getByRole('listitem').filter({ hasText: /^Half$/ })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ofada for the street')

  // The card of a group buy has its own price, and opens nothing from here.
  const target = page.getByLabel('The card opens')
  await target.selectOption({ index: 1 })
  await expect(preview.getByRole('link')).toBeVisible()
  await preview.getByRole('link').click()
  await expect(page).toHaveURL(/\/content\/deals\/new$/)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/content\/deals$/)
})

test('without scripts a press previews what is typed', async ({ browser, baseURL, page }) => {
  await signIn(page, 'administrator@ajoja.test')
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.setViewportSize({ width: 360, height: 800 })
  await plain.goto('/content/adverts/new?page=blog&position=middle')
  await expect(plain.getByLabel('Position')).toHaveValue('middle')
  await plain.getByLabel('Title').fill('Beans at dawn')
  await plain.getByRole('button', { name: 'Preview' }).click()
  await expect(plain.getByRole('complementary', { name: 'Advert: Beans at dawn' })).toBeVisible()
  await expect(plain.getByLabel('Title')).toHaveValue('Beans at dawn')
  await plain.goto('/blog/new')
  await plain.getByLabel('Title').fill('Rain')
  await plain.getByRole('textbox', { name: 'Text' }).fill('## Dry it')
  await plain.getByRole('button', { name: 'Preview' }).click()
  await expect(plain.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Dry it' })).toBeVisible()
  await plain.goto('/content/calendar')
  await expect(plain.getByRole('link', { name: /^Next month/ })).toBeVisible()
  await context.close()
})

interface AdvertToAdd {
  title: string
  page: string
  position: string
  link_url?: string
  start_date?: string
  end_date?: string
  /** Days from now. */
  ends?: number
}

async function addAdvert(
  request: APIRequestContext,
  token: string,
  { ends = 1, ...advert }: AdvertToAdd,
): Promise<string> {
  const id = crypto.randomUUID()
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const data = { id, start_date: at(-60_000), end_date: at(ends * 864e5), ...advert }
  const { status } = await callWire(request, '/rest/v1/advertisements', { method: 'POST', token, data })
  expect(status).toBe(201)
  return id
}
