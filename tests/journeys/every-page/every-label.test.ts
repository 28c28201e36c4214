import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'

// The labels that section 2 of the specification puts on its screens.

const LABELS: [path: string, texts: string[]][] = [
  [
    '/',
    [
      'About Us',
      'Browse Deals',
      'FAQ',
      'Contact',
      'Vendor Sign Up',
      'Sign In / Sign Up',
      'Featured Deals',
      'Filter',
      'Sort by',
      'How it works',
      '30%',
      'average savings',
      '1000+',
      'active members',
      '100%',
      'quality guaranteed',
      'Active Group Buys',
    ],
  ],
  [
    '/contact',
    [
      'About Us',
      'Browse Deals',
      'Blog',
      'FAQ',
      'Contact',
      'Vendor Sign Up',
      'Name',
      'Email',
      'Subject',
      'Message',
      'Monday to Friday, 9am to 5pm',
      'Lagos',
      '+234',
    ],
  ],
  ['/auth', ["Don't have an account? Sign up", 'Forgot password?', 'Email', 'Password']],
  ['/auth?view=sign-up', ['Already have an account? Sign in', 'Full name', 'I am 18 years old or older.']],
  ['/auth?view=reset', ['Send email', 'Back to sign in']],
  ['/about', ['2024', '2025', '42%', 'Get Started']],
  ['/blog', ['All Categories', 'Uncategorized']],
  [
    '/faq',
    [
      'General Questions',
      'PEPS and Rewards',
      'Affiliate Marketing & Referrals',
      'Price Tiers and Group Buying',
      'Payment and Delivery',
    ],
  ],
  ['/privacy-policy', ['February 2025']],
  ['/terms', ['February 2025']],
  ['/vendor-terms', ['February 2025']],
  [
    '/products?category=oil',
    ['All', 'Vegetables', 'Fruits', 'Grains', 'Meat', 'Seafood', 'Oil', 'Clear all filters', 'Add to Cart'],
  ],
  ['/products', ['Vendor', 'Location', 'Share date']],
  ['/group-buys', ['Active Group Buys', 'Category', 'Vendor', 'Location', 'Unlimited']],
  [
    '/leaderboard',
    ['Top Referrers', 'Top Buyers', 'Elite Referrer', 'Power Buyer', 'Community Champion', 'Early Adopter'],
  ],
  ['/vendors', ['Vendor Shops', 'Location']],
]

/** The options of the sort selects. */
const SORTS: Record<string, string[]> = {
  '/products': ['Name', 'Price low to high', 'Price high to low', 'Newest first', 'Oldest first'],
  '/group-buys': ['End date', 'Most popular', 'Price low to high', 'Price high to low'],
  '/vendors': ['Rating', 'Most orders', 'Highest revenue', 'Fastest delivery'],
}

/** Words of editorial texts, not of working screens: they change when the text is edited. */
const TEXTS = ['/about', '/faq', '/privacy-policy', '/terms', '/vendor-terms', '/auth?view=reset']

for (const [path, texts] of LABELS) {
  test(`${path} shows ${texts.join(', ')}`, { tag: TEXTS.includes(path) ? '@full' : [] }, async ({ page }) => {
    await page.goto(path)
    for (const text of texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    const sorts = SORTS[path]
    if (sorts) await expect(page.getByLabel('Sort by').getByRole('option')).toHaveText(sorts)
  })
}

test('FAQ, About and the footer lead where they say', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('main').locator('a[href^="mailto:"]').last()).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const heading of ['Quick links', 'Browse', 'Legal'])
    await expect(footer.getByText(heading, { exact: true })).toBeVisible()
  for (const social of ['Instagram', 'Facebook', 'X'])
    await expect(footer.getByRole('link', { name: social, exact: true })).toHaveAttribute('href', /^https:/)
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth/)
})

test('the menu of a signed-in person has e-mail, role, the way to the own desk and Sign Out', async ({ page }) => {
  for (const [role, word] of [
    ['customer', 'Customer'],
    ['chief', 'Chief'],
  ] as const) {
    await signIn(page, `${role}@ajoja.test`)
    await page.goto('/contact')
    await page.getByRole('button', { name: /^Your menu/ }).click()
    await expect(page.getByText(`${role}@ajoja.test`)).toBeVisible()
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', `/${role}/dashboard`)
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  }
})

test('New Post is on the blog for privileged people alone', async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByRole('link', { name: 'New Post' })).toHaveCount(0)
  await signIn(page, 'supervisor@ajoja.test')
  await page.goto('/blog')
  await expect(page.getByRole('link', { name: 'New Post' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ }).first()).toBeVisible()
})
