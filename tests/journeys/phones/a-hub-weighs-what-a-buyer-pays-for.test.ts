import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

const HUB = 'hub@ajoja.test'

interface ByWeight {
  order_id: string
  order_no: number
  line_id: string
  email: string
  name: string
  units: number
  /** The address of the shop's owner. */
  shop: string
}

/** Makes goods that are ready at the hub goods by weight, as if they had been sold so: 3 to 5 kg a unit. */
async function sellByWeight(databaseUrl: string): Promise<ByWeight> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = 'replica'`)
    const { rows } = await client.query<ByWeight>(
      `with one as (
         select o.id as order_id, o.order_no::integer, l.id as line_id, u.email, l.product_name as name, l.quantity as units, s.email as shop
         from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind = 'pickup' join public.order_lines l on l.order_id = o.id
           join public.vendors v on v.id = o.vendor_id join auth.users s on s.id = v.owner_id join auth.users u on u.id = o.user_id join public.memberships m on m.pickup_point_id = o.pickup_point_id and m.ended_at is null and m.duty = 'hand-over'
           join auth.users k on k.id = m.person_id and k.email = $1
         where o.status = 'ready' and o.user_id <> m.person_id and o.returned_goods_kobo = 0 and l.unit_price * l.quantity < 200000
           and not exists (select from public.hand_over_lines x where x.line_id = l.id) and (select count(*) from public.order_lines a where a.order_id = o.id) = 1
           and (select count(*) from public.orders a where a.user_id = o.user_id and a.status = 'ready') = 1
         order by o.order_no limit 1)
       update public.order_lines l set least_kg_per_unit = 3, most_kg_per_unit = 5 from one where l.id = one.line_id returning one.*`,
      [HUB],
    )
    if (!rows[0]) throw new Error('No goods of one order are ready at the hub')
    return rows[0]
  } finally {
    await client.end()
  }
}

async function noisyPicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const plain = sharp({ create: { width: 480, height: 480, channels: 3, background: '#808080', noise } })
  return { name: 'scale.png', mimeType: 'image/png', buffer: await plain.png().toBuffer() }
}

async function enterWeight(page: Page, kilograms: number): Promise<void> {
  await page.getByLabel(/^Kilograms of/).fill(String(kilograms))
  await page.getByLabel('Picture of the scale').setInputFiles(await noisyPicture())
  await page.getByRole('button', { name: 'Enter the weight' }).click()
}

test('a hub weighs goods with a photograph, hands them over, and the buyer sees the money back', async ({
  page,
  market,
}) => {
  const goods = await sellByWeight(market.databaseUrl)
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, goods.email)
  await page.goto(`/account/orders/${goods.order_id}`)
  await expect(page.getByText(`Sold by weight: you pay for up to ${goods.units * 5} kg.`)).toBeVisible()
  const code = (await page.getByText(/^\d{3} \d{3}$/).textContent()) ?? ''

  await signIn(page, HUB)
  await page.goto(`/handover?order=${goods.order_no}`)
  await page.getByRole('link', { name: `Weigh first: ${goods.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Weigh: ${goods.name}`)
  await expectGoodOnPhoneAndDesk(page)
  await enterWeight(page, goods.units * 50)
  await expect(page.getByText('This cannot be right')).toBeVisible()
  await enterWeight(page, goods.units * 4.5)
  await expect(page.getByText(/^\d[\d.,]* kg entered\. The buyer gets/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await expect(page.getByLabel(/^Kilograms of/)).toBeHidden()
  await page.getByRole('link', { name: 'To the hand-over' }).click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Handed over', exact: true }).click()
  await expect(page.getByText(`Order ${goods.order_no} is handed over.`)).toBeVisible()

  await signIn(page, goods.email)
  await page.goto(`/account/orders/${goods.order_id}`)
  await expect(page.getByText(/kg found of up to .* came back to you\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the picture of the scale' })).toHaveAttribute('href', /deliveries/)
  await expectGoodOnPhoneAndDesk(page)

  await signIn(page, goods.shop)
  await page.goto(`/vendor/orders/${goods.order_id}`)
  const weight = page.getByRole('region', { name: 'Weight' })
  await expect(weight).toContainText(/Weight found.*kg.*Went back to the buyer₦/)
  await expectGoodOnPhoneAndDesk(page)
})
