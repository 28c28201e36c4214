import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { giveSession, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const newPage = async (browser: Browser) => (await browser.newContext()).newPage()
const field = (page: Page) => page.getByLabel('Your message')

/** The frames that a page sends in private channels. */
function privateFrames(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => String(payload).includes('conversation:') && frames.push(String(payload))),
  )
  return frames
}

/** Types until the other side has seen it: the channel of a page may not be open yet. */
async function typeUntil(page: Page, isSeen: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await field(page).pressSequentially('a')
    expect(await isSeen()).toBe(true)
  }).toPass({ timeout: 60_000 })
}

async function conversation(page: Page) {
  const buy = await openBuy(page.request)
  const buyer = await newPerson(page.request, { fullName: `Ada Types ${Date.now()}` })
  const call = <T>(path: string, data: object) =>
    callWire<T>(page.request, path, { method: 'POST', token: buyer.session.access_token, data })
  const joined = await call<{ order: { id: string } }>('/functions/v1/join-group-buy', {
    group_buy_id: buy.id,
    quantity: 1,
  })
  const begun = await call<{ conversation_id: string }>('/functions/v1/start-conversation', {
    order_id: joined.body.order.id,
    body: 'Good day.',
  })
  return { buyer, id: begun.body.conversation_id }
}

test('each side sees that the other writes, until the message is there or they stop', async ({ page, browser }) => {
  const { buyer, id } = await conversation(page)
  await giveSession(page, buyer.session)
  await openPage(page, `/account/messages/${id}`)
  const shop = await newPage(browser)
  await signIn(shop, 'vendor@ajoja.test')
  await openPage(shop, `/vendor/messages/${id}`)

  const writes = shop.getByText(`${buyer.fullName} is writing`)
  await typeUntil(page, () => writes.isVisible())
  await expectGoodScreen(shop)
  await expect(page.getByText('is writing')).toHaveCount(0)
  // They have stopped.
  await expect(writes).toHaveCount(0)

  // A message that comes in takes its place, and clears nothing of what the other side types.
  await typeUntil(page, () => writes.isVisible())
  await field(shop).fill('Yes, of cour')
  await field(page).fill('May my brother collect?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(shop.getByText('May my brother collect?')).toBeVisible()
  await expect(writes).toHaveCount(0)
  await expect(field(shop)).toHaveValue('Yes, of cour')
  await expect(field(page)).toHaveValue('')
  await shop.context().close()
})

test('at most one message in three seconds says so, and none from a phone that saves data', async ({
  page,
  browser,
}) => {
  const { buyer, id } = await conversation(page)
  await giveSession(page, buyer.session)
  const frames = privateFrames(page)
  await openPage(page, `/account/messages/${id}`)
  const shop = await newPage(browser)
  await shop.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const saved = privateFrames(shop)
  await signIn(shop, 'vendor@ajoja.test')
  await openPage(shop, `/vendor/messages/${id}`)
  await field(shop).pressSequentially('typed')

  const announced = () => frames.filter((frame) => frame.includes('writing'))
  await typeUntil(page, async () => announced().length > 0)
  const before = announced().length
  const began = performance.now()
  await field(page).pressSequentially('A longer sentence, letter by letter')
  const most = 1 + Math.ceil((performance.now() - began) / 3_000)
  expect(announced().length - before).toBeLessThanOrEqual(most)
  expect(saved).toEqual([])
  await expect(shop.getByText('is writing')).toHaveCount(0)
  await shop.context().close()
})

test('a person who asks the market sees that it writes, and staff that the person does', async ({ page, browser }) => {
  const buyer = await newPerson(page, { fullName: `Bisi Waits ${Date.now()}` })
  await openPage(page, '/account/messages/support')
  await page.getByLabel('What is it about?').selectOption('payment')
  await field(page).fill('I paid twice.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('I paid twice.')).toBeVisible()

  const [one, two] = [await newPage(browser), await newPage(browser)]
  for (const [desk, role] of [
    [one, 'coordinator'],
    [two, 'chief'],
  ] as const) {
    await signIn(desk, `${role}@ajoja.test`)
    await openPage(desk, `/${role}/messages/inbox?topic=payment`)
    await desk.getByRole('row', { name: buyer.fullName }).getByRole('link').first().click()
    await expect(desk.getByText('I paid twice.')).toBeVisible()
  }
  const isSeenBy = (desk: Page) => desk.getByText(`${buyer.fullName} is writing`).isVisible()
  await typeUntil(page, async () => (await isSeenBy(one)) && (await isSeenBy(two)))
  const answer = one.getByLabel(`Answer to ${buyer.fullName}`)
  await expect(async () => {
    await answer.pressSequentially('a')
    await expect(page.getByText('Ajoja is writing')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expectGoodScreen(page)
  // Colleagues see who has the case open.
  await expect(one.getByText(/^[^,]+ has this open\.$/)).toBeVisible()
  await one.context().close()
  await two.context().close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('messages are written and read as before', async ({ page }) => {
    const { buyer, id } = await conversation(page)
    await giveSession(page, buyer.session)
    await page.goto(`/account/messages/${id}`)
    await field(page).fill('Without scripts.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Without scripts.' })).toBeVisible()
    await expect(page.getByText('is writing')).toHaveCount(0)
  })
})
