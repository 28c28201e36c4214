import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'
import { countTaps } from './count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a state without a manager is found and given to one', { tag: '@full' }, async ({ page, request }, info) => {
  const manager = await newPerson(request, { fullName: `Hauwa Morning ${Date.now()}` })
  const chief = await signIn(page, 'chief@ajoja.test')
  const set = { user_id: manager.userId, role: 'manager' }
  await callWire(request, '/functions/v1/set-role', { method: 'POST', token: chief.access_token, data: set })
  const taps = await countTaps(page, info)
  await signIn(page, 'coordinator@ajoja.test')
  await openPage(page, '/coordinator/states')
  await taps.begin()
  const abia = page.getByRole('row', { name: 'Abia' })
  await expect(abia).toContainText('None')
  await page.getByRole('link', { name: 'Assign states' }).click()
  await page.getByRole('link', { name: manager.fullName }).click()
  await page.getByLabel('Abia').check()
  await page.getByRole('button', { name: 'Assign states' }).click()
  await expect(page.getByText('The states are assigned.')).toBeVisible()
  expect(await taps.note('State without a manager assigned')).toBeLessThanOrEqual(4)
  await openPage(page, '/coordinator/states')
  await expect(abia).toContainText(manager.fullName)
  await expectGoodScreen(page)
})

test(
  'a contested claim: its manager proposes, the coordinator decides, and the manager reads it',
  {
    tag: '@full',
  },
  async ({ page, browser, market }, info) => {
    test.setTimeout(180_000)
    const claim = await contestedClaim(market.databaseUrl)
    const manager = await (await browser.newContext()).newPage()
    const proposing = await countTaps(manager, info)
    await signIn(manager, claim.manager)
    await openPage(manager, '/manager/claims')
    await proposing.begin()
    await manager.getByRole('link', { name: new RegExp(`^${claim.number}, `) }).click()
    const propose = manager.getByRole('button', { name: 'Propose this' })
    // Nothing is proposed without a reason, and what was chosen stays.
    await manager.getByLabel('Who pays').selectOption({ index: 1 })
    await propose.click()
    await expect(manager.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
    await expect(manager.getByLabel('Who pays')).not.toHaveValue('vendor')
    await manager.getByLabel('Who pays').selectOption('vendor')
    await manager.getByLabel('Reason').fill('The board shows the price for cash only.')
    await propose.click()
    await expect(propose).toHaveCount(0)
    expect(await proposing.note('Decision on a contested claim proposed')).toBeLessThanOrEqual(8)
    await expectGoodScreen(manager)

    const taps = await countTaps(page, info)
    await signIn(page, 'coordinator@ajoja.test')
    await openPage(page, '/coordinator/claims')
    await taps.begin()
    await page.getByRole('link', { name: new RegExp(`^${claim.number}, `) }).click()
    await expect(page.getByText('The board shows the price for cash only.').first()).toBeVisible()
    const decide = page.getByRole('button', { name: 'Decide', exact: true })
    await page.getByLabel('Reason').fill('The receipt shows the agreed price.')
    await expectGoodScreen(page)
    await decide.click()
    await expect(decide).toHaveCount(0)
    await expect(page.getByText('The receipt shows the agreed price.').first()).toBeVisible()
    expect(await taps.note('Contested claim decided')).toBeLessThanOrEqual(4)
    await openPage(manager, `/manager/claims/${claim.id}`)
    await expect(manager.getByText('The receipt shows the agreed price.').first()).toBeVisible()
    await expect(propose).toHaveCount(0)
    await manager.context().close()
  },
)

test(
  'runs of every state are in view; a manager sees those of their states',
  { tag: '@full' },
  async ({ page }, info) => {
    const taps = await countTaps(page, info)
    await signIn(page, 'coordinator@ajoja.test')
    await openPage(page, '/coordinator/dashboard')
    await taps.begin()
    await page
      .getByRole('button', { name: /^Coordinator/ })
      .or(page.locator('summary').filter({ hasText: 'Coordinator' }))
      .first()
      .click()
    await page.getByRole('link', { name: 'Deliveries' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deliveries')
    const runs = page.getByRole('table').getByRole('row')
    await expect(runs.nth(1)).toBeVisible()
    expect(await taps.note('Runs of all states opened')).toBeLessThanOrEqual(2)
    await page.getByLabel('Show').selectOption({ label: 'Planned' })
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/show=planned/)
    await expectGoodScreen(page)
  },
)

interface ContestedClaim {
  id: string
  number: number
  /** The address of the manager of its state. */
  manager: string
}

async function contestedClaim(databaseUrl: string): Promise<ContestedClaim> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<ContestedClaim>(
      `select c.id, c.claim_no::integer as number, u.email as manager from public.claims c join public.vendors v on v.id = c.vendor_id
       join public.manager_regions r on r.state = v.state join auth.users u on u.id = r.manager_id
       where c.status = 'disputed' order by c.claim_no limit 1`,
    )
    if (!rows[0]) throw new Error('The demo market has no contested claim')
    return rows[0]
  } finally {
    await client.end()
  }
}
