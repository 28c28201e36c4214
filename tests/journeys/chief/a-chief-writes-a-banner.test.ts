import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

const PHONE = { width: 360, height: 780 }
test.use({ viewport: PHONE })

const FLOOD = 'The Zungeru bridge is flooded: Saturday’s hand-overs come a day later'
const SHEETS = 'Shops: please print Saturday’s sheets on Friday'

// Other journeys have the same market.
test.afterEach(async ({ market }) => {
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  await owner.query('truncate public.banners')
  await owner.end()
})

test('a chief writes a banner, everybody sees it, and it ends', async ({ page, browser, request, baseURL }) => {
  const buy = await openBuy(request)
  const paths = ['/', `/group-buys/${buy.id}`, '/products.data']
  // The pages are cached before the banner is written.
  for (const path of [...paths, ...paths]) expect(await htmlOf(request, path)).not.toContain('Zungeru')
  const stranger = await browser.newPage({ viewport: PHONE, baseURL: baseURL ?? '' })

  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings')
  await page.getByRole('link', { name: 'Banners', exact: true }).click()
  await expect(page.getByText('No banner is shown now.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Write a banner' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Call 0803 123 4567')
  await page.getByLabel('Warning').check()
  await page.getByRole('button', { name: 'Save banner' }).click()
  await expect(page.getByText('please leave telephone numbers out', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill(FLOOD)
  await page.getByLabel('Page it leads to').fill('/faq')
  await page.getByText('In other languages').click()
  await page.getByLabel('Text in Naijá').fill('Zungeru bridge don flood')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText(FLOOD)).toBeVisible()
  await expect(preview.getByText('Zungeru bridge don flood')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Save banner' }).click()
  await expect(page.getByText('The banner is saved.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  for (const path of paths) await expect.poll(() => htmlOf(request, path)).toContain('Zungeru')
  expect(await htmlOf(request, '/', 'language=pcm')).toContain('Zungeru bridge don flood')
  for (const path of paths.slice(0, 2)) {
    await openPage(stranger, path)
    const banner = stranger.getByRole('complementary', { name: 'Warning' })
    await expect(banner).toContainText(FLOOD)
    await expectGoodScreen(stranger)
    // Above the navigation, so that it covers nothing.
    const [line, bar] = [await banner.boundingBox(), await stranger.getByRole('banner').boundingBox()]
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await stranger.getByRole('link', { name: FLOOD }).click()
  await expect(stranger).toHaveURL(/\/faq$/)

  await page.getByRole('button', { name: `End now: ${FLOOD}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByText('The banner has ended.', { exact: false })).toBeVisible()
  for (const path of paths) await expect.poll(() => htmlOf(request, path)).not.toContain('Zungeru')
  await page.getByRole('button', { name: 'Undo the end' }).click()
  await expect(page.getByText('The banner is back.')).toBeVisible()
  await expect.poll(() => htmlOf(request, '/')).toContain('Zungeru')
  await end(page, FLOOD)
  // An open page loses it with the next one.
  await openPage(stranger, '/group-buys')
  await expect(stranger.getByRole('complementary', { name: 'Warning' })).toHaveCount(0)
  await openPage(page, '/chief/audit')
  await expect(page.getByText(/added the banner The Zungeru/).first()).toBeVisible()
  await stranger.close()
})

test('a banner for shops is for shops, and one that is planned comes and goes by itself', async ({
  page,
  browser,
  request,
  market,
}) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/banners/new')
  await page.getByLabel('Text', { exact: true }).fill(SHEETS)
  await page.getByLabel('Shops: owners and staff').check()
  await page.getByRole('button', { name: 'Save banner' }).click()
  await expect(page.getByText('The banner is saved.')).toBeVisible()
  const seenBy = async (email: string, path: string) => {
    const other = await browser.newPage({ viewport: PHONE, baseURL: market.origin })
    await signIn(other, email)
    await other.goto(path)
    const seen = (await other.content()).includes(SHEETS)
    if (seen) await expectGoodScreen(other)
    await other.close()
    return seen
  }
  await expect.poll(() => seenBy('vendor@ajoja.test', '/vendor/dashboard')).toBe(true)
  expect(await seenBy('vendor@ajoja.test', '/')).toBe(true)
  expect(await seenBy('customer@ajoja.test', '/')).toBe(false)
  expect(await htmlOf(request, '/')).not.toContain(SHEETS)

  // A newer one for everybody takes its place, and the pages say so.
  await openPage(page, '/chief/banners/new')
  await page.getByLabel('Text', { exact: true }).fill(FLOOD)
  await expect(page.getByText(`It is shown instead of “${SHEETS}”.`)).toBeVisible()
  await page.getByRole('button', { name: 'Save banner' }).click()
  await expect(page.getByText(`Its readers see “${FLOOD}” instead.`)).toBeVisible()
  await expect.poll(() => htmlOf(request, '/')).toContain('Zungeru')

  // The clock alone ends it on cached pages: nothing is announced.
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  await owner.query(`update public.banners set ends_at = now() + interval '4 seconds' where title = $1`, [FLOOD])
  await owner.end()
  await expect.poll(() => htmlOf(request, '/')).not.toContain('Zungeru')
  await end(page, SHEETS)
})

test('without scripts a banner is previewed, saved and ended', { tag: '@full' }, async ({ browser, market }) => {
  const context = await browser.newContext({ viewport: PHONE, baseURL: market.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/banners/new')
  await page.getByLabel('Text', { exact: true }).fill(FLOOD)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(FLOOD)).toBeVisible()
  await page.getByRole('button', { name: 'Save banner' }).click()
  await page.getByRole('link', { name: `Edit ${FLOOD}` }).click()
  await page.getByLabel('Page it leads to').fill('/group-buys')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The banner is saved.')).toBeVisible()
  await end(page, FLOOD)
  await page.getByRole('link', { name: 'Write one like it' }).first().click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(FLOOD)
  await context.close()
})

async function end(page: Page, title: string): Promise<void> {
  await page.goto('/chief/banners')
  await page.getByRole('button', { name: `End now: ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByText('The banner has ended.', { exact: false })).toBeVisible()
  // On the chief's own page too, which was read with the same press.
  await expect(page.getByRole('complementary')).toHaveCount(0)
}

/** A page as a stranger gets it; without cookies it may be a cached one. */
async function htmlOf(request: APIRequestContext, path: string, cookie = ''): Promise<string> {
  return (await request.get(path, { headers: cookie ? { cookie } : {} })).text()
}
