import type pg from 'pg'
import type { OrderCartInput, PlacedCheckout } from '#api/commands/orders.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { isKobo, koboToNaira } from '#domain/money.ts'
import { type CheckoutPlan, decideCheckout, type PlannedOrder } from '#domain/orders/checking-out.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { type CartFacts, lockCart, readCart } from './read-cart.ts'

const MAX_LINES = 50

/**
 * Orders a cart: one checkout with one order per shop; the goods are reserved while the checkout is held. The same cart
 * from a second tab returns the same checkout while it is unpaid.
 */
export const orderCart: Command<'order-cart'> = {
  name: 'order-cart',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['lines', 'expected_kobo'],
  check,
  async run({ input, caller, tx }) {
    const userId = caller.userId ?? ''
    const productIds = input.lines.map(({ product_id }) => product_id)
    await lockCart(tx, { userId, productIds })
    const existing = await findOpenCheckout(tx, { input, userId })
    if (existing) return readPlacedCheckout(tx, existing)
    const { rows: switches } = await tx.query<{ is_paused: boolean }>(`select public.is_paused('orders')`)
    if (switches[0]?.is_paused) return refuse('market_paused')
    const facts = await readCart(tx, { userId, productIds })
    if (facts.isDisabled) return refuse('sign_in_required')
    const seen = input.lines.map(({ product_id, quantity, unit_price_kobo }) => ({
      productId: product_id,
      quantity,
      unitPriceKobo: BigInt(unit_price_kobo),
    }))
    const plan = decideCheckout(seen, { ...facts, expectedKobo: BigInt(input.expected_kobo) })
    if (isRefusal(plan)) return plan
    return readPlacedCheckout(tx, await insertCheckout(tx, { plan, facts, userId }))
  },
}

function check(raw: Readonly<Record<string, unknown>>) {
  const errors: Record<string, string> = {}
  const lines = Array.isArray(raw.lines) ? raw.lines.map(parseLine) : []
  const ids = lines.map((line) => line?.product_id)
  if (lines.length === 0 || lines.length > MAX_LINES || lines.includes(null) || new Set(ids).size < ids.length) {
    errors.lines = `A cart has 1 to ${MAX_LINES} different products, each with a whole quantity and the price you saw.`
  }
  if (!isKobo(raw.expected_kobo)) errors.expected_kobo = 'The total must be a whole number of kobo.'
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  const value = { lines: lines.flatMap((line) => line ?? []), expected_kobo: Number(raw.expected_kobo) }
  return { ok: true as const, value }
}

function parseLine(raw: unknown): OrderCartInput['lines'][number] | null {
  const { product_id: id, quantity, unit_price_kobo: price } = (raw ?? {}) as Record<string, unknown>
  const isWhole = Number.isSafeInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= 1_000_000
  if (!isUuid(id) || !isWhole || !isKobo(price)) return null
  return { product_id: id.toLowerCase(), quantity: Number(quantity), unit_price_kobo: price }
}

interface CheckoutRequest {
  input: OrderCartInput
  userId: string
}

/** Returns the id of an open checkout of the same goods at the same prices, all of whose orders are still unpaid. */
async function findOpenCheckout(tx: pg.ClientBase, { input, userId }: CheckoutRequest): Promise<string | null> {
  const lines = input.lines.map(({ product_id, quantity, unit_price_kobo }) => ({
    product_id,
    quantity,
    unit_price: koboToNaira(BigInt(unit_price_kobo)),
  }))
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from public.checkouts c where c.user_id = $1 and c.status = 'open' and c.hold_expires_at > clock_timestamp()
       and (select sum(amount_due_kobo - delivery_fee_kobo) = $3 and bool_and(status = 'pending') from public.orders where checkout_id = c.id)
       and (select array_agg(format('%s %s %s', l.product_id, l.quantity, l.unit_price) order by l.product_id) from public.order_lines l
         join public.orders o on o.id = l.order_id where o.checkout_id = c.id)
         = (select array_agg(format('%s %s %s', product_id, quantity, unit_price) order by product_id)
            from jsonb_to_recordset($2) as seen (product_id uuid, quantity integer, unit_price numeric(14,2)))
     order by c.created_at desc limit 1 for update of c skip locked`,
    [userId, JSON.stringify(lines), input.expected_kobo],
  )
  return rows[0]?.id ?? null
}

interface CheckoutInsert {
  plan: CheckoutPlan
  facts: CartFacts
  userId: string
}

/** Inserting the lines reduces the stock (take_stock), by one conditional update each, under the locks already held. */
async function insertCheckout(tx: pg.ClientBase, { plan, facts, userId }: CheckoutInsert): Promise<string> {
  const { rows } = await tx.query<{ id: string }>('insert into public.checkouts (user_id) values ($1) returning id', [
    userId,
  ])
  const checkoutId = rows[0]?.id ?? ''
  const orders = plan.orders.map((order) => ({ id: crypto.randomUUID(), ...order }))
  await tx.query(
    `insert into public.orders (id, checkout_id, user_id, vendor_id, pickup_point_id, buyer_name, quantity, total_amount, fee_kobo, amount_due_kobo, buyer_fee_bps, vendor_fee_bps, referral_bps)
     select o.id, $1, $2, o.vendor_id, public.open_place(o.vendor_id, o.days), $3, o.quantity, o.total_amount, o.fee_kobo, o.amount_due_kobo, $4, $5, $6
     from jsonb_to_recordset($7) as o (id uuid, vendor_id uuid, quantity integer, total_amount numeric, fee_kobo bigint, amount_due_kobo bigint, days date[])`,
    [
      checkoutId,
      userId,
      facts.buyerName,
      facts.buyerBasisPoints,
      facts.vendorBasisPoints,
      facts.referralBasisPoints,
      JSON.stringify(orders.map(orderRow)),
    ],
  )
  await tx.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price, share_date)
     select l.order_id, p.id, p.name, p.unit, p.image_url, l.quantity, p.base_price, p.base_price, p.share_date
     from jsonb_to_recordset($1) as l (order_id uuid, product_id uuid, quantity integer) join public.products p on p.id = l.product_id order by p.id`,
    [
      JSON.stringify(
        orders.flatMap(({ id, lines }) =>
          lines.map(({ product, quantity }) => ({ order_id: id, product_id: product.id, quantity })),
        ),
      ),
    ],
  )
  return checkoutId
}

const orderRow = (order: PlannedOrder & { id: string }) => ({
  id: order.id,
  vendor_id: order.vendorId,
  quantity: order.quantity,
  total_amount: koboToNaira(order.goodsKobo),
  fee_kobo: String(order.feeKobo),
  amount_due_kobo: String(order.totalKobo),
  days: [...new Set(order.lines.flatMap(({ product }) => product.shareDate ?? []))],
})

async function readPlacedCheckout(tx: pg.ClientBase, checkoutId: string): Promise<PlacedCheckout> {
  const { rows } = await tx.query<{ placed: PlacedCheckout }>(
    `select jsonb_build_object('checkout_id', c.id, 'hold_expires_at', c.hold_expires_at, 'total_kobo', sum(o.amount_due_kobo), 'orders', jsonb_agg(
       jsonb_build_object('id', o.id, 'order_no', o.order_no, 'vendor_id', o.vendor_id, 'amount_due_kobo', o.amount_due_kobo) order by o.order_no)) as placed
     from public.checkouts c join public.orders o on o.checkout_id = c.id where c.id = $1 group by c.id`,
    [checkoutId],
  )
  if (!rows[0]) throw new Error('A checkout must have orders')
  return rows[0].placed
}
