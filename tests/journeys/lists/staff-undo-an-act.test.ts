import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Runs one statement as the owner of the database, without triggers. */
async function asOwner<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[]): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    return (await owner.query<Row>(sql, values)).rows
  } finally {
    await owner.end()
  }
}

const addAdverts = (url: string, word: string) =>
  asOwner(
    url,
    `insert into public.advertisements (page, position, title, image_url, link_url, start_date, end_date)
     select 'home', 'middle', $1 || ' ' || n, '/drawings/rice.svg', '/products', now() + interval '1 year', now() + interval '2 years'
     from generate_series(1, 4) n`,
    [word],
  )

const advertStates = async (url: string, word: string) =>
  (
    await asOwner<{ status: string }>(
      url,
      'select status from public.advertisements where title like $1 order by title',
      [`${word}%`],
    )
  ).map(({ status }) => status)

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ })

test('undoing several rows restores those that changed, and no other', async ({ page, market: { databaseUrl } }) => {
  const word = `Undone ${Date.now()}`
  await addAdverts(databaseUrl, word)
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, `/content/adverts?search=${encodeURIComponent(word)}`)
  await page.getByLabel('Select all on this page').check()
  await page.locator('button[name=act][value=delete]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete: 4 adverts')
  // Somebody else deletes one before the press.
  await asOwner(databaseUrl, `update public.advertisements set status = 'deleted' where title = $1`, [`${word} 2`])
  await page.getByRole('button', { name: 'Delete: 4 adverts' }).click()
  await expect(page.getByText('Deleted: 4 of 4 adverts.')).toBeVisible()
  await expect(undo(page)).toHaveText('Undo: 3 adverts')
  await expectGoodScreen(page)
  await undo(page).click()
  await expect(page.getByText('Put back: 3 of 3 adverts.')).toBeVisible()
  await expectGoodScreen(page)
  expect(await advertStates(databaseUrl, word)).toEqual(['active', 'deleted', 'active', 'active'])
  await expect(undo(page)).toHaveCount(0)
})

test('a single act is undone where it was done, unless the row changed meanwhile', async ({
  page,
  market: { databaseUrl },
}) => {
  const word = `Single ${Date.now()}`
  await addAdverts(databaseUrl, word)
  await signIn(page, 'administrator@ajoja.test')
  const list = `/content/adverts?search=${encodeURIComponent(word)}`
  await openPage(page, list)
  const remove = async (title: string) => {
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page.getByRole('button', { name: 'Delete ad' }).click()
    await expect(page.getByText('The advert was deleted.')).toBeVisible()
  }
  await remove(`${word} 1`)
  await expect(page.getByRole('row').filter({ hasText: `${word} 1` })).toHaveCount(0)
  await expectGoodScreen(page)
  await undo(page).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `${word} 1` })).toHaveCount(1)
  await expect(page).toHaveURL(/search=Single/)

  await remove(`${word} 3`)
  await asOwner(
    databaseUrl,
    `update public.advertisements set updated_at = now() + interval '1 minute' where title = $1`,
    [`${word} 3`],
  )
  await undo(page).click()
  await expect(page.getByText('It could not be undone.')).toBeVisible()
  await expect(page.getByText('Somebody changed it meanwhile.')).toBeVisible()
  expect(await advertStates(databaseUrl, word)).toEqual(['active', 'active', 'deleted', 'active'])
})

test('a scheduled post that is published at once is scheduled again', { tag: '@full' }, async ({ page, market }) => {
  const title = `Planned ${Date.now()}`
  await asOwner(
    market.databaseUrl,
    `insert into public.blog_posts (slug, title, content, status, author_id, published_at)
     select 'planned-' || gen_random_uuid(), $1, 'Words', 'scheduled', p.id, date_trunc('hour', now()) + interval '9 days'
     from public.profiles p where p.role = 'administrator' limit 1`,
    [title],
  )
  const read = () =>
    asOwner(market.databaseUrl, 'select status, published_at from public.blog_posts where title = $1', [title])
  const before = await read()
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, `/content/posts?search=${encodeURIComponent(title)}`)
  await page.getByLabel('Select all on this page').check()
  await page.locator('button[name=act][value=publish]').click()
  await page.getByRole('button', { name: 'Publish: 1 post' }).click()
  await expect(page.getByText('Published: 1 of 1 post.')).toBeVisible()
  expect(await read()).toMatchObject([{ status: 'published' }])
  await undo(page).click()
  await expect(page.getByText('As it was: 1 of 1 post.')).toBeVisible()
  expect(await read()).toEqual(before)
})

test('a case that was taken goes back to the queue', { tag: '@full' }, async ({ page, market: { databaseUrl } }) => {
  const [support] = await asOwner<{ id: string }>(
    databaseUrl,
    `select id from public.support_cases where status = 'new' and assigned_to is null and state is null limit 1`,
    [],
  )
  if (!support) throw new Error('The demo market has no new message')
  const read = () =>
    asOwner(databaseUrl, 'select status, assigned_to from public.support_cases where id = $1', [support.id])
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, `/coordinator/messages/inbox/${support.id}`)
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await read()).toMatchObject([{ status: 'assigned' }])
  await undo(page).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await read()).toEqual([{ status: 'new', assigned_to: null }])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a question without an answer is hidden from its list, and shown again', async ({
    page,
    market: { databaseUrl },
  }) => {
    const question = `Does it keep for ${Date.now()} days?`
    await asOwner(
      databaseUrl,
      `insert into public.product_questions (product_id, vendor_id, asker_id, asker_name, question, asked_at)
       select p.id, p.vendor_id, a.id, 'Ngozi', $1, now() - interval '50 hours'
       from public.products p, public.profiles a where a.role = 'customer' limit 1`,
      [question],
    )
    await signIn(page, 'supervisor@ajoja.test')
    await page.goto('/content')
    await page.getByRole('link', { name: /without an answer for more than a day/ }).click()
    await expect(page).toHaveURL(/\/content\/questions\/unanswered$/)
    const row = page.getByRole('row').filter({ hasText: question })
    await expect(row).toContainText('2 days')
    await row.getByRole('link', { name: 'Hide' }).click()
    await page.getByLabel('Reason').fill('It is about somebody else.')
    await page.getByRole('button', { name: 'Hide: 1 question' }).click()
    await expect(page.getByText('Hidden: 1 of 1 question.')).toBeVisible()
    await undo(page).click()
    await expect(page.getByText('Shown again: 1 of 1 question.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(row).toHaveCount(1)
    const rows = await asOwner(
      databaseUrl,
      'select judged_at, hidden_at, reported_at from public.product_questions where question = $1',
      [question],
    )
    expect(rows).toEqual([{ judged_at: null, hidden_at: null, reported_at: null }])
  })
})
