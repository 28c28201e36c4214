import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

const [HUB, VENDOR] = ['hub@ajoja.test', 'vendor@ajoja.test']
const BUY = 'Shaki and roundabout (tripe)'

const numberOf = (text: string | null) => Number.parseInt((text ?? '').replaceAll(',', ''), 10)

async function fact(page: Page, label: string): Promise<number> {
  const value = page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')
  return numberOf(await value.first().textContent())
}

async function noisyPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const plain = sharp({ create: { width: 480, height: 480, channels: 3, background: '#808080', noise } })
  return plain.png().toBuffer()
}

test('a wrong weigh-in is corrected in the open, and every place shows the same; a short delivery shows its cost first', async ({
  page,
  market,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, HUB)
  await page.goto('/weigh-in')
  await page.getByRole('link', { name: BUY }).click()
  await expect(page.getByRole('heading', { name: 'Weigh in a load' })).toBeVisible()
  const expected = await fact(page, 'Expected')
  await page.getByLabel('Units counted (kg)').fill(String(expected + 3))
  await page.getByLabel('Kilograms weighed').fill(String(expected + 3))
  await page.getByRole('button', { name: 'Enter this load' }).click()
  await expect(page.getByText('Entered. Nothing is missing.')).toBeVisible()
  await expect.poll(() => fact(page, 'Lies here')).toBe(expected + 3)

  await page.getByLabel('Correct load 1').click()
  await page.getByLabel('Units in load 1 (kg)').fill(String(expected - 4))
  await page.getByLabel('Kilograms of load 1').fill(String(expected - 4))
  await page.getByLabel('Why').fill('The scale was not at zero')
  await page.getByRole('button', { name: 'Enter the correction' }).click()
  await expect(
    page.getByText('A lower count means that more is missing. Add a photograph that shows it.'),
  ).toBeVisible()
  await expect(page.getByLabel('Why')).toHaveValue('The scale was not at zero')
  const buffer = await noisyPicture()
  const picture = { name: 'scale.png', mimeType: 'image/png', buffer }
  await page.locator('li').filter({ hasText: 'Load 1' }).getByLabel('Picture').setInputFiles(picture)
  await page.getByRole('button', { name: 'Enter the correction' }).click()
  await expect(page.getByText('Corrected. The former count stays on the list.')).toBeVisible()
  await expect(page.locator('s')).toHaveText(`${expected + 3} kg, ${expected + 3} kg`)
  await expect.poll(() => fact(page, 'Lies here')).toBe(expected - 4)
  await expectGoodOnPhoneAndDesk(page)
  const delivery = new URL(page.url()).pathname

  await page.goto('/held')
  const lying = page
    .getByRole('table', { name: 'Goods that lie here, by product' })
    .getByRole('row')
    .filter({ hasText: BUY })
  await expect(lying).toContainText(`${expected - 4} kg`)
  await expectGoodOnPhoneAndDesk(page)

  await page.goto(delivery)
  await expect(page.getByLabel('Missing (kg)')).toHaveValue('4')
  await page.getByLabel('Reason').fill('Four kilograms did not come')
  await page.getByRole('button', { name: 'See what it costs' }).click()
  await expect(page.getByText('All that the buyers get back')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const shown = await page
    .getByText('All that the buyers get back')
    .locator('xpath=following-sibling::dd[1]')
    .textContent()
  const people = await fact(page, 'Buyers who get less')
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('Four kilograms did not come')
  await page.getByRole('button', { name: 'See what it costs' }).click()
  await page.getByRole('button', { name: 'Enter what is missing', exact: true }).click()
  await expect(page.getByText(/^Entered\. /)).toBeVisible()
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  const buy = delivery.split('/')[3]
  await client
    .query(
      `update public.shortfalls set status = 'entered', due_at = clock_timestamp() where status in ('entered', 'waiting') and group_buy_id = $1`,
      [buy],
    )
    .catch(() => client.query(`update public.shortfalls set due_at = clock_timestamp() where status = 'entered'`))
  await expect
    .poll(async () => {
      await client.query('update jobs.schedules set next_run_at = now()')
      const { rows } = await client.query<{ kobo: string; people: number }>(
        `select coalesce(sum(p.goods_kobo + p.fee_kobo + p.delivery_kobo), 0)::text as kobo, count(distinct o.user_id)::integer as people
         from public.shortfall_shares s join public.shortfalls f on f.id = s.shortfall_id join public.partial_refunds p on p.id = s.partial_refund_id
         join public.orders o on o.id = p.order_id where f.group_buy_id = $1`,
        [buy],
      )
      return [Number(rows[0]?.kobo) / 100, rows[0]?.people]
    })
    .toEqual([Number((shown ?? '').replace(/[^\d.]/g, '')), people])
  await client.end()

  await signIn(page, VENDOR)
  await page.goto('/vendor/goods')
  await expect(
    page.getByRole('row').filter({ hasText: BUY }).filter({ hasText: 'Yaba hub' }).filter({ hasText: 'Group buy' }),
  ).toContainText(`${expected - 4} kg`)
  await expectGoodOnPhoneAndDesk(page)
  await page.goto('/account/notices')
  await expect(page.getByText(`The count of your load was corrected: ${BUY}`)).toBeVisible()
})
