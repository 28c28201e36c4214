import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { countTaps } from '../staff/count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test(
  'a broadcast is seen before it is sent, and withdrawn within its minute: nobody gets it',
  {
    tag: '@full',
  },
  async ({ page, browser }, info) => {
    const title = `Bridge closed ${crypto.randomUUID().slice(0, 8)}`
    const taps = await countTaps(page, info)
    await signIn(page, 'manager@ajoja.test')
    await openPage(page, '/manager/messages')
    await taps.begin()
    await page.getByRole('link', { name: 'Broadcasts' }).click()
    await page.getByRole('checkbox', { name: 'Lagos' }).check()
    await page.getByLabel('Title').fill(title)
    // Without a message nothing is shown, and the rest stays as it was typed.
    await page.getByRole('button', { name: 'See it before it is sent' }).click()
    await expect(page.getByText('Please write a message.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.getByRole('textbox', { name: 'Message' }).fill('The bridge at Sagamu is closed until Friday.')
    await page.getByRole('button', { name: 'See it before it is sent' }).click()
    const send = page.getByRole('button', { name: /^Send to [\d,]+ (person|people)$/ })
    await expect(send).toBeVisible()
    await expectGoodOnPhoneAndDesk(page)
    await send.click()
    await expect(page.getByText('It is sent in a minute. Until then you can withdraw it.')).toBeVisible()
    const sent = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(sent).toContainText('Starts soon')
    await sent.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('Withdrawn. Nothing is sent.')).toBeVisible()
    expect(await taps.note('Broadcast written, sent and withdrawn')).toBeLessThanOrEqual(10)
    await expect(sent).toContainText('Nothing was sent.')
    await expect(sent.getByRole('button')).toHaveCount(0)
    await expectGoodScreen(page)

    // A customer has no such page.
    const other = await (await browser.newContext()).newPage()
    await newPerson(other)
    await other.goto('/manager/messages/broadcasts')
    await expect(other.getByText(title)).toHaveCount(0)
    await other.context().close()
  },
)
