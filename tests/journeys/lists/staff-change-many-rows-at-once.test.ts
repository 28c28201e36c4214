import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newestMail, newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

interface Market {
  databaseUrl: string
}

/** Runs statements as the owner of the database, for changes that no page makes. */
async function asOwner({ databaseUrl }: Market, work: (client: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

const statuses = async (market: Market, word: string) => {
  let rows: { title: string; status: string }[] = []
  await asOwner(market, async (owner) => {
    const sql = `select title, status from public.advertisements where title like $1 order by title`
    rows = (await owner.query<{ title: string; status: string }>(sql, [`${word}%`])).rows
  })
  return rows.map(({ status }) => status)
}

async function addAdverts(market: Market, word: string) {
  await asOwner(market, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into public.advertisements (page, position, title, image_url, link_url, start_date, end_date)
       select 'home', 'middle', $1 || ' ' || n, '/drawings/rice.svg', '/products', now() + interval '1 year', now() + interval '2 years'
       from generate_series(1, 5) n`,
      [word],
    )
  })
}

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

test('a content editor deletes five adverts at once, and the one that changed meanwhile is named', async ({
  page,
  market,
}) => {
  const word = `Harvest ${Date.now()}`
  await addAdverts(market, word)
  await signIn(page, 'administrator@ajoja.test')
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, `/content/adverts?search=${encodeURIComponent(word)}`)
  await expectGoodScreen(page)
  await expect(page.getByRole('button', { name: 'Delete', exact: true }).last()).toBeDisabled()
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('5 rows selected')).toBeVisible()
  await select(page, `${word} 1`).uncheck()
  await expect(page.getByText('4 rows selected')).toBeVisible()
  await select(page, `${word} 1`).check()
  await page.locator('button[name=act][value=delete]').click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete: 5 adverts')
  await expect(page.getByText('5 adverts will change. They leave their pages at once.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  expect(await statuses(market, word)).toEqual(Array(5).fill('active'))
  await asOwner(market, (owner) =>
    owner.query(`update public.advertisements set link_url = '/group-buys' where title = $1`, [`${word} 3`]),
  )
  await page.getByRole('button', { name: 'Delete: 5 adverts' }).click()
  await expect(page.getByText('Deleted: 4 of 5 adverts.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText(`${word} 3`)
  await expect(rows.first()).toContainText('Somebody changed it meanwhile.')
  await expectGoodOnPhoneAndDesk(page)
  expect(await statuses(market, word)).toEqual(['deleted', 'deleted', 'active', 'deleted', 'deleted'])

  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/search=Harvest/)
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1)

  // A row that is deleted already is named before the press.
  await page.getByRole('link', { name: 'Deleted', exact: true }).click()
  await select(page, `${word} 1`).check()
  await page.locator('button[name=act][value=restore]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put back: 1 advert')
  await page.goto(page.url().replace('act=restore', 'act=delete'))
  await expect(page.getByText('No advert will change.')).toBeVisible()
  await expect(page.getByText('It is deleted already.')).toBeVisible()
  await expectGoodScreen(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('rows are selected and changed with forms alone', { tag: '@full' }, async ({ page, market }) => {
    const word = `Plain ${Date.now()}`
    await addAdverts(market, word)
    await signIn(page, 'administrator@ajoja.test')
    await page.goto(`/content/adverts?search=${encodeURIComponent(word)}`)
    await page.locator('button[name=act][value=delete]').click()
    await expect(page.getByText('No row is selected.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await select(page, `${word} 2`).check()
    await select(page, `${word} 4`).check()
    await page.locator('button[name=act][value=delete]').click()
    await page.getByRole('button', { name: 'Delete: 2 adverts' }).click()
    await expect(page.getByText('Deleted: 2 of 2 adverts.')).toBeVisible()
    expect(await statuses(market, word)).toEqual(['active', 'deleted', 'active', 'deleted', 'active'])
  })
})

test('a chief sends failed mails again at once, and is told which cannot be', async ({ page, request, market }) => {
  const person = await newPerson(request)
  await asOwner(market, async (owner) => {
    await owner.query(
      `insert into mail.messages (kind, recipient, subject, text, status)
       select 'buy-cancelled', $1, 'Cancelled: ' || food, 'Nothing is owed.', 'failed' from unnest(array['Ofada rice', 'Brown beans']) food`,
      [person.email],
    )
    await owner.query(
      `update public.email_logs set status = 'failed', error = 'connect ECONNREFUSED 192.0.2.1:25'
       where recipient_email = $1 and kind = 'buy-cancelled'`,
      [person.email],
    )
  })
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, `/chief/settings/mails?search=${encodeURIComponent(person.email)}`)
  await page.getByLabel('Select all on this page').check()
  await page.locator('button[name=act][value=send]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send again: 2 mails')
  const refused = page.getByRole('region', { name: /will not change/ }).getByRole('listitem')
  await expect(refused.filter({ hasText: 'Welcome to Ajoja' })).toContainText('It was sent.')
  await expect(refused.filter({ hasText: 'Confirm your e-mail address' })).toHaveCount(1)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Send again: 2 mails' }).click()
  await expect(page.getByText('On its way again: 2 of 2 mails.')).toBeVisible()
  await newestMail(request, person.email, 'buy-cancelled')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Cancelled: Ofada rice' })).toContainText(/Sent|Waiting/)
})
