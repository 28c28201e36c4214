import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { refundEndedBuys } from '#server/settlement/refund-ended-buys.ts'
import { decisionInput, openClaimMarket } from '#server/testing/goods/claim-market.ts'

let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(6)
})
afterAll(() => shop.market.close())

const rate = (as: string, order_id: string, rating = 5) =>
  shop.market.call('rate-order', { order_id, rating, comment: 'Complete weight.' }, { as })
const metrics = async () => {
  await shop.market.db.owner.query('select public.recompute_vendor_metrics()')
  return shop.market.row<Record<string, unknown>>(
    `select rating::float, rating_count, cancellation_rate::float as cancelled, dispute_rate::float as disputed from public.vendor_metrics where vendor_id = $1`,
    [shop.vendorId],
  )
}

test('a rating is possible only after hand-over, by the buyer, and once', async () => {
  const early = shop.nextOrder()
  expect((await rate(early.buyer, early.orderId)).body.code).toBe('rating_too_early')
  const goods = await shop.nextGoods()
  expect((await rate(await shop.market.person(), goods.orderId)).body.code).toBe('order_not_found')
  expect((await rate(goods.buyer, goods.orderId, 6)).status).toBe(400)
  const responses = await Promise.all([1, 2, 3].map((stars) => rate(goods.buyer, goods.orderId, stars)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // The table enforces this too.
  const past = `insert into public.reviews (vendor_id, author_id, order_id, rating) values ($1, $2, $3, 5)`
  await expect(shop.market.db.owner.query(past, [shop.vendorId, early.buyer, early.orderId])).rejects.toThrow(
    'once the goods are handed over',
  )
})

test('the vendor replies once; staff without a part in it hide a reported rating, which then doesn’t count', async () => {
  const goods = await shop.nextGoods()
  const { review_id } = (await rate(goods.buyer, goods.orderId, 1)).body
  const before = await metrics()
  const reply = (as: string, words: string) => shop.market.call('reply-to-review', { review_id, reply: words }, { as })
  expect((await reply(goods.buyer, 'Not mine')).body.code).toBe('review_not_found')
  expect((await reply(shop.ownerId, 'We are sorry.')).status).toBe(200)
  expect((await reply(shop.ownerId, 'We are not.')).body.code).toBe('replied_already')
  await expect(
    shop.market.db.owner.query(`update public.reviews set reply = 'x' where id = $1`, [review_id]),
  ).rejects.toThrow('stays as it was said')
  const judge = (as: string, hide = true) =>
    shop.market.call('judge-review', { review_id, hide, reason: 'Insults a person.' }, { as })
  expect((await judge(shop.staff.manager)).body.code).toBe('review_not_found')
  await shop.market.call('report-review', { review_id, reason: 'It insults people.' }, { as: shop.ownerId })
  expect((await judge(shop.ownerId)).body.code).toBe('own_case')
  expect((await judge(await shop.market.person({ role: 'manager' }))).body.code).toBe('review_not_found')
  expect((await judge(shop.staff.manager)).body).toEqual({ review_id, hidden: true })
  expect((await judge(shop.staff.coordinator, false)).body.code).toBe('already_done')
  const seen = async (who: string | null) =>
    (await asPerson(shop.market.db, who, 'select id from public.reviews where id = $1', [review_id])).count
  expect([await seen(null), await seen(goods.buyer)]).toEqual([0, 0])
  expect((await asPerson(shop.market.db, null, 'select reported_by from public.reviews')).errorCode).toBe('42501')
  const after = await metrics()
  expect(Number(after.rating_count)).toBe(Number(before.rating_count) - 1)
})

test('claims that were contested or upheld count against a shop, withdrawn ones do not', async () => {
  const goods = await shop.nextGoods()
  const id = await shop.opened(goods)
  expect((await metrics()).disputed).toBe(0)
  await shop.contest(id)
  const { disputed, cancelled } = await metrics()
  // One of three handed-over orders; none was cancelled.
  expect([disputed, cancelled]).toEqual([33.33, 0])
  await shop.market.call('withdraw-claim', { claim_id: id, text: '' }, { as: goods.buyer })
  expect((await metrics()).disputed).toBe(0)
  expect((await shop.market.call('propose-decision', decisionInput(id), { as: shop.staff.manager })).body.code).toBe(
    'claim_status_changed',
  )
})

test('orders cancelled by the shop count as cancelled and late; those cancelled by staff do not', async () => {
  for (const [who, rate] of [
    ['vendor', 100],
    ['chief', 0],
  ] as const) {
    const market = await openClaimMarket(6)
    const as = who === 'vendor' ? market.ownerId : market.staff.chief
    const body = { group_buy_id: market.buyId, reason: 'The harvest failed' }
    expect((await market.market.call('cancel-group-buy', body, { as })).status).toBe(200)
    expect(await refundEndedBuys(market.market.db.database, 'https://market.test')).toEqual([])
    await market.market.db.owner.query('select public.recompute_vendor_metrics()')
    const found = await market.market.row<{ cancelled: number; late: number | null }>(
      `select cancellation_rate::float as cancelled, on_time_rate::float as late from public.vendor_metrics where vendor_id = $1`,
      [market.vendorId],
    )
    await market.market.close()
    expect([who, found]).toEqual([who, { cancelled: rate, late: who === 'vendor' ? 0 : null }])
  }
})

test('a rating is shown with each product of its order until it is hidden', async () => {
  const { owner } = shop.market.db
  const goods = await shop.nextGoods()
  const sold = `select array_agg(product_id) as ids from public.order_lines where order_id = $1`
  const { ids } = await shop.market.row<{ ids: string[] }>(sold, [goods.orderId])
  const elsewhere = await shop.market.product(shop.vendorId)
  const { rows } = await owner.query(
    `insert into public.reviews (vendor_id, author_id, order_id, rating, product_ids) values ($1, $2, $3, 4, array[$4::uuid]) returning id, product_ids`,
    [shop.vendorId, goods.buyer, goods.orderId, elsewhere],
  )
  const [{ id, product_ids }] = rows
  expect(product_ids).toEqual(ids)
  const counted = async (who: string | null, product: string | undefined) =>
    (
      await asPerson(
        shop.market.db,
        who,
        'select rating, rating_count from public.product_ratings where product_id = $1',
        [product],
      )
    ).rows[0]
  const before = await counted(null, ids[0])
  expect(before?.rating_count).toBeGreaterThan(0)
  expect(await counted(goods.buyer, ids[0])).toEqual(before)
  expect(await counted(null, elsewhere)).toEqual({ rating: null, rating_count: 0 })
  const moved = owner.query('update public.reviews set product_ids = array[$1::uuid] where id = $2', [elsewhere, id])
  await expect(moved).rejects.toThrow('stays as it was said')
  await shop.market.call('report-review', { review_id: id, reason: 'It insults people.' }, { as: shop.ownerId })
  const decisionInput = { review_id: id, hide: true, reason: 'Insults a person.' }
  expect((await shop.market.call('judge-review', decisionInput, { as: shop.staff.chief })).status).toBe(200)
  expect(await counted(null, ids[0])).toMatchObject({ rating_count: Number(before?.rating_count) - 1 })
})

test('content staff hide a rating without a report, and take it back so that it counts again', async () => {
  const goods = await shop.nextGoods()
  const { review_id } = (await rate(goods.buyer, goods.orderId, 2)).body
  const administrator = await shop.market.person({ role: 'administrator' })
  const judge = (as: string, hide: boolean | null) =>
    shop.market.call('judge-review', { review_id, hide, reason: 'Insults a person.' }, { as })
  const row = () => shop.market.row('select * from public.reviews where id = $1', [review_id])
  const [untouched, before] = [await row(), await metrics()]
  for (const staff of [shop.staff.manager, shop.staff.chief])
    expect((await judge(staff, true)).body.code).toBe('review_not_found')
  expect((await judge(administrator, false)).body.code).toBe('review_not_found')
  const seen = async (who: string) =>
    (await asPerson(shop.market.db, who, 'select id from public.judged_reviews where id = $1', [review_id])).count
  expect([await seen(administrator), await seen(shop.staff.manager)]).toEqual([1, 0])
  const answers = await Promise.all([judge(administrator, true), judge(administrator, true)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(Number((await metrics()).rating_count)).toBe(Number(before.rating_count) - 1)
  expect((await judge(await shop.market.person({ role: 'supervisor' }), null)).body.code).toBe('already_done')
  expect((await judge(administrator, null)).body).toEqual({ review_id, hidden: false })
  expect(await row()).toEqual(untouched)
  expect(await metrics()).toMatchObject({ rating_count: before.rating_count, rating: before.rating })
})
