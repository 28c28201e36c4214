import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { DEMO_PASSWORD, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** The time to collect a ready order of the demo's customer ended an hour ago. */
async function letCollectionEnd(databaseUrl: string): Promise<{ orderId: string; buyId: string }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; set local session_replication_role = 'replica'`)
  const { rows } = await client.query<{ order_id: string; group_buy_id: string }>(
    `update public.hand_overs set due_until = now() - interval '1 hour' where id = (select h.id from public.hand_overs h
       join public.orders o on o.id = h.order_id join auth.users u on u.id = o.user_id
       where u.email = 'customer@ajoja.test' and o.status = 'ready' and o.fulfilment <> 'delivery' and h.status = 'open' and o.group_buy_id is not null limit 1)
     returning order_id, (select o.group_buy_id from public.orders o where o.id = order_id)`,
  )
  await client.query('commit')
  await client.end()
  return { orderId: rows[0]?.order_id ?? '', buyId: rows[0]?.group_buy_id ?? '' }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('goods that were not collected are said to be late on every screen, with what one may do', {
      tag: '@full',
    }, async ({ page, market }) => {
      const { orderId, buyId } = await letCollectionEnd(market.databaseUrl)
      await signIn(page, 'customer@ajoja.test', DEMO_PASSWORD)
      const late = /Not collected: the time to collect ended on/
      await page.goto('/account/orders')
      await expect(page.getByRole('listitem').filter({ has: page.locator(`a[href$="${orderId}"]`) })).toContainText(
        late,
      )
      await page.goto('/customer')
      await expect(page.getByRole('region', { name: 'Late' })).toContainText(late)
      await page.getByRole('region', { name: 'Late' }).getByRole('link').first().click()
      await expect(page.getByText(late)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Write to the vendor' })).toBeVisible()
      if (javaScriptEnabled) await expectGoodOnPhoneAndDesk(page)
      await page.getByRole('link', { name: 'Have it delivered' }).click()
      await expect(page).toHaveURL(/\/where$/)
      await page.goto('/account/codes')
      await expect(page.getByText(late)).toBeVisible()
      await page.goto(`/group-buys/${buyId}`)
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: late })).toBeVisible()
      if (javaScriptEnabled) await expectGoodOnPhoneAndDesk(page)
      await page.getByRole('link', { name: 'Show my code' }).click()
      await expect(page).toHaveURL('/account/codes')
    })
  })
}
