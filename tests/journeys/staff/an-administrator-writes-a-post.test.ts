import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test('a post goes from draft to the list and is deleted', async ({ page, browser, baseURL }) => {
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/blog')
  await page.getByRole('link', { name: 'New Post' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New post')
  await expectGoodScreen(page)
  const title = `Garri and the rains ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill('# Dry it\n\n**Two** days. <script>alert(1)</script>')
  await page.getByLabel('Or a new category').fill('Seasons')
  await page.getByLabel('Tags').fill('garri, rainy season')
  await page.getByText('Choose a drawing').click()
  await page.getByText('Garri', { exact: true }).click()

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Dry it' })).toBeVisible()
  await expect(preview).toContainText('<script>alert(1)</script>')
  await expect(page.getByLabel('Title')).toHaveValue(title)

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft is saved. Only content staff can see it.')).toBeVisible()
  const address = page.getByLabel('Address', { exact: false }).first()
  await expect(address).not.toHaveValue('')
  const slug = await address.inputValue()
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  expect((await visitor.goto(`/blog/${slug}`))?.status()).toBe(404)

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The post is published.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See it in the shop' })).toHaveAttribute('href', `/blog/${slug}`)
  await visitor.goto('/blog')
  await expect(visitor.getByRole('link', { name: title })).toBeVisible()
  await expect(visitor.getByRole('article').filter({ hasText: title })).toContainText('rainy season')
  await visitor.context().close()

  await openPage(page, '/blog')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this post?' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByText('The post was deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
})

test('an address that is taken, a time that is past and a cut line lose nothing', async ({ page, context }) => {
  await signIn(page, 'supervisor@ajoja.test')
  await openPage(page, '/blog/new')
  await write(page, { title: 'Settles again', address: 'how-a-group-buy-settles' })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Another post has this address. Change the title or the address.')).toBeVisible()

  await page.getByLabel('Publish at').fill('2025-01-01T08:00')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Choose a time in the future for a scheduled post.')).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Settles again')
  await context.setOffline(false)

  await write(page, { title: 'Settles again', address: `settles-${Date.now()}` })
  await page.getByLabel('Publish at').fill('2037-03-14T17:00')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Saved. The post is published Sat 14 Mar, 5 pm, Lagos time.')).toBeVisible()
  await expect(page.getByLabel('Publish at')).toHaveValue('2037-03-14T17:00')
})

async function write(page: Page, { title, address }: { title: string; address: string }): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Address', exact: false }).first().fill(address)
  await page.getByRole('textbox', { name: 'Text' }).fill('Everybody pays the same.')
}
