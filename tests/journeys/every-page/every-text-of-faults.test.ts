import { expect, type Locator, type Page } from '@playwright/test'
import { ADVERTS_NO_LIST, emptied, missing, test, UNREADABLE_PROFILES, unreadable, unwritable } from '../faulty-site.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newEmail, newPerson, signIn } from '../people.ts'

// Section 8, "Other texts": what is shown when the backend itself fails, and what it says on lists.

const WORDS_OF_THE_DATABASE = 'The disk does not answer'

for (const [table, path, text] of [
  ['featured_deals', '/', 'Failed to fetch featured deals'],
  ['group_buys', '/', 'Failed to fetch group buys'],
  ['group_buys', '/group-buys', 'Failed to fetch group buys'],
  ['products', '/products', WORDS_OF_THE_DATABASE],
  ['vendors', '/vendors', WORDS_OF_THE_DATABASE],
  ['blog_posts', '/blog', WORDS_OF_THE_DATABASE],
] as const) {
  // Every list shows the database's error text in the same way.
  const tag = ['/products', '/blog'].includes(path) ? '@full' : []
  test(`${path} says in red that ${table} could not be read`, { tag }, async ({ page, faultySite }) => {
    await faultySite.whileBroken(unreadable(table), async () => {
      await page.goto(path)
      await expectRed(page.getByText(text))
    })
    await page.reload()
    await expect(page.getByText(text)).toHaveCount(0)
  })
}

for (const [view, path] of [
  ['top_referrers', '/leaderboard'],
  ['top_buyers', '/leaderboard?tab=buyers'],
] as const) {
  test(`${path} says in red that ${view} is not there`, { tag: view === 'top_buyers' ? '@full' : [] }, async ({
    page,
    faultySite,
  }) => {
    await faultySite.whileBroken(missing(view), async () => {
      await page.goto(path)
      await expectRed(page.getByText(new RegExp(`${view}.*(does not exist|schema cache)|(Could not find).*${view}`)))
    })
  })
}

test('adverts that cannot be read say so, and the list stays', async ({ page, faultySite }) => {
  await faultySite.whileBroken(unreadable('advertisements'), async () => {
    for (const path of ['/', '/products', '/group-buys', '/vendors']) {
      await page.goto(path)
      await expectRed(page.getByText('Failed to fetch featured deals'))
    }
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('adverts that are no list are invalid data', async ({ page, faultySite }) => {
  await faultySite.whileBroken(ADVERTS_NO_LIST, async () => {
    for (const path of ['/products', '/']) {
      await page.goto(path)
      await expectRed(page.getByText('Invalid data format received'))
    }
    await signIn(page, 'administrator@ajoja.test')
    await page.goto('/content/adverts')
    await expectRed(page.getByText('Invalid data format received'))
  })
})

test('a market with nothing in it shows the empty texts', async ({ page, faultySite }) => {
  await faultySite.whileBroken(emptied('featured_deals'), () =>
    faultySite.whileBroken(emptied('group_buys'), async () => {
      await page.goto('/')
      await expect(page.getByText('No featured deals available at the moment.')).toBeVisible()
      await expect(page.getByText('No active group buys at the moment. Check back soon!')).toBeVisible()
      await page.goto('/group-buys')
      await expect(page.getByText('No active group buys found matching your criteria.')).toBeVisible()
    }),
  )
  for (const [table, path, text] of [
    ['products', '/products', 'No products found matching your criteria.'],
    ['vendors', '/vendors', 'No vendors found matching your criteria.'],
    ['blog_posts', '/blog', 'No blog posts available.'],
  ] as const) {
    await faultySite.whileBroken(emptied(table), async () => {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    })
  }
})

test.describe('without scripts, so that the page requests once', () => {
  test.use({ javaScriptEnabled: false })

  test('a profile is requested three times, then the person is a visitor', async ({ page, faultySite, failures }) => {
    await signIn(page, 'chief@ajoja.test')
    await faultySite.whileBroken(UNREADABLE_PROFILES, async () => {
      const before = await failures()
      await page.goto('/contact')
      expect((await failures()) - before).toBe(3)
      await expectAlert(page, 'Failed to load user profile')
      await page.getByRole('button', { name: 'Your menu, chief@ajoja.test' }).click()
      await expect(page.getByText('Visitor', { exact: true })).toBeVisible()
      await page.goto('/chief/staff')
      await expect(page).toHaveURL('/')
    })
    await page.goto('/chief/staff')
    await expect(page.getByText('Failed to load user profile')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Role Management')
  })
})

test('a join that fails in the backend says so, and the quantity stays', async ({ page, faultySite }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  const quantity = page.getByLabel(`Quantity of ${buy.name}`)
  await quantity.fill('3')
  const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
  await faultySite.whileBroken(unwritable('public.orders'), async () => {
    await join.click()
    await expectAlert(page, 'Failed to join group buy')
    await expect(quantity).toHaveValue('3')
  })
  await join.click()
  await expect(page.getByRole('status').filter({ hasText: 'You are in' })).toBeVisible()
})

test('a group buy that cannot be stored says so, and the input stays', async ({ page, faultySite }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/buys/new')
  await page.getByRole('combobox', { name: 'Product' }).selectOption({ index: 1 })
  await page.getByLabel('Target quantity').fill('50')
  await page.getByLabel('Window closes').fill(inDays(5))
  await page.getByLabel('Minimum participants').fill('2')
  await faultySite.whileBroken(unwritable('public.group_buys'), async () => {
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await expectAlert(page, 'Failed to create group buy')
  })
})

test('deals and ads that cannot be stored say so', async ({ page, faultySite }) => {
  await signIn(page, 'administrator@ajoja.test')
  await faultySite.whileBroken(unwritable('public.featured_deals'), async () => {
    await openPage(page, '/content/deals/new')
    await page.getByLabel('Name').fill('Never stored')
    await page.getByLabel('Price').fill('100')
    await page.getByLabel('Unit').fill('bag')
    await page.getByRole('button', { name: 'Create deal' }).click()
    await expectAlert(page, 'Failed to create deal')
    await openPage(page, '/content/deals')
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectAlert(page, 'Failed to update deal')
    await openPage(page, '/')
    const card = page.getByRole('list', { name: 'Featured deals' }).getByRole('article').first()
    await card.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this deal?' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete deal' }).click()
    await expectAlert(page, 'Failed to delete deal')
  })
  await faultySite.whileBroken(unwritable('public.advertisements'), async () => {
    await openPage(page, '/content/adverts/new')
    await page.getByLabel('Title').fill('Never stored')
    await page.getByLabel('From').fill('2037-03-14T17:00')
    await page.getByLabel('To', { exact: true }).fill('2037-03-20T09:00')
    await page.getByRole('button', { name: 'Create ad' }).click()
    await expectAlert(page, 'Failed to create ad')
    await openPage(page, '/content/adverts')
    const first = page.getByRole('row').nth(1)
    await first.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete ad' }).click()
    await expectAlert(page, 'Failed to delete ad')
    await first.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectAlert(page, 'Failed to update ad')
  })
})

test('a contact message that cannot be stored says so and stays', async ({ page, faultySite }) => {
  await openPage(page, '/contact')
  await page.getByLabel('Name').fill('Ngozi Test')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Subject').fill('Delivery')
  await page.getByLabel('Message').fill('Do you come to Yaba?')
  const send = page.getByRole('button', { name: 'Send message' })
  await faultySite.whileBroken(unwritable('public.contact_messages'), async () => {
    await send.click()
    await expectAlert(page, 'Failed to send message. Please try again later.')
    await expect(page.getByLabel('Message')).toHaveValue('Do you come to Yaba?')
  })
  await send.click()
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible()
})

test('the role panel says what the backend said', async ({ page, faultySite }) => {
  await signIn(page, 'chief@ajoja.test')
  await faultySite.whileBroken(missing('user_directory'), async () => {
    await page.goto('/chief/staff')
    await expectRed(page.getByText(/user_directory/).first())
  })
})

test('ten wrong passwords are too many attempts', async ({ page }) => {
  const { email } = await newPerson(page.request)
  const alert = page.getByRole('main').getByRole('alert')
  await openSignIn(page)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await signInByForm(page, email, 'wrong-password')
    await expect(alert).toHaveText('Invalid email or password. Please check your credentials and try again.')
    await page.getByLabel('Password', { exact: true }).fill('')
  }
  await signInByForm(page, email, 'wrong-password')
  await expect(alert).toHaveText('Too many attempts. Please try again later.')
})

test('two resets within a minute are too many attempts', async ({ page }) => {
  const { email } = await newPerson(page.request)
  await page.goto('/auth?view=reset')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible()
  await page.goto('/auth?view=reset')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Too many attempts. Please try again later.')
})

test('an auth service that cannot store a session is an unexpected error', async ({ page, faultySite }) => {
  const { email, password } = await newPerson(page.request)
  await openSignIn(page)
  await faultySite.whileBroken(unwritable('auth.sessions'), async () => {
    await signInByForm(page, email, password)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'An unexpected error occurred. Please try again.',
    )
  })
})

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/auth')
  // The button exists once scripts run, so the rest happens in the browser.
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
}

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

async function expectAlert(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
}

/** Expects the text to be shown in the theme's red: more red than green and blue together. */
async function expectRed(text: Locator): Promise<void> {
  await expect(text.first()).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await text.first().evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(green + blue)
}

/** The format of a field for date and time. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
}
