import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { grantPassword, newestMail, newPerson, publishableKey, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

/** A second chief, made by the first one. */
async function secondChief(page: Page): Promise<{ email: string; password: string }> {
  const person = await newPerson(page.request, { fullName: `Second Chief ${Date.now()}` })
  const { access_token: token } = await signIn(page, 'chief@ajoja.test')
  const made = await page.request.post('/functions/v1/set-role', {
    data: { user_id: person.userId, role: 'chief' },
    headers: { apikey: await publishableKey(page.request), authorization: `Bearer ${token}` },
  })
  expect(made.status()).toBe(200)
  return person
}

test('a call: the manager finds the buyer of an order, sees what concerns their state, and writes a note', async ({
  page,
}) => {
  const { access_token: token } = await signIn(page, 'manager@ajoja.test')
  const headers = { apikey: await publishableKey(page.request), authorization: `Bearer ${token}` }
  const response = await page.request.get('/rest/v1/orders?select=user_id&limit=1&order=created_at.desc', { headers })
  const [order] = (await response.json()) as { user_id: string }[]
  await page.goto(`/manager/people/${order?.user_id}`)
  await expect(page.getByRole('heading', { name: /^Orders/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Devices' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Suspend account' })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)

  await page.getByLabel('Why do you need it?').fill('They asked us to call back')
  await page.getByRole('button', { name: /^Show phone and e-mail/ }).click()
  await expect(page.getByRole('link', { name: /^Write to .+@/ })).toBeVisible()

  const note = `Comes on Saturday, ${Date.now()}`
  await page.getByLabel('New note').fill(note)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByText('looked up how to reach')).toBeVisible()

  const stranger = await newPerson(page.request)
  await page.goto(`/manager/people/${stranger.userId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Person not found')
})

test('a chief suspends a person, who reads the reason at sign-in, and reinstates them', async ({ page }) => {
  const person = await newPerson(page.request, { fullName: `Bisi Stop ${Date.now()}` })
  const reason = 'Three claims in a row were false.'
  await signIn(page, 'chief@ajoja.test')
  await page.goto(`/chief/people/${person.userId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.fullName)
  await expect(page.getByRole('link', { name: `Write to ${person.email}` })).toBeVisible()
  await page.getByRole('button', { name: 'Suspend account' }).first().click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('They have no paid order under way.')
  await question.getByLabel('Reason').fill(reason)
  await question.getByRole('button', { name: 'Suspend account' }).click()
  await expect(page.getByText('The account is suspended. They have been told by mail.')).toBeVisible()
  await expect(page.getByText('Suspended since')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  expect((await newestMail(page.request, person.email, 'account-suspended')).text).toContain(reason)

  const visitor = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  const elsewhere = await visitor?.newPage()
  if (!elsewhere) throw new Error('A browser has contexts')
  await elsewhere.goto('/auth')
  await elsewhere
    .getByLabel(/^Email/)
    .first()
    .fill(person.email)
  await elsewhere.getByLabel('Password', { exact: true }).first().fill(person.password)
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await expect(elsewhere.getByText(`Your account is suspended. Your paid orders stand.`)).toBeVisible()
  await expect(elsewhere.getByText(reason)).toBeVisible()
  await visitor?.close()

  await page.getByRole('button', { name: 'Reinstate account' }).first().click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The claims were in order.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate account' }).click()
  await expect(page.getByText('The account is open again. They have been told by mail.')).toBeVisible()
  await grantPassword(page.request, person)
})

test('an erasure is received, agreed to by one chief and done by another', async ({ page }) => {
  const person = await newPerson(page.request, { fullName: `Ife Erase ${Date.now()}` })
  const other = await secondChief(page)
  await page.goto('/chief/data-protection')
  await expect(page.getByRole('link', { name: 'Data protection' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Enter a request' }).click()
  await page.getByLabel('They ask for').selectOption('erasure')
  await page.getByLabel('Name or e-mail they gave').fill(person.fullName)
  await page.getByLabel('E-mail of the account').fill(person.email)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Erasure')
  const address = page.url()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Agree to the erasure' }).click()
  await expect(page.getByRole('dialog')).toContainText('Tax law requires them for 7 years')
  await page.getByRole('button', { name: 'Agree to erase' }).click()
  await expect(page.getByText('You have agreed. Another chief has to confirm the erasure.')).toBeVisible()

  await signIn(page, other.email, other.password)
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm the erasure' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('The account is erased.').first()).toBeVisible()
  await expect(page.getByText('Fulfilled').first()).toBeVisible()
  await expect(grantPassword(page.request, person)).rejects.toThrow('400')
})

test('an incident runs on a clock until the commission is told', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/data-protection/incidents')
  await page.getByRole('link', { name: 'Open an incident' }).click()
  await page.getByLabel('Title').fill('A laptop was stolen')
  await page.getByLabel('What happened').fill('From the hub in Ikeja, in the night.')
  await page.getByLabel('Data affected').fill('Names and phone numbers of one day')
  await page.getByLabel('People affected').fill('40')
  const discovered = await page.getByLabel('Discovered at').inputValue()
  await page.getByRole('button', { name: 'Open the incident' }).click()
  await expect(page.getByText('72 hours left')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.goto('/chief/dashboard')
  await expect(page.getByText('the commission is to be told within 72 hours').first()).toBeVisible()
  await page.goto('/chief/data-protection/incidents')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: /A laptop was stolen/ }).click()
  await page.getByLabel('Commission told at').fill(discovered)
  await page.getByRole('button', { name: 'Save and close' }).click()
  await expect(page.getByText('The incident is closed.')).toBeVisible()

  await page.goto('/chief/data-protection/register')
  await expect(page.getByRole('heading', { name: 'Orders and hand-overs' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const csv = await page.request.get('/chief/data-protection/register.csv')
  expect(await csv.text()).toContain('Legal basis')
  await page.goto('/chief/data-protection/officer')
  await page.getByLabel('Data protection officer', { exact: true }).fill('Amaka Eze')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The former facts stay in the settings.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})
