import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { newPerson, type Person } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Chooses a quantity as a visitor, and goes to the sign-in page. */
async function toSignIn(page: Page, buy: OpenedBuy, quantity: number): Promise<void> {
  await page.goto(`/group-buys/${buy.id}`)
  await page.getByLabel(`Quantity of ${buy.name}`).fill(String(quantity))
  await page.getByRole('button', { name: 'Sign in to join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
}

async function signInAndJoin(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and join' }).click()
}

const ownUnits = async (page: Page, buy: OpenedBuy, { session }: Person): Promise<number[]> => {
  const { body } = await callWire<{ quantity: number }[]>(
    page.request,
    `/rest/v1/orders?select=quantity&group_buy_id=eq.${buy.id}`,
    { token: session.access_token },
  )
  return body.map(({ quantity }) => quantity)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('the same press signs in, joins with the chosen quantity and leads to paying', async ({ page }) => {
      const buy = await openBuy(page.request)
      const person = await newPerson(page.request)
      await toSignIn(page, buy, 2)
      await expect(page.getByText(`Sign in to join: ${buy.name}, ₦155,800 at most.`)).toBeVisible()
      if (javaScriptEnabled) await expectGoodScreen(page)
      await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
      await expect(page.getByText(`Create your account to join: ${buy.name}, ₦155,800 at most.`)).toBeVisible()
      await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')

      await signInAndJoin(page, { ...person, password: 'not-the-password' })
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password.')
      await signInAndJoin(page, person)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
      await expect(page.getByRole('button', { name: 'Pay ₦155,800' })).toBeVisible()
      expect(await ownUnits(page, buy, person)).toEqual([2])
    })

    test('a person who would pay more than the form said joins nothing', async ({ page }) => {
      const buy = await openBuy(page.request)
      const person = await newPerson(page.request)
      await toSignIn(page, buy, 2)
      await page.locator('input[name=join_most_kobo]').evaluate((field) => field.setAttribute('value', '15579999'))
      await signInAndJoin(page, person)
      await expect(page.getByRole('alert')).toContainText('The price has risen since you signed in')
      // With scripts the address is one to send on; without them it says why.
      await expect(page).toHaveURL(`/group-buys/${buy.id}?quantity=2${javaScriptEnabled ? '' : '&refused=price'}`)
      await expect(page.getByLabel(`Quantity of ${buy.name}`)).toHaveValue('2')
      expect(await ownUnits(page, buy, person)).toEqual([])
    })
  })
}

test('a person who is in already, or comes too late, joins nothing, and the page says why', async ({ page }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page.request)
  await toSignIn(page, buy, 2)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: person.session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  await signInAndJoin(page, person)
  await expect(page.getByText('You are already in this group buy. Nothing was added.')).toBeVisible()
  await expect(page).toHaveURL(`/group-buys/${buy.id}?quantity=2`)
  expect(await ownUnits(page, buy, person)).toEqual([1])

  await page.context().clearCookies()
  const cancelled = await openBuy(page.request)
  await toSignIn(page, cancelled, 2)
  await callWire(page.request, '/functions/v1/cancel-group-buy', {
    method: 'POST',
    token: cancelled.vendorToken,
    data: { group_buy_id: cancelled.id, reason: 'The lorry broke down' },
  })
  await signInAndJoin(page, person)
  await page.waitForURL(`**/group-buys/${cancelled.id}?quantity=2`)
  await expect(page.getByText('This group buy was cancelled: The lorry broke down')).toBeVisible()
  expect(await ownUnits(page, cancelled, person)).toEqual([])
})

test('opening a link joins nothing', async ({ page }) => {
  const buy = await openBuy(page.request)
  const person = await newPerson(page)
  await page.goto(`/auth?next=${encodeURIComponent(`/group-buys/${buy.id}?quantity=3`)}`)
  await page.waitForURL(`**/group-buys/${buy.id}?quantity=3`)
  await expect(page.getByLabel(`Quantity of ${buy.name}`)).toHaveValue('3')
  expect(await ownUnits(page, buy, person)).toEqual([])
})
