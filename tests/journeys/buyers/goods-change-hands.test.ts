import { expect } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { openBrowserWithCamera } from '../camera.ts'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

const PHONE = { width: 360, height: 740 }

/** The content of a QR code on a screen, as read by a camera. */
async function readQr(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }) as string
}

// Offline data is stored by a service worker.
test.use({ serviceWorkers: 'allow' })

test(
  'a buyer collects a part by QR, keeps the codes without a network, and sends somebody for the rest',
  { tag: '@full' },
  async ({ page, market }, testInfo) => {
    await page.setViewportSize(PHONE)
    await signIn(page, 'buyer1@ajoja.test')
    await page.goto('/account/codes')
    const card = page.getByRole('region', { name: 'Yaba hub' })
    await expect(card).toContainText('The blue gate beside the filling station')
    await expect(page.getByText('Give this code only when the food is in your hands.')).toBeVisible()
    const codeOf = async () =>
      (await card
        .getByText(/^\d{3} \d{3}$/)
        .first()
        .textContent()) ?? ''
    const code = await codeOf()
    const picture = await card.getByRole('img', { name: /^QR code of order/ }).screenshot()
    const scanned = await readQr(picture)
    expect(scanned).toMatch(new RegExp(`^${market.origin}/handover#\\d+\\.${code.replace(' ', '')}\\.[\\w-]{16}$`))
    await expectGoodOnPhoneAndDesk(page)

    // Once opened, without a network too.
    await page.waitForFunction(() => document.documentElement.dataset.codesCached)
    await page.context().setOffline(true)
    await page.goto('/account/codes')
    await expect(page.getByText('No network. Saved a moment ago.')).toBeVisible()
    await expect(card.getByText(code)).toBeVisible()
    await page.context().setOffline(false)

    // The hub's phone scans it, and all but the last unit changes hands.
    const filming = await openBrowserWithCamera(picture, testInfo.outputPath('camera.y4m'))
    const counter = await filming.newPage({ viewport: PHONE, baseURL: market.origin })
    await signIn(counter, 'hub@ajoja.test')
    await counter.goto('/handover')
    await expectGoodScreen(counter)
    await counter.getByRole('button', { name: 'Scan a code' }).click()
    await expect(counter.getByLabel('Code', { exact: true })).toHaveValue(code.replace(' ', ''))
    await expectGoodOnPhoneAndDesk(counter)
    const order = counter.getByRole('listitem').filter({ has: counter.getByLabel('Code', { exact: true }) })
    const goods = order.locator('form').first()
    for (const box of await goods.getByRole('checkbox').all()) await box.check()
    const units = goods.getByRole('spinbutton').first()
    const most = Number(await units.getAttribute('max'))
    expect(most).toBeGreaterThan(1)
    await units.fill(String(most - 1))
    await counter.getByLabel('Code', { exact: true }).fill('000000' === code.replace(' ', '') ? '111111' : '000000')
    await goods.getByRole('button', { name: 'Handed over' }).click()
    await expect(counter.getByText('This is not the code. 4 tries left.')).toBeVisible()
    // Selected, so that the next one replaces it.
    await expect(counter.getByLabel('Code', { exact: true })).toBeFocused()
    await counter.getByLabel('Code', { exact: true }).fill(code)
    await goods.getByRole('button', { name: 'Handed over' }).click()
    await expect(counter.getByText('The buyer has a new code for the rest.')).toBeVisible()

    // Another person comes for the last one.
    await page.goto('/account/codes')
    await expect(card.getByText(/^1 /)).toBeVisible()
    await card.getByText('Send somebody else, or change the code').click()
    await card.getByLabel('Who collects it').fill('Mama Bisi')
    await card.getByRole('button', { name: 'Make a code for them' }).click()
    await expect(card.getByText('can collect this with their own code')).toBeVisible()
    const sent =
      (await card
        .getByText(/^\d{3} \d{3}$/)
        .last()
        .textContent()) ?? ''
    expect(sent).not.toBe(await codeOf())
    await expectGoodScreen(page)
    await counter.goto(`/handover?q=${scanned.replace(/^.*#(\d+)\..*$/, '$1')}`)
    await counter.getByRole('link', { name: /Order \d+/ }).click()
    await counter.getByLabel('Code', { exact: true }).fill(sent)
    await counter.getByRole('button', { name: 'Handed over' }).click()
    await expect(counter.getByText(/^Order \d+ is handed over\.$/)).toBeVisible()
    await expect(counter.getByText('has nothing more to take here')).toBeVisible()
    await expect(counter.getByRole('button', { name: 'Scan a code' })).toBeVisible()
    await counter.goto('/handover')
    await counter.getByText(/handed over in the last 24 hours$/).click()
    await expect(counter.getByText('to Mama Bisi')).toBeVisible()
    await filming.close()

    await page.goto('/account/codes')
    await expect(page.getByText('Nothing to collect now')).toBeVisible()
  },
)

test('a buyer without a phone: identity papers, a reason and a photo replace the code', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'hub@ajoja.test')
  await page.goto('/handover')
  const person = page
    .getByRole('list', { name: /^(Expected|Not collected in time)$/ })
    .getByRole('link')
    .last()
  const number = /order=(\d+)/.exec((await person.getAttribute('href')) ?? '')?.[1] ?? ''
  await person.click()
  const order = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(number) }) })
  await order.getByText('They have no code').click()
  const without = order.locator('form').last()
  for (const box of await without.getByRole('checkbox').all()) await box.check()
  await without.getByLabel('By an identity card with their photo').check()
  await without.getByLabel('Why is there no code?').fill('Their phone was stolen at Ojota this morning')
  // A plain colour is smaller than any photograph.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b9722d', noise } })
    .jpeg()
    .toBuffer()
  const shown = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo }
  await without.getByLabel('Photo of what you were shown').setInputFiles(shown)
  await expectGoodOnPhoneAndDesk(page)
  await without.getByRole('button', { name: 'Hand over without a code' }).click()
  await expect(page.getByText(`Order ${number} is handed over.`)).toBeVisible()
  await page.goto('/handover')
  await page.getByText(/handed over in the last 24 hours$/).click()
  await expect(page.getByRole('listitem').filter({ hasText: `order ${number}` })).toContainText('without a code')
})

test('a vendor adds and removes a helper', { tag: '@full' }, async ({ page, browser, market }) => {
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/staff')
  const endings = page.getByRole('button', { name: /^End / })
  const names = () => endings.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))
  const before = await names()
  await page.getByLabel('Email address').fill('buyer50@ajoja.test')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('buyer50@ajoja.test is invited.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const helper = await browser.newPage({ baseURL: market.origin })
  await signIn(helper, 'buyer50@ajoja.test')
  // An invited person starts at the invitation.
  await helper.goto('/work')
  await helper.getByRole('button', { name: 'Accept' }).click()
  await expect(helper.getByText('You are in.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(helper)
  await helper.goto('/handover')
  await expect(helper.getByRole('heading', { name: 'Expected' })).toBeVisible()
  await page.reload()
  await expect(endings).toHaveCount(before.length + 1)
  const at = (await names()).findIndex((name) => !before.includes(name))
  await endings.nth(at).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('Ended. The person has no access any more.')).toBeVisible()
  await helper.goto('/handover')
  await expect(helper.getByText('You work for no shop or hub yet')).toBeVisible()
  await helper.close()
})
