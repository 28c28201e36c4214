import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const newPage = async (browser: Browser) => (await browser.newContext()).newPage()
const notice = (page: Page) => page.getByText(/this open\.$/)

/** A claim that the manager looks after, and the names of the staff. */
async function openClaim(page: Page): Promise<string> {
  const session = await signIn(page, 'manager@ajoja.test')
  const { body } = await callWire<{ id: string }[]>(page.request, '/rest/v1/claims?select=id&limit=1', {
    token: session.access_token,
  })
  const id = body[0]?.id ?? ''
  await openPage(page, `/manager/claims/${id}`)
  return id
}
const nameOf = async (page: Page) => {
  const { access_token: token } = await signIn(page, 'coordinator@ajoja.test')
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const path = `/rest/v1/profiles?select=full_name&id=eq.${sub}`
  return (await callWire<{ full_name: string }[]>(page.request, path, { token })).body[0]?.full_name ?? ''
}

test('a claim names the colleagues who have it open, until they leave', async ({ page, browser }) => {
  const id = await openClaim(page)
  await expect(notice(page)).toHaveCount(0)
  const other = await newPage(browser)
  const name = await nameOf(other)
  expect(name).not.toBe('')
  await openPage(other, `/coordinator/claims/${id}`)
  await expect(page.getByText(`${name} has this open.`)).toBeVisible()
  await expect(notice(other)).toHaveText(/^.+ has this open\.$/)
  await expectGoodOnPhoneAndDesk(page)
  const third = await newPage(browser)
  await signIn(third, 'chief@ajoja.test')
  await openPage(third, `/chief/claims/${id}`)
  await expect(notice(page)).toHaveText(/^.+ and .+ have this open\.$/)
  // Another tab of the same person adds no name.
  const again = await third.context().newPage()
  await openPage(again, `/chief/claims/${id}`)
  await third.close()
  await expect(notice(page)).toHaveText(/^.+ and .+ have this open\.$/)
  await again.context().close()
  await openPage(other, '/coordinator/claims')
  await expect(notice(page)).toHaveCount(0)
  await other.context().close()
})

test('a phone that saves data is not named, and names no one', async ({ page, browser }) => {
  const id = await openClaim(page)
  const other = await newPage(browser)
  await other.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await signIn(other, 'coordinator@ajoja.test')
  await openPage(other, `/coordinator/claims/${id}`)
  const third = await newPage(browser)
  await signIn(third, 'chief@ajoja.test')
  await openPage(third, `/chief/claims/${id}`)
  await expect(notice(page)).toHaveText(/^.+ has this open\.$/)
  await expect(notice(other)).toHaveCount(0)
  await other.context().close()
  await third.context().close()
})

test('a buyer who knows the id joins nothing', async ({ page, browser }) => {
  const id = await openClaim(page)
  const stranger = await newPage(browser)
  const { session } = await newPerson(stranger)
  await openPage(stranger, '/account/messages')
  const answer = await callWire(page.request, `/realtime/v1/api/broadcast/claim:${id}/events/x?private=true`, {
    method: 'POST',
    token: session.access_token,
    data: {},
  })
  expect(answer.status).toBe(403)
  await expect(notice(page)).toHaveCount(0)
  await stranger.context().close()
})
