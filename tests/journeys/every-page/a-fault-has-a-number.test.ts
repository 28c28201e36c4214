import { expect, type Locator, type Page } from '@playwright/test'
import { type FaultySite, test, unreadable } from '../faulty-site.ts'
import { openPage } from '../open-page.ts'

// The number that a person reads out to us must be found in the log.

test('a page that cannot be rendered shows the number of its log lines', async ({ page, faultySite }) => {
  const path = await openShops(page).then((shop) => shop.getAttribute('href'))
  await faultySite.whileBroken(unreadable('vendors'), async () => {
    const answer = await page.goto(String(path))
    expect(answer?.status()).toBe(500)
    const id = await shownNumber(page)
    expect(answer?.headers()['x-request-id']).toBe(id)
    expectShown(faultySite, { id, path })
  })
})

test('so does a page that fails after a tap on a link', { tag: '@full' }, async ({ page, faultySite }) => {
  const shop = await openShops(page)
  await faultySite.whileBroken(unreadable('vendors'), async () => {
    await shop.click()
    const id = await shownNumber(page)
    expectShown(faultySite, { id, path: expect.stringMatching(/\.data$/) })
  })
})

async function openShops(page: Page): Promise<Locator> {
  await openPage(page, '/vendors')
  return page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Mama Sade/ })
    .first()
}

async function shownNumber(page: Page): Promise<string> {
  const line = page.getByText('If you write to us, please name this number:')
  await expect(line).toBeVisible()
  const [id] = /(\w{4}-){2}\w{4}/.exec((await line.textContent()) ?? '') ?? []
  return id ?? ''
}

function expectShown(site: FaultySite, { id, path }: { id: string; path: unknown }): void {
  const lines = site.log().filter((line) => line.id === id)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'a fault', err: expect.anything() }))
  expect(lines.at(-1)).toMatchObject({ method: 'GET', path, status: expect.any(Number) })
}
