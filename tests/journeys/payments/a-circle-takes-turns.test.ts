import { expect, type Page } from '@playwright/test'
import { goToGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'
import { moveMonth, setAjo, write } from './circles-of-ajo.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

async function payMonth(page: Page) {
  await page.reload()
  await goToGateway(page)
  await page.getByRole('button', { name: /^Pay ₦[\d,.]+$/ }).click()
  await expect(main(page)).toContainText('We hold your money for you until the circle buys.')
  await main(page).getByRole('link', { name: 'Your circle' }).click()
  await expect(main(page)).toContainText('Paid this month')
}

test('a circle takes turns: one member orders from the sums of all, and one who does not pay is out', async ({
  page,
  browser,
  baseURL,
  market,
}) => {
  await setAjo(market, 1)
  const starter = await newPerson(page)
  await page.goto('/account/ajo')
  await main(page)
    .getByLabel(/^Turns: each month one member/)
    .check()
  await main(page).getByLabel('The name of the circle').fill('A bag a month')
  await main(page).getByLabel('The sum a month').fill('100,000')
  await main(page).getByLabel('How many members').fill('13')
  await main(page).getByLabel('Day of the month on which everybody pays').fill('12')
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('button', { name: 'Set up the circle' }).click()
  await expect(main(page)).toContainText('A circle that takes turns has at most 12 members.')
  await main(page).getByLabel('How many members').fill('3')
  await main(page).getByRole('button', { name: 'Set up the circle' }).click()
  const link = await main(page).getByLabel('The link to join').inputValue()

  const ada = await newPerson(page.request, { fullName: 'Ada Cook' })
  await callWire(page.request, '/functions/v1/join-ajo-circle', {
    method: 'POST',
    token: ada.session.access_token,
    data: { invitation: link.split('/').at(-1) },
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  const bisi = await context.newPage()
  const { userId } = await newPerson(bisi, { fullName: 'Bisi Baker' })
  await bisi.goto(new URL(link).pathname)
  await expect(main(bisi)).toContainText('Join only with people you trust.')
  await expect(main(bisi)).toContainText('₦300,000 if all of them pay')
  await expectGoodOnPhoneAndDesk(bisi)
  await main(bisi).getByRole('button', { name: 'I agree to the rules and join' }).click()
  await expect(main(bisi)).toContainText('3 of 3 seats are taken')
  await page.reload()
  await main(page).getByRole('button', { name: 'Start the circle' }).click()
  await expect(main(page)).toContainText('Your turn: month')

  // The order is drawn; for this journey the starter comes first, and Bisi second.
  const [{ circle_id = '' } = {}] = await write(
    market,
    'select circle_id from public.ajo_members where person_id = $1',
    [userId],
  )
  await write(market, 'update public.ajo_members set turn = null where circle_id = $1', [circle_id])
  await write(
    market,
    'update public.ajo_members set turn = case person_id when $2 then 1 when $3 then 2 else 3 end where circle_id = $1',
    [circle_id, starter.userId, userId],
  )
  await moveMonth(market, starter, 0)
  const buy = await openBuy(page.request)
  await write(
    market,
    `update public.group_buys set end_date = now() + interval '12 days', payment_due_at = now() + interval '14 days', share_date = current_date + 16 where id = $1`,
    [buy.id],
  )
  await payMonth(page)
  await payMonth(bisi)
  await main(bisi).locator(`#buy-${buy.id}`).check()
  await main(bisi).getByRole('button', { name: 'Vote' }).click()
  await expect(main(bisi)).toContainText('Your vote is saved.')
  await expect(main(bisi)).toContainText('Your turn: month 2')
  await expectGoodOnPhoneAndDesk(bisi)

  await moveMonth(market, starter, -8)
  await expect(async () => {
    await page.reload()
    await expect(main(page)).toContainText(`Month 1: ${buy.name}`, { timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await expect(main(page)).toContainText('You had your turn in month 1. You pay until the last month.')
  await expect(main(page)).toContainText('Did not pay')
  await expect(main(page).getByRole('button', { name: 'Leave the circle' })).toBeHidden()
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('link', { name: 'The sheet of the circle' }).click()
  await expect(main(page)).toContainText('Became theirs')
  await expect(main(page)).toContainText('₦200,000')
  await expect(main(page)).toContainText('Months to come')
  await expectGoodOnPhoneAndDesk(page)
  await context.close()
  await setAjo(market, 0)

  await signIn(page, 'chief@ajoja.test')
  await page.goto('/chief/ajo')
  await expect(main(page)).toContainText('Turns, set up')
  await expectGoodOnPhoneAndDesk(page)
  await page.goto(`/chief/ajo/${circle_id}`)
  await expect(main(page)).toContainText('Put in for others')
  await expectGoodOnPhoneAndDesk(page)
  await main(page).getByRole('button', { name: 'End the circle' }).click()
  await page.getByLabel('Reason').fill('On the order of a court in Ikeja')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'End the circle' }).last().click()
  await expect(main(page)).toContainText('The circle has ended, and its members are told why.')
})
