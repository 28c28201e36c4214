import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { newestMail, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'
import { countTaps } from './count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

const outcome = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** The day of Lagos, an hour ahead of UTC. */
const lagosToday = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

test(
  'an application is visited, sent back to be corrected, and approved when it comes again',
  {
    tag: '@full',
  },
  async ({ page, request, browser }, info) => {
    const { owner, name } = await apply(request)
    const taps = await countTaps(page, info)
    await signIn(page, 'manager@ajoja.test')
    await openPage(page, '/manager/dashboard')
    await taps.begin()
    await page.getByRole('link', { name: /waiting for approval/ }).click()
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    // A visit, on the record of the shop.
    await page.getByLabel('New note').fill('The stall is there, the sign is not.')
    await page.getByLabel('It is').selectOption({ label: 'Visit, not in order' })
    await page.getByLabel('Day of a visit').fill(lagosToday())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await outcome(page, 'The stall is there, the sign is not.')
    await expect(page.getByRole('listitem').filter({ hasText: /^Visit, not in order/ })).toBeVisible()

    // Nothing is sent back without words.
    await page.getByRole('checkbox', { name: 'Address' }).check()
    await page.getByRole('button', { name: 'Ask to correct it' }).click()
    await outcome(page, 'Choose what to correct, and write what is wrong with it.')
    await page.getByRole('checkbox', { name: 'Address' }).check()
    await page.getByLabel('Reason').fill('The house number is missing.')
    await page.getByRole('button', { name: 'Ask to correct it' }).click()
    await outcome(page, /^The vendor has been asked to correct it/)
    expect(await taps.note('Application visited and sent back')).toBeLessThanOrEqual(22)
    await expectGoodScreen(page)
    const mail = await newestMail(request, owner.email, 'vendor-decision')
    expect(mail.text).toContain('Please correct: Address. The house number is missing.')

    const vendor = await (await browser.newContext()).newPage()
    await signIn(vendor, owner.email, owner.password)
    await openPage(vendor, '/vendor-signup')
    await outcome(vendor, 'Please correct: Address. The house number is missing.')
    await vendor.getByLabel('Address').fill('12 Allen Avenue')
    const agree = vendor.getByRole('checkbox', { name: /Vendor Terms/ })
    if ((await agree.count()) > 0) await agree.check()
    await vendor.getByRole('button', { name: 'Send application' }).click()
    await outcome(vendor, /is reviewing your application/)
    await vendor.context().close()

    await openPage(page, '/manager/dashboard')
    await taps.begin()
    await page.getByRole('link', { name: /waiting for approval/ }).click()
    await page.getByRole('link', { name }).click()
    await outcome(page, '12 Allen Avenue')
    await page.getByRole('button', { name: 'Approve shop' }).click()
    await outcome(page, 'The shop is open. The vendor has been told by mail.')
    expect(await taps.note('Application approved')).toBeLessThanOrEqual(3)
    // The visit stays on the record.
    await outcome(page, 'The stall is there, the sign is not.')
  },
)

test(
  'a group buy in danger is extended from the danger list, and everyone is told',
  { tag: '@full' },
  async ({ page, request }, info) => {
    const name = await shortBuy(request)
    const taps = await countTaps(page, info)
    await signIn(page, 'manager@ajoja.test')
    await openPage(page, '/manager/dashboard')
    await taps.begin()
    const danger = page.getByRole('table', { name: /^Group buys that may fail/ })
    await expect(danger.getByRole('row', { name })).toContainText('2 people are missing to its minimum of 2.')
    await danger.getByRole('link', { name }).click()
    await outcome(page, 'In danger')
    await page.getByRole('link', { name: 'Extend it' }).click()
    await page.getByRole('button', { name: 'Extend the group buy' }).click()
    await outcome(page, /^It closes on .* now\. Everyone in it and the shop are told\.$/)
    expect(await taps.note('Group buy in danger extended')).toBeLessThanOrEqual(3)
    await expectGoodScreen(page)
  },
)

test('a call with a note: the record of a shop, in few taps', { tag: '@full' }, async ({ page, request }, info) => {
  const { name } = await apply(request)
  const taps = await countTaps(page, info)
  await signIn(page, 'manager@ajoja.test')
  await openPage(page, '/manager/dashboard')
  await taps.begin()
  await page.getByRole('button', { name: 'Find orders, people and more' }).click()
  await page.locator('#quick-search-field').fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.getByLabel('New note').fill('Rang about the opening hours.')
  await page.getByLabel('It is').selectOption({ label: 'Call, not reached' })
  await page.getByLabel('Call again on').fill(lagosToday())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await outcome(page, 'Saved. The next call is on your list.')
  expect(await taps.note('Call with a note, and the next one planned')).toBeLessThanOrEqual(8)
  await openPage(page, '/manager/dashboard')
  await page.getByRole('link', { name: /calls? to make again today/ }).click()
  await outcome(page, 'Rang about the opening hours.')
  await expectGoodScreen(page)
})

/** A buy of the demo shop without any participants, two days before it closes. */
async function shortBuy(request: APIRequestContext): Promise<string> {
  const { id, name, vendorToken } = await openProduct(request)
  const buy = await callWire(request, '/rest/v1/group_buys', {
    method: 'POST',
    token: vendorToken,
    data: {
      product_id: id,
      status: 'active',
      target_quantity: 40,
      min_participants: 2,
      price_tiers: JSON.stringify([{ participants: 2, price: 76000 }]),
      end_date: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    },
  })
  expect(buy.status).toBe(201)
  return name
}

async function apply(request: APIRequestContext) {
  const owner = await newPerson(request, { role: 'vendor', fullName: 'Wale Morning' })
  const name = `Morning shop ${crypto.randomUUID().slice(0, 8)}`
  const answer = await callWire(request, '/functions/v1/sign-up-vendor', {
    method: 'POST',
    token: owner.session.access_token,
    data: {
      business_name: name,
      description: 'Beans and garri.',
      location: 'Ikeja',
      state: 'Lagos',
      phone: '08031234567',
      address: 'Allen Avenue',
    },
  })
  expect(answer.status).toBe(200)
  return { owner, name }
}
