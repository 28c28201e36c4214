import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newestMail, newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a manager approves a pending shop, suspends it with a reason, and the vendor reads it', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await signIn(page, 'manager@ajoja.test')
  await openPage(page, '/manager/dashboard')
  await page.getByRole('link', { name: /waiting for approval/ }).click()
  await page.getByRole('link', { name: shop.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Please write the reason: the vendor reads it.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve shop' }).click()
  await expect(page.getByText('The shop is open. The vendor has been told by mail.')).toBeVisible()
  await newestMail(request, shop.owner.email, 'vendor-decision')

  // The consequences are shown before the question and in it.
  await expect(page.getByText('No paid order is waiting to be handed over.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Suspend shop' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('Two sharing days were missed.')
  await question.getByRole('button', { name: 'Suspend shop' }).click()
  await expect(page.getByRole('button', { name: 'Reinstate shop' })).toBeVisible()
  await signIn(page, shop.owner.email, shop.owner.password)
  await page.goto('/vendor/dashboard')
  await expect(page.getByText('Your shop is suspended')).toBeVisible()
  await expect(page.getByText('The manager wrote: “Two sharing days were missed.”')).toBeVisible()
})

test('a manager does not reach the shops of other states, and downloads the figures of their own', async ({ page }) => {
  await signIn(page, 'manager@ajoja.test')
  await page.goto('/manager/vendors')
  await expect(page.getByRole('cell', { name: 'Kano' })).toHaveCount(0)
  const answer = await page.request.get('/manager/reports.csv')
  expect(answer.headers()['content-disposition']).toContain('attachment')
  const lines = (await answer.text()).trim().split('\r\n').slice(1)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d{2},(Lagos|Ogun|Osun|Oyo),/)
})

test('a coordinator assigns states to a manager, and the log names both', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const manager = await newPerson(request, { fullName: `Sule Journey ${Date.now()}` })
  const chief = await signIn(page, 'chief@ajoja.test')
  const set = { user_id: manager.userId, role: 'manager' }
  await callWire(request, '/functions/v1/set-role', { method: 'POST', token: chief.access_token, data: set })
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/managers')
  await page.getByRole('link', { name: manager.fullName }).click()
  await page.getByLabel('Sokoto').check()
  await page.getByLabel('Zamfara').check()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Assign states' }).click()
  await expect(page.getByText('The states are assigned.')).toBeVisible()
  await expect(page.getByRole('row', { name: manager.fullName })).toContainText('Sokoto, Zamfara')
  await page.goto(`/coordinator/audit?kind=region&search=${encodeURIComponent(manager.fullName)}`)
  await expect(
    page.getByRole('row', { name: `gave ${manager.fullName} the states Sokoto, Zamfara. Before: none.` }),
  ).toBeVisible()
  await expectGoodScreen(page)
})

test('a chief plans a change, reads the rule of 30 days, and previews a mail', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings')
  await page.getByLabel('Setting', { exact: true }).selectOption('referral_bps')
  await page.getByLabel('New value').fill('0.6')
  await page.getByLabel('Takes effect').fill(dayFromNow(5))
  await page.getByRole('button', { name: 'Save change' }).click()
  await expect(
    page.getByText(/^Changes of the reward programme need 30 days' notice: .* at the earliest\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('New value')).toHaveValue('0.6')
  await page.getByLabel('Takes effect').fill(dayFromNow(40 + (Date.now() % 300)))
  await page.getByRole('button', { name: 'Save change' }).click()
  await expect(page.getByText(/₦46,800/)).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel(/^Type .+ to confirm it$/).fill('0.6')
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page.getByText('The change is saved and takes effect on its day.')).toBeVisible()
  const reward = page.getByRole('row', { name: 'Referral reward' })
  await expect(reward).toContainText('0.6%')
  await expectGoodScreen(page)
  await reward.getByRole('button', { name: 'Withdraw' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the change' }).click()
  await expect(page.getByText('The planned change is withdrawn. It never takes effect.')).toBeVisible()
  await expect(reward).toContainText('0.6%, withdrawn')

  await page.getByRole('link', { name: 'Mails and notices' }).click()
  await page.getByRole('link', { name: /Welcome/ }).click()
  // The list has a search by subject.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Template welcome')
  await page.getByLabel('Subject').fill('Good morning, {{full_name}}')
  await page.getByLabel('Content').fill('{{#steps}} {{text}}')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/Unclosed section "steps"/)).toBeVisible()
  await page.getByLabel('Content').fill('{{#steps}}{{text}}. {{/steps}}{{base_url}}')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Good morning, Ada Obi')).toBeVisible()
  await expectGoodScreen(page)
})

test('staff answer a contact message by mail, once', { tag: '@full' }, async ({ page, request }) => {
  const subject = `Journey question ${crypto.randomUUID().slice(0, 8)}`
  const email = `asks-${Date.now()}@ajoja.test`
  await callWire(request, '/functions/v1/send-contact-message', {
    method: 'POST',
    data: { name: 'Kemi Asks', email, subject, message: 'Do you deliver to Ikeja?' },
  })
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/messages/inbox')
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByText('Do you deliver to Ikeja?')).toBeVisible()
  await page.getByLabel('Answer to Kemi Asks').fill('Yes, on the sharing day.')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText(/^Your answer is on its way/)).toBeVisible()
  await openPage(page, '/coordinator/messages/inbox')
  await expect(page.getByRole('link', { name: subject })).toHaveCount(0)
  const mail = await newestMail(request, email, 'contact-answer')
  expect(mail.text).toContain('Yes, on the sharing day.')
})

async function newShop(request: APIRequestContext) {
  const owner = await newPerson(request, { role: 'vendor', fullName: 'Wale Shop' })
  const name = `Journey shop ${crypto.randomUUID().slice(0, 8)}`
  const data = {
    business_name: name,
    description: 'Beans and garri.',
    location: 'Ikeja',
    state: 'Lagos',
    phone: '08031234567',
    address: '1 Allen Avenue',
  }
  const answer = await callWire(request, '/functions/v1/sign-up-vendor', {
    method: 'POST',
    token: owner.session.access_token,
    data,
  })
  expect(answer.status).toBe(200)
  return { owner, name }
}

function dayFromNow(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T08:00`
}
