import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { endPauses } from './end-pauses.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const stored = (id: string) =>
  market.row<{ available_quantity: number; base_price: string; is_archived: boolean; is_paused: boolean }>(
    `select available_quantity, base_price, archived_at is not null as is_archived, paused_until is not null as is_paused
     from public.products where id = $1`,
    [id],
  )
const visible = async (id: string) =>
  (
    await market.db.database.as({ role: 'anon', claims: {} } as never, (tx) =>
      tx.query('select id from public.products where id = $1', [id]),
    )
  ).rows.length
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function shelf() {
  const { vendorId, ownerId } = await market.shop()
  const rice = await market.product(vendorId, { available_quantity: 50 })
  const beans = await market.product(vendorId, { available_quantity: 50 })
  return { vendorId, as: ownerId, rice, beans }
}
const order = (product_id: string, as: string) =>
  market.call(
    'order-cart',
    { lines: [{ product_id, quantity: 2, unit_price_kobo: 8_000_000 }], expected_kobo: 16_400_000 },
    { as },
  )

test('archived products are hidden, logged once each, and can be restored', async () => {
  const { as, rice, beans } = await shelf()
  const both = { product_ids: [rice, beans] }
  expect(await market.call('archive-products', both, { as })).toMatchObject({ status: 200, body: { archived: 2 } })
  expect(await market.call('archive-products', both, { as })).toMatchObject({ status: 200, body: { archived: 0 } })
  expect([await visible(rice), await visible(beans)]).toEqual([0, 0])
  expect(await market.call('restore-products', both, { as })).toMatchObject({ status: 200, body: { restored: 2 } })
  expect([await visible(rice), await visible(beans)]).toEqual([1, 1])
  expect(
    await market.row('select count(*)::integer as acts from public.audit_log where subject_id = $1', [rice]),
  ).toEqual({ acts: 2 })
})

test('nothing is archived while a group buy or an order needs one of the products', async () => {
  const { buyId, productId, ownerId, vendorId } = await market.buy()
  const other = await market.product(vendorId)
  const answer = await market.call('archive-products', { product_ids: [other, productId] }, { as: ownerId })
  expect(answer).toMatchObject({ status: 409, body: { code: 'product_in_use' } })
  expect(await stored(other)).toMatchObject({ is_archived: false })
  // The table guards itself against everything else.
  await expect(
    market.db.owner.query('update public.products set archived_at = now() where id = $1', [productId]),
  ).rejects.toMatchObject({ code: 'PT409' })
  expect(buyId).toBeTruthy()
})

test('what staff removed stays removed, and other vendors reach nothing', async () => {
  const { as, rice } = await shelf()
  const staff = await market.person({ role: 'administrator' })
  await market.db.database.as(identityOf(staff), (tx) => tx.query('delete from public.products where id = $1', [rice]))
  expect(await market.call('restore-products', { product_ids: [rice] }, { as })).toMatchObject({ status: 403 })
  expect(await stored(rice)).toMatchObject({ is_archived: true })

  const rival = await market.shop()
  const { beans } = await shelf()
  for (const name of ['archive-products', 'restore-products', 'set-out-of-stock'] as const)
    expect((await market.call(name, { product_ids: [beans] }, { as: rival.ownerId })).status, name).toBe(404)
  const pause = { product_ids: [beans], until: inDays(1) }
  expect((await market.call('pause-products', pause, { as: rival.ownerId })).status).toBe(404)
  expect((await market.call('archive-products', { product_ids: [] }, { as })).status).toBe(400)
  expect(await stored(beans)).toMatchObject({ is_archived: false, is_paused: false, available_quantity: 50 })
})

test('a suspended shop changes nothing', async () => {
  const { as, vendorId, rice } = await shelf()
  await market.db.owner.query(`update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect((await market.call('archive-products', { product_ids: [rice] }, { as })).body.code).toBe('shop_is_suspended')
})

test('a paused product cannot be ordered until its time has come, and the pause ends without anybody', async () => {
  const { as, rice } = await shelf()
  const buyer = await market.person()
  const pause = (until: string | null) => market.call('pause-products', { product_ids: [rice], until }, { as })
  expect((await pause(inDays(-1))).status).toBe(400)
  expect((await pause(inDays(400))).status).toBe(400)
  expect((await pause(inDays(2))).status).toBe(200)
  const refused = await order(rice, buyer)
  expect(refused).toMatchObject({ status: 409, body: { code: 'product_paused' } })
  expect(refused.body.message).toMatch(/Back on/)
  expect(await stored(rice)).toMatchObject({ available_quantity: 50 })

  await market.db.owner.query(`update public.products set paused_until = now() - interval '1 second' where id = $1`, [
    rice,
  ])
  expect((await order(rice, buyer)).status).toBe(200)
  expect(await stored(rice)).toMatchObject({ available_quantity: 48, is_paused: true })
  await endPauses(market.db.database)
  expect(await stored(rice)).toMatchObject({ is_paused: false })
  await pause(inDays(2))
  await endPauses(market.db.database)
  expect(await stored(rice)).toMatchObject({ is_paused: true })
  await pause(null)
  expect(await stored(rice)).toMatchObject({ is_paused: false })
})

test('an order that reaches the table takes nothing from a paused product', async () => {
  const { as, rice, beans } = await shelf()
  await order(rice, await market.person())
  await market.call('pause-products', { product_ids: [beans], until: inDays(1) }, { as })
  const more = market.db.owner.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price, vat_class, vat_bps)
     select order_id, $2, product_name, unit, 1, base_price, unit_price, vat_class, vat_bps from public.order_lines where product_id = $1`,
    [rice, beans],
  )
  await expect(more).rejects.toMatchObject({ message: expect.stringContaining('not enough in stock') })
})

test('stock and price are saved unless somebody changed them meanwhile', async () => {
  const { as, rice } = await shelf()
  const save = (facts: Record<string, unknown>) =>
    market.call(
      'set-stock',
      {
        product_id: rice,
        available_quantity: 50,
        base_price: '80000',
        seen_quantity: 50,
        seen_price: '80000',
        ...facts,
      },
      { as },
    )
  expect(await save({ available_quantity: 40 })).toMatchObject({ status: 200, body: { available_quantity: 40 } })
  // Two units are sold; the form still shows 40.
  await order(rice, await market.person())
  const stale = await save({ seen_quantity: 40, available_quantity: 60 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'product_changed', details: { available_quantity: 38 } } })
  // Only the price was changed in that form, so the stock stays as the order left it.
  expect(await save({ seen_quantity: 40, available_quantity: 40, base_price: '82000' })).toMatchObject({ status: 200 })
  expect(await stored(rice)).toMatchObject({ available_quantity: 38, base_price: '82000.00' })
  expect((await save({ seen_price: '80000', base_price: '79000' })).body.code).toBe('product_changed')
  for (const bad of [
    { available_quantity: -1 },
    { available_quantity: 1e9 },
    { base_price: '0' },
    { base_price: 'free' },
  ])
    expect((await save(bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await market.call('set-out-of-stock', { product_ids: [rice] }, { as })).status).toBe(200)
  expect(await stored(rice)).toMatchObject({ available_quantity: 0 })
})

test('of two that save on the same shown stock, one is told', async () => {
  const { as, rice } = await shelf()
  const body = { product_id: rice, base_price: '80000', seen_quantity: 50, seen_price: '80000' }
  const answers = await Promise.all(
    [10, 20].map((available_quantity) => market.call('set-stock', { ...body, available_quantity }, { as })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
