import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

// A service worker shows pushes.
test.use({ serviceWorkers: 'allow' })

/** The shop of vendor@ajoja.test, whose buys `openBuy` opens. */
async function shopOfVendor(page: Page): Promise<{ id: string; business_name: string }> {
  const buy = await openBuy(page.request)
  const [row] = await (
    await callWire<{ vendor: { id: string; business_name: string } }[]>(
      page.request,
      `/rest/v1/group_buys?id=eq.${buy.id}&select=vendor:vendors(id,business_name)`,
    )
  ).body
  if (!row) throw new Error('The buy has no shop')
  return row.vendor
}

test('a buyer follows a shop, is notified of its next group buy, and unfollows with an undo', async ({ page }) => {
  const shop = await shopOfVendor(page)
  await page.goto(`/shop/${shop.id}`)
  await expect(page.getByRole('link', { name: 'Follow this shop' })).toHaveAttribute(
    'href',
    `/auth?next=%2Fshop%2F${shop.id}`,
  )
  await newPerson(page)
  await openPage(page, `/shop/${shop.id}`)
  await page.getByRole('button', { name: 'Follow this shop' }).click()
  await expect(page.getByText('You follow this shop.')).toBeVisible()
  await expect(page).toHaveURL(`/shop/${shop.id}`)

  await openPage(page, '/account/notices')
  const buy = await openBuy(page.request)
  const notice = page.getByRole('button', { name: `Group buy open: ${buy.name}` })
  await expect(notice).toBeVisible({ timeout: 15_000 })
  await expectGoodOnPhoneAndDesk(page)
  await notice.click()
  await expect(page).toHaveURL(`/group-buys/${buy.id}`)

  await openPage(page, '/account/follows')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: `Stop following ${shop.business_name}` }).press('Enter')
  const ended = `You no longer follow ${shop.business_name}.`
  await expect(page.getByText(ended)).toBeVisible()
  await expect(page.getByText('You do not follow anything yet.')).toBeVisible()
  // The row is gone with the pressed button, so the focus is on the result, before its undo.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(ended)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: shop.business_name })).toBeVisible()
  // The notice is gone as well.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
})

test('a phone asks for permission only after a tap, shows a push, and opens its page', async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  // No push service is reachable from here: the test delivers the push to the browser.
  await page.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const requested: string[] = []
    Object.assign(window, { asked: requested })
    const before = Notification.requestPermission
    Notification.requestPermission = () => {
      requested.push('permission')
      return before.call(Notification)
    }
    PushManager.prototype.subscribe = async (options) => {
      requested.push(`key ${String(options?.applicationServerKey).length}`)
      const endpoint = `https://fcm.push-service.test/send/${crypto.randomUUID()}`
      return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
    }
  })
  const { session } = await newPerson(page)
  const buy = await openBuy(page.request)
  const token = session.access_token
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  await openPage(page, '/account/notices/preferences')
  await expectGoodOnPhoneAndDesk(page)
  const requested = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  expect(await requested()).toEqual([])
  await page.getByRole('button', { name: 'Send notices to this phone' }).click()
  await expect(page.getByText('We will send notices to this phone.')).toBeVisible()
  expect(await requested()).toEqual(['permission', 'key 87'])
  await expect(page.getByText('(this device)')).toBeVisible()

  await deliver(page, { title: 'Group buy open: Rice', body: 'Mama Ope', link: '/group-buys', notice: null })
  const worker = workerOf(page)
  await expect
    .poll(() => worker.evaluate(() => told()))
    .toEqual([
      { title: 'Group buy open: Rice', body: 'Mama Ope', tag: 'notices', data: { link: '/group-buys', notice: null } },
    ])
  expect(await worker.evaluate(() => press({ link: '/group-buys', notice: null }))).toBe(
    `${new URL(page.url()).origin}/group-buys`,
  )
  expect(await worker.evaluate(() => press({ link: 'https://evil.test/', notice: null }))).toBeNull()
  // A press also marks the notice as read.
  const ownNotices = () =>
    callWire<{ id: string; read_at: string | null }[]>(page.request, '/rest/v1/notices?select=id,read_at', { token })
  const [notice] = (await ownNotices()).body
  expect(notice?.read_at).toBeNull()
  await worker.evaluate((id) => press({ link: '/group-buys', notice: id }), notice?.id)
  expect((await ownNotices()).body[0]?.read_at).not.toBeNull()
  await page.getByRole('button', { name: /^Turn off / }).click()
  await expect(page.getByText('We no longer send notices to that phone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send notices to this phone' })).toBeVisible()
})

/** Records in the service worker the notices shown, and the target of a press. A headless browser shows none. */
declare function told(): unknown[]
declare function press(data: object): Promise<string | null>

const workerOf = (page: Page) => {
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().endsWith('/worker.js'))
  if (!worker) throw new Error('No worker handles pushes')
  return worker
}

/** Delivers a push through the browser's developer tools. */
async function deliver(page: Page, message: object): Promise<void> {
  await workerOf(page).evaluate(() => {
    const shown: unknown[] = []
    const scope = self as unknown as { registration: ServiceWorkerRegistration; clients: object }
    scope.registration.showNotification = async (title, { body, tag, data } = {}) =>
      void shown.push({ title, body, tag, data })
    Object.assign(scope, {
      told: () => shown,
      press: async (data: object) => {
        let opened: string | null = null
        const openWindow = async (address: string) => {
          opened = address
        }
        Object.assign(scope.clients, { openWindow, matchAll: async () => [] })
        const waits: Promise<unknown>[] = []
        const notification = { close() {}, data }
        const event = Object.assign(new Event('notificationclick'), {
          notification,
          waitUntil: (work: Promise<unknown>) => waits.push(work),
        })
        self.dispatchEvent(event)
        await Promise.all(waits)
        return opened
      },
    })
  })
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const whole = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === '/')
      if (whole) done(whole.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('following, choosing and undoing are forms', { tag: '@full' }, async ({ page }) => {
    const shop = await shopOfVendor(page)
    await newPerson(page)
    await page.goto(`/shop/${shop.id}`)
    await page.getByRole('button', { name: 'Follow this shop' }).click()
    await expect(page.getByText('You follow this shop.')).toBeVisible()
    await page.getByRole('button', { name: `Stop following ${shop.business_name}` }).click()
    await page.getByRole('button', { name: 'Follow this shop' }).click()

    await page.goto('/account/follows')
    await page.getByRole('button', { name: `Stop following ${shop.business_name}` }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: shop.business_name })).toBeVisible()

    await page.goto('/account/notices/preferences')
    const ofShops = page.getByRole('group', { name: 'Shops I follow' })
    await expect(ofShops.getByLabel('Mail')).not.toBeChecked()
    await ofShops.getByLabel('Mail').check()
    await page.getByLabel('From').selectOption('10 pm')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.goto('/account/notices/preferences')
    await expect(ofShops.getByLabel('Mail')).toBeChecked()
    await expect(page.getByLabel('From')).toHaveValue('22:00')
    await page.getByLabel('Quiet hours').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Quiet hours')).not.toBeChecked()
  })
})
