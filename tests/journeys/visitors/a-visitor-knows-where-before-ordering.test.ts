import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

interface Goods {
  id: string
  name: string
  base_price: number
  min_quantity: number
}

/** Goods on sale of a shop in this state. */
async function goodsIn(request: APIRequestContext, state: string): Promise<Goods> {
  const today = new Date().toISOString().slice(0, 10)
  const { body } = await callWire<Goods[]>(
    request,
    `/rest/v1/products?select=id,name,base_price,min_quantity,vendor:vendors!inner(state)&vendor.state=eq.${state}&vendor.status=eq.active&archived_at=is.null&available_quantity=gte.50&share_date=gt.${today}&order=base_price,id&limit=1`,
  )
  const [goods] = body
  if (!goods) throw new Error(`The market has no goods in ${state}`)
  return goods
}

const checkoutOf = (...goods: Goods[]) =>
  `/checkout?${new URLSearchParams(goods.map(({ id, base_price, min_quantity }) => ['line', `${id}.${min_quantity}.${Math.round(base_price * 100)}`]))}`

const areaLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /area/ })
const ways = (page: Page) => page.getByRole('region', { name: 'How you get it' })

async function chooseArea(page: Page, state = 'Lagos', lga = 'Ikeja'): Promise<void> {
  await areaLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your area')
  await page.getByLabel('State').selectOption(state)
  await page.getByLabel('Local government').selectOption(lga)
  await page.getByRole('button', { name: 'Save area' }).click()
  await expect(areaLink(page)).toHaveText(`Your area: ${lga}, ${state}`)
}

/** The states of the cards, from what each says: empty for the buyer's own. */
const farStates = (page: Page) =>
  page
    .getByRole('list', { name: 'Active group buys' })
    .getByRole('listitem')
    // Without adverts.
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .evaluateAll((cards) => cards.map((card) => /In another state: (\w+)/.exec(card.textContent ?? '')?.[1] ?? ''))

test('a visitor chooses an area once, and lists begin with it and say what is far', async ({ page }) => {
  await page.goto('/group-buys')
  await expect(areaLink(page)).toHaveText('Choose your area')
  expect(new Set(await farStates(page))).toEqual(new Set(['']))
  await chooseArea(page)
  await expect(page).toHaveURL('/group-buys')
  await expect(areaLink(page)).toHaveText('Your area: Ikeja, Lagos')
  await expectGoodScreen(page)
  // Other journeys open buys in Lagos, but none in this category.
  for (const path of ['/group-buys?category=seafood', '/group-buys?category=seafood&sort=price-up']) {
    await page.goto(path)
    const far = (await farStates(page)).map((state) => state !== '')
    expect(far).toEqual([...far].sort((one, other) => Number(one) - Number(other)))
    expect(far).toContain(true)
  }
  // A cached page knows the state alone; the bar shows the local government all the same.
  await page.reload()
  await expect(areaLink(page)).toHaveText('Your area: Ikeja, Lagos')
  const { id } = await openBuy(page.request)
  await page.goto(`/group-buys/${id}`)
  await expect(ways(page)).toContainText('Yaba hub, 31 Herbert Macaulay Way, Yaba, Lagos Mainland')
  await expect(ways(page)).toContainText('Open Mon to Fri 8 am to 6 pm')
  await expect(ways(page)).toContainText('Sharing day')
  await expect(ways(page)).toContainText('In Lagos: ₦1,500 to ₦3,500')
  await expect(ways(page)).toContainText(/Comes (Wed|Sat) \d+ \w+, 10 am to 5 pm/)
  await expectGoodScreen(page)

  await areaLink(page).click()
  await page.getByRole('button', { name: 'Show everything alike again' }).click()
  await expect(areaLink(page)).toHaveText('Choose your area')
})

test('the area of an account wins, follows its person, and takes over the one chosen before', async ({ page }) => {
  await page.goto('/')
  await chooseArea(page)
  await expect(areaLink(page)).toHaveText('Your area: Ikeja, Lagos')
  const { session } = await newPerson(page)
  await page.goto('/group-buys')
  await expect(areaLink(page)).toHaveText('Your area: Ikeja, Lagos')
  const stored = () => callWire(page.request, '/rest/v1/buyer_areas?select=state,lga', { token: session.access_token })
  expect((await stored()).body).toEqual([{ state: 'Lagos', lga: 'Ikeja' }])
  await page.context().clearCookies({ name: /^area-/ })
  await page.goto('/group-buys')
  await expect(areaLink(page)).toHaveText('Your area: Ikeja, Lagos')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('goods in another state are ordered only after the buyer has confirmed it', async ({ page }) => {
      const [oil, rice] = [await goodsIn(page.request, 'Rivers'), await goodsIn(page.request, 'Lagos')]
      await newPerson(page)
      // Without an area, one state asks nothing, and two states do.
      await page.goto(checkoutOf(oil))
      await expect(page.getByText('Port Harcourt, Rivers')).toBeVisible()
      await expect(page.getByText('Mile One hub, 52 Ikwerre Road')).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await page.goto(checkoutOf(oil, rice))
      await expect(page.getByText('Your goods are not in one state.')).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'I can collect in: Lagos, Rivers' })).toBeVisible()

      await chooseArea(page)
      await page.goto(checkoutOf(oil, rice))
      await expect(page.getByText('In another state: Rivers', { exact: true })).toBeVisible()
      const confirm = page.getByRole('checkbox', { name: 'I can collect in: Rivers' })
      const order = page.getByRole('button', { name: /^Order and pay/ })
      if (javaScriptEnabled) await expectGoodScreen(page)
      // The server's own check, past the browser's.
      await order.evaluate((button) => (button as HTMLButtonElement).form?.setAttribute('novalidate', ''))
      await order.click()
      await expect(page.getByText('Please confirm below that you can collect them there.')).toBeVisible()
      await confirm.check()
      await order.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your orders')
    })

    test('a group buy in another state is joined with a second press', async ({ page }) => {
      const buy = { ...(await openBuy(page.request)), state: 'Lagos' }
      await newPerson(page)
      await page.goto('/')
      await chooseArea(page, 'Kano', 'Dala')
      await page.goto(`/group-buys/${buy.id}`)
      await expect(ways(page)).toContainText(`In another state: ${buy.state}`)
      const join = page.getByRole('button', { name: /^Join the group buy/ }).filter({ visible: true })
      await join.click()
      await expect(page.getByText(`You collect this in another state: ${buy.state}.`)).toBeVisible()
      await expect(page.getByText('You are in')).toHaveCount(0)
      await join.click()
      await expect(page.getByText(/You are in/).first()).toBeVisible()
    })
  })
}
