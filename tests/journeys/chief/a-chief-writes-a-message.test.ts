import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newestMail, newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const JOINED = '/chief/settings/templates/messages/joined-buy'

async function joinedMail(request: APIRequestContext) {
  const { id, name } = await openBuy(request)
  const buyer = await newPerson(request)
  await callWire(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: id, quantity: 2 },
  })
  return { name, mail: await newestMail(request, buyer.email, 'joined-buy') }
}

test('a chief writes the text of a message, previews, tests and saves it; a buyer gets it; the standard one comes back', async ({
  page,
  request,
}) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, JOINED)
  const words = await page.getByLabel('Text', { exact: true }).inputValue()
  expect(words).toContain('{payBy}')
  await expect(page.getByText('Nobody has changed this text yet.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.getByLabel('Text', { exact: true }).fill('You are in.')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText(/This message has to say .*\{amountDue\}/).first()).toBeVisible()

  await page.getByLabel('Subject').fill('Welcome to the group of {product}')
  await page.getByLabel('Text', { exact: true }).fill(`You are in.\n\n${words}`)
  await expect(page.getByText('Welcome to the group of Ofada rice')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Welcome to the group of Ofada rice')).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(/The test is on its way to chief@ajoja\.test/)).toBeVisible()
  const sent = await newestMail(request, 'chief@ajoja.test', 'message-test')
  expect(sent.subject).toBe('Test: Welcome to the group of Ofada rice')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Saved. The next message says this.')).toBeVisible()
  await expect(page.getByText(/wrote this,/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  const own = await joinedMail(request)
  expect(own.mail.subject).toBe(`Welcome to the group of ${own.name}`)
  expect(own.mail.text).toMatch(/^You are in\.\n\nGood day,/)

  await page.getByRole('button', { name: 'Use the standard text again' }).click()
  await expect(page.getByText(/took the standard text again,/)).toBeVisible()
  const standard = await joinedMail(request)
  expect(standard.mail.subject).toBe(`You have joined: ${standard.name}`)

  await page.getByText('Read version 1').click()
  await page.getByRole('button', { name: 'Bring back version 1' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Welcome to the group of {product}')
  await page.getByRole('button', { name: 'Use the standard text again' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('You have joined: {product}')
})

test('a message of account security cannot be changed', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/templates/messages/bank-account-changed')
  await expect(page.getByText('Nobody can change this text.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save text' })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
})
