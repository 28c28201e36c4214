import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { countTaps } from '../staff/count-taps.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const RUDE = `You are a thief and I know where you live, ${crypto.randomUUID().slice(0, 8)}.`

test(
  'a reported message is hidden; reporter and writer are told, and neither learns about the other',
  {
    tag: '@full',
  },
  async ({ page, browser }, info) => {
    test.setTimeout(180_000)
    const { writer, reporter, conversation } = await rudeMessage(page, browser)
    await openPage(reporter.page, `/account/messages/${conversation}`)
    await reporter.page.getByRole('link', { name: 'Report' }).last().click()
    await expect(reporter.page.getByRole('heading', { level: 1 })).toHaveText('Report a message')
    await expect(reporter.page.locator('blockquote')).toHaveText(RUDE)
    await expectGoodScreen(reporter.page)
    await reporter.page.getByLabel('What is wrong with it?').fill('This is a threat.')
    await reporter.page.getByRole('button', { name: 'Report it' }).click()
    await expect(reporter.page.getByText(/^Thank you\. Our staff will look at it/)).toBeVisible()

    const taps = await countTaps(page, info)
    await signIn(page, 'coordinator@ajoja.test')
    await openPage(page, '/coordinator/messages')
    await taps.begin()
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    const report = page.getByRole('listitem').filter({ hasText: RUDE }).filter({ hasText: 'This is a threat.' }).first()
    await report.getByLabel('Why, in words that the writer reads').fill('Nobody is threatened here.')
    await report.getByRole('button', { name: 'Hide the message' }).click()
    await expect(page.getByText('Decided. Both sides are told.')).toBeVisible()
    expect(await taps.note('Report of a message decided')).toBeLessThanOrEqual(4)
    await expectGoodScreen(page)

    // The reporter reads that it was decided, and no more of the message.
    await openPage(reporter.page, `/account/messages/${conversation}`)
    await expect(reporter.page.getByText(RUDE)).toHaveCount(0)
    await openPage(reporter.page, '/account/notices')
    await expect(
      reporter.page.getByText(/^We looked at the message that you reported, and have hidden it/),
    ).toBeVisible()
    await expect(reporter.page.getByText('Nobody is threatened here.')).toHaveCount(0)
    // The writer reads why, not who reported it.
    await openPage(writer.page, '/account/notices')
    await expect(writer.page.getByText(/Nobody is threatened here\./).first()).toBeVisible()
    await expect(writer.page.getByText('This is a threat.')).toHaveCount(0)
    await openPage(writer.page, `/vendor/messages/${conversation}`)
    await expect(writer.page.getByText(RUDE)).toHaveCount(0)
    // The shop has no desk of reports.
    await writer.page.goto('/coordinator/messages/reports')
    await expect(writer.page.getByText('This is a threat.')).toHaveCount(0)
    await page.goto('/coordinator/messages/reports?show=decided')
    await expect(page.getByRole('listitem').filter({ hasText: 'Nobody is threatened here.' }).first()).toBeVisible()
    await reporter.page.context().close()
    await writer.page.context().close()
  },
)

interface Side {
  page: Page
}

/** The shop of the demo market writes to a buyer in it. */
async function rudeMessage(on: Page, browser: Browser) {
  const request: APIRequestContext = on.request
  const buy = await openBuy(request)
  const reporter: Side = { page: await (await browser.newContext()).newPage() }
  const buyer = await newPerson(reporter.page, { fullName: `Ada Reports ${Date.now()}` })
  const joined = await callWire<{ order: { id: string } }>(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  const writer: Side = { page: await (await browser.newContext()).newPage() }
  await signIn(writer.page, 'vendor@ajoja.test')
  await openPage(writer.page, `/vendor/messages/new?order=${joined.body.order.id}`)
  await writer.page.getByLabel('Your message').fill(RUDE)
  await writer.page.getByRole('button', { name: 'Send message' }).click()
  await expect(writer.page).toHaveURL(/\/vendor\/messages\/[0-9a-f-]{36}/)
  const conversation = /[0-9a-f-]{36}/.exec(writer.page.url())?.[0] ?? ''
  return { writer, reporter, conversation }
}
