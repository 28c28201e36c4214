import type { TestMarket } from '../market.ts'

/** Creates an order of two bags from the cart, paid in PEPS, to be collected at the shop's own place. */
export async function paidFromCart(market: TestMarket, facts: Record<string, unknown> = {}) {
  const { vendorId, ownerId } = await market.shop()
  const productId = await market.product(vendorId, { base_price: 800, ...facts })
  const buyer = await market.person()
  const { id: placeId } = await market.row<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, vendor_id) values ('Shop ' || left($1::uuid::text, 8), 'Lagos', 'Kosofe', '1 Market Road', $1) returning id`,
    [vendorId],
  )
  await market.moved('buyer', 'insert into public.checkouts (id, user_id) values ($1, $1)', [buyer])
  await market.moved(
    'buyer',
    `with made as (insert into public.orders (checkout_id, user_id, vendor_id, pickup_point_id, quantity, total_amount, fee_kobo) values ($1, $1, $2, $4, 2, 1600, 4000) returning id)
     insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price) select id, $3, 'Ofada rice', 'bag', 2, 800, 800 from made`,
    [buyer, vendorId, productId, placeId],
  )
  const { id: orderId, line: lineId } = await market.row<{ id: string; line: string }>(
    'select o.id, l.id as line from public.orders o join public.order_lines l on l.order_id = o.id where o.user_id = $1',
    [buyer],
  )
  for (const line of [
    { kind: 'referral_reward', credit: buyer, amount_kobo: 164_000 },
    { kind: 'peps_spent', debit: buyer, credit: orderId, amount_kobo: 164_000 },
  ])
    await market.db.owner.query('select ledger.post($1, $2)', [crypto.randomUUID(), JSON.stringify([line])])
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), charged_kobo = 164000, peps_kobo = 164000 where id = $1`,
    [orderId],
  )
  return { vendorId, ownerId, buyer, productId, placeId, orderId, lineId }
}
