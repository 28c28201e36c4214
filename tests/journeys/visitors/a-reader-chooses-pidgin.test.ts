import { expect, type Page } from '@playwright/test'
import { isFromLeftPage } from '../left-page-errors.ts'
import { test } from '../market.ts'
import { openPage, waitForScripts } from '../open-page.ts'
import { newPerson } from '../people.ts'

const PIDGIN = 'Naijá (Pidgin)'
const TAGLINE = { english: 'Buy food together, pay less', pidgin: 'Make we buy food together, pay small' }

test.describe('with scripts', () => {
  test.use({ hydratesOnInteraction: true, viewport: { width: 360, height: 740 } })

  test('a visitor chooses Pidgin at the foot of a page, keeps it on the next ones, and goes back to English', async ({
    page,
  }) => {
    const faults = listen(page)
    await page.goto('/group-buys?sort=price-asc')
    await expectEnglish(page)
    await page.getByRole('contentinfo').getByRole('button', { name: PIDGIN }).click()
    await expect(page).toHaveURL('/group-buys?sort=price-asc')
    await expectPidgin(page)

    // Before hydration, then after it, then on a page that the framework opens.
    await waitForScripts(page)
    await expectPidgin(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Questions' }).click()
    await expect(page).toHaveURL('/faq')
    await expectPidgin(page)
    await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
    await expectPidgin(page)

    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL('/search')
    await expectEnglish(page)
    await waitForScripts(page)
    await expectEnglish(page)
    expect(faults).toEqual([])
  })
})

test('signed-in users find the choice in their own menu, on their own pages too', async ({ page }) => {
  const faults = listen(page)
  await newPerson(page)
  await openPage(page, '/account/profile')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.locator('#viewer-menu').getByRole('button', { name: PIDGIN }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pcm-NG')
  await expect(page.getByText('How sellers dey see you, and how you dey show for leaderboard.')).toBeVisible()
  await waitForScripts(page)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('We don save your profile.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pcm-NG')
  expect(faults).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a visitor chooses Pidgin in the menu of a phone, without going down the page', async ({ page }) => {
    await page.goto('/products?page=2')
    await expectEnglish(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    const choice = page.locator('#phone-menu').getByRole('button', { name: PIDGIN })
    await expect(choice).toBeInViewport()
    await choice.click()
    await expect(page).toHaveURL('/products?page=2')
    await expectPidgin(page)
    await page.goto('/auth')
    await expectPidgin(page)
    await expect(page.getByRole('link', { name: 'You don forget password?' })).toBeVisible()

    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expectEnglish(page)
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
  })
})

test('the server never serves a cached page in the wrong language', async ({ baseURL }) => {
  const open = async (path: string, language: string) => {
    const answer = await fetch(new URL(path, baseURL), { headers: { cookie: `language=${language}` } })
    return /<html lang="([\w-]+)"/.exec(await answer.text())?.[1]
  }
  for (const path of ['/about', '/group-buys', '/']) {
    const requested = ['en', 'pcm', 'en', 'pcm', 'xx', 'pcm']
    const said: unknown[] = []
    for (const language of requested) said.push(await open(path, language))
    expect(said).toEqual(requested.map((language) => (language === 'pcm' ? 'pcm-NG' : 'en-NG')))
  }
})

test.describe('on a phone with stored pages', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

  test('no copy in the previous language is shown after a choice, and the page shown instead is in the new one', async ({
    page,
    context,
  }) => {
    await page.goto('/faq')
    await page.goto('/places')
    await waitForCopy(page, '/places')
    await page.goto('/faq')
    await waitForCopy(page, '/faq')
    await page.getByRole('contentinfo').getByRole('button', { name: PIDGIN }).click()
    await expectPidgin(page)
    await waitForCopy(page, '/faq')
    await context.setOffline(true)
    await page.goto('/places')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internet no dey')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pcm-NG')
    await expect(page.getByText('Wetin we save for dis phone')).toBeVisible()
    await page.goto('/faq')
    await expect(
      page.getByText('Internet no dey. Na copy wey we save you dey read. We save am just now.'),
    ).toBeVisible()
    await expectPidgin(page)

    await context.setOffline(false)
    await page.goto('/places')
    await waitForCopy(page, '/places')
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expectEnglish(page)
    await context.setOffline(true)
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No internet connection')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-NG')
    await page.goto('/places')
    await expectEnglish(page)
  })
})

async function expectPidgin(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'pcm-NG')
  await expect(page.getByRole('contentinfo')).toContainText(TAGLINE.pidgin)
  const chosen = page.getByRole('contentinfo').getByRole('button', { name: PIDGIN })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
}

async function expectEnglish(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-NG')
  await expect(page.getByRole('contentinfo')).toContainText(TAGLINE.english)
}

/** Errors in the browser's console, such as a hydration mismatch between two languages. */
function listen(page: Page): string[] {
  const faults: string[] = []
  const note = (said: string) => isFromLeftPage(said) || faults.push(said)
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  page.on('pageerror', (fault) => note(String(fault)))
  return faults
}

/** Waits until the service worker has a copy of a page in the language of the open page. */
async function waitForCopy(page: Page, path: string): Promise<void> {
  await waitForScripts(page)
  await expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const copy = await caches.match(new URL(wanted, location.origin).href)
        return (await copy?.text())?.includes(`<html lang="${document.documentElement.lang}"`)
      }, path),
    )
    .toBe(true)
}
