import { expect } from '@playwright/test'
import { INTERACTION_SCRIPT, test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

const POST = 'how-a-group-buy-settles'

test('categories and tags choose among the published posts', async ({ page }) => {
  await openPage(page, '/blog')
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await expect(chips.getByRole('link').first()).toHaveText('All Categories')
  await expect(chips.getByRole('link').last()).toHaveText('Uncategorized')
  await expect(page.getByRole('link', { name: 'New Post' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expectGoodScreen(page)
  const posts = page.getByRole('article')
  await expect(posts.filter({ hasNotText: 'Market prices' })).not.toHaveCount(0)
  await chips.getByRole('link', { name: 'Market prices' }).click()
  await expect(page).toHaveURL(/category=Market\+prices/)
  await expect(posts.filter({ hasNotText: 'Market prices' })).toHaveCount(0)
  await expect(posts.first()).toContainText('Market prices')
  await page.goto('/blog?tag=storage')
  await expect(posts.first()).toBeVisible()
  await expect(posts.filter({ hasNot: page.getByRole('list').filter({ hasText: 'Storage' }) })).toHaveCount(0)
  await page.goto('/blog?category=No+such+category')
  await expect(page.getByText('No blog posts available.')).toBeVisible()
})

test('a spinner is shown while the filter loads', async ({ page }) => {
  await openPage(page, '/blog')
  await page.route('**/blog.data*', async (route) => {
    await expect(page.getByRole('status').filter({ hasText: 'Loading posts' })).toBeVisible()
    await route.continue()
  })
  await page.getByRole('link', { name: 'Market prices' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a post is read without scripts and can be shared', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  await page.goto(`/blog/${POST}`, { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringMatching(INTERACTION_SCRIPT)])
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  const tag = (property: string) => page.locator(`meta[property="${property}"]`)
  await expect(tag('og:title')).toHaveAttribute('content', title ?? '')
  await expect(tag('og:url')).toHaveAttribute('content', /^http.*\/blog\//)
  await expect(tag('og:image')).toHaveAttribute('content', /^http/)
  await expect(page.locator('article time').first()).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  await expectGoodScreen(page)
  expect((await page.goto('/blog/no-such-post'))?.status()).toBe(404)
})

test('the editor is closed to customers, and the API rejects their deletion', async ({ page, request }) => {
  const { session } = await newPerson(page)
  await page.goto('/blog/new')
  await expect(page).toHaveURL(/\/$/)
  const path = `/rest/v1/blog_posts?slug=eq.${POST}`
  await callWire(request, path, { method: 'DELETE', token: session.access_token })
  const { body } = await callWire<unknown[]>(request, path)
  expect(body).toHaveLength(1)
})

test('signed-out people come back to the editor after signing in', async ({ page }) => {
  await page.goto('/blog/new')
  await expect(page).toHaveURL(/\/auth\?next=%2Fblog%2Fnew$/)
  await signIn(page, 'supervisor@ajoja.test')
  await page.goto('/blog/new')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New post')
})
