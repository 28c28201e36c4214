import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const asVendor = (ownerId: string, sql: string, values: unknown[]) =>
  market.db.database.as(identityOf(ownerId), (tx) => tx.query(sql, values))
const readProduct = (id: string) =>
  market.row('select stockpile_allowed, can_be_stockpiled from public.products where id = $1', [id])

test('a vendor offers it, staff of the region confirm it, and a changed product needs a new confirmation', async () => {
  const { vendorId, ownerId } = await market.shop({ state: 'Oyo' })
  const product = await market.product(vendorId)
  const [manager, otherUser] = [await market.person({ role: 'manager' }), await market.person({ role: 'manager' })]
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Oyo')`, [manager])
  const confirm = (as: string, confirmed: boolean) =>
    market.call('confirm-stockpile', { product_id: product, confirmed }, { as })

  expect((await confirm(manager, true)).body.code).toBe('stockpile_not_offered')
  await asVendor(ownerId, 'update public.products set stockpile_allowed = true where id = $1', [product])
  expect(await readProduct(product)).toEqual({ stockpile_allowed: true, can_be_stockpiled: false })
  await expect(
    asVendor(ownerId, 'update public.products set stockpile_confirmed_at = now() where id = $1', [product]),
  ).rejects.toMatchObject({ code: '42501' })
  for (const as of [ownerId, otherUser, await market.person({ role: 'administrator' })]) {
    expect((await confirm(as, true)).status).toBe(403)
  }
  expect(await confirm(manager, true)).toMatchObject({ status: 200, body: { can_be_stockpiled: true } })
  expect(await readProduct(product)).toMatchObject({ can_be_stockpiled: true })

  await asVendor(ownerId, 'update public.products set base_price = 81000 where id = $1', [product])
  expect(await readProduct(product)).toMatchObject({ can_be_stockpiled: true })
  await asVendor(ownerId, `update public.products set name = 'Fresh pepper' where id = $1`, [product])
  expect(await readProduct(product)).toMatchObject({ can_be_stockpiled: false })
  await confirm(manager, true)
  expect(await confirm(manager, false)).toMatchObject({ status: 200, body: { can_be_stockpiled: false } })
  expect(
    await market.row(
      `select count(*)::integer as acts from public.audit_log where subject_id = $1 and action = 'product.stockpile'`,
      [product],
    ),
  ).toEqual({ acts: 3 })
})
