import { type Browser, expect, type Page } from '@playwright/test'
import { goToGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'
import { moveMonth, setAjo, write } from './circles-of-ajo.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

async function joinOnOtherPhone(link: string, { browser, baseURL }: { browser: Browser; baseURL: string | undefined }) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  const other = await context.newPage()
  await newPerson(other, { fullName: 'Bisi Baker' })
  await other.goto(new URL(link).pathname)
  await expect(main(other)).toContainText('These rules never change.')
  await expectGoodOnPhoneAndDesk(other)
  await main(other).getByRole('button', { name: 'I agree to the rules and join' }).click()
  await expect(main(other)).toContainText('3 of 3 seats are taken')
  await context.close()
}

test('a circle is set up, joined, paid into and voted in; it buys, and a member leaves with the rest', async ({
  page,
  browser,
  baseURL,
  market,
}) => {
  const starter = await newPerson(page)
  await page.goto('/account/ajo')
  await expect(main(page)).toContainText('This circle was not found')
  await setAjo(market, 1)

  await page.goto('/account/ajo')
  await main(page).getByRole('button', { name: 'Set up the circle' }).click()
  await expect(main(page)).toContainText('The name is required.')
  await main(page).getByLabel('The name of the circle').fill('Year-end basket')
  await main(page).getByLabel('The sum a month').fill('100,000')
  await main(page).getByLabel('How many members').fill('3')
  await main(page).getByLabel('How many months').fill('2')
  await main(page).getByLabel('Day of the month on which everybody pays').fill('12')
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('button', { name: 'Set up the circle' }).click()

  const link = await main(page).getByLabel('The link to join').inputValue()
  await expectGoodOnPhoneAndDesk(page)
  const ada = await newPerson(page.request, { fullName: 'Ada Cook' })
  await callWire(page.request, '/functions/v1/join-ajo-circle', {
    method: 'POST',
    token: ada.session.access_token,
    data: { invitation: link.split('/').at(-1) },
  })
  await joinOnOtherPhone(link, { browser, baseURL })
  await page.reload()
  await main(page).getByRole('button', { name: 'Start the circle' }).click()
  await expect(main(page)).toContainText('The circle has started')

  await moveMonth(market, starter, 0)
  const buy = await openBuy(page.request)
  await write(
    market,
    `update public.group_buys set end_date = now() + interval '12 days', payment_due_at = now() + interval '14 days', share_date = current_date + 16 where id = $1`,
    [buy.id],
  )
  await page.reload()
  await goToGateway(page)
  await page.getByRole('button', { name: /^Pay ₦[\d,.]+$/ }).click()
  await expect(main(page)).toContainText('We hold your money for you until the circle buys.')
  await main(page).getByRole('link', { name: 'Your circle' }).click()
  await expect(main(page)).toContainText('Paid this month')
  await main(page).locator(`#buy-${buy.id}`).check()
  await main(page).getByRole('button', { name: 'Vote' }).click()
  await expect(main(page)).toContainText('Your vote is saved.')
  await expectGoodOnPhoneAndDesk(page)

  await moveMonth(market, starter, -8)
  await expect(async () => {
    await page.reload()
    await expect(main(page)).toContainText(`Month 1: ${buy.name}`, { timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await expect(main(page)).toContainText('Did not pay')
  await main(page).getByRole('link', { name: 'The sheet of the circle' }).click()
  await expect(main(page)).toContainText('Paid for members’ orders')
  await expectGoodOnPhoneAndDesk(page)

  await page.goBack()
  await main(page).getByRole('button', { name: 'Leave the circle' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(main(page)).toContainText('You have left the circle.')
  await expect(main(page)).toContainText('Ended')
  await setAjo(market, 0)

  const path = new URL(page.url()).pathname
  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/ajo')
  await expect(main(page)).toContainText('Ajo is switched off')
  await expectGoodOnPhoneAndDesk(page)
  await page.goto(path.replace('/account/', '/chief/'))
  await expect(main(page)).toContainText('Ada Cook')
  await expectGoodOnPhoneAndDesk(page)
})
