import type pg from 'pg'
import type { OrderRow, ReduceOrderInput } from '#api/commands/orders.ts'
import { checkFields, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { lowerBuyQuantity, lowerCartQuantity } from '#domain/group-buys/participants/lower-quantity.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { koboToNaira, nairaToKobo } from '#domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { type ReducibleOrder, readReducibleOrder } from './read-reducible-order.ts'

/**
 * A buyer reduces the quantity of an unpaid order of a buy, or of one product of a bulk order (optimistic concurrency).
 */
export const reduceOrder: Command<'reduce-order'> = {
  name: 'reduce-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'product_id', 'quantity', 'updated_at'],
  check: (raw) =>
    checkFields<ReduceOrderInput>(raw, {
      order_id: uuid('Order'),
      product_id: (id) => (id === null || id === undefined ? { value: null } : uuid('Product')(id)),
      quantity: wholeNumber({ label: 'Quantity', min: 1, max: 1_000_000 }),
      updated_at: parseVersion,
    }),
  async run({ input, caller, tx }) {
    await lockOrder(tx, input.order_id)
    const order = await readReducibleOrder(tx, { input, userId: caller.userId ?? '' })
    if (!order) return refuse('order_not_found')
    const refusal = order.buy ? await reduceInBuy(tx, order, input) : await reduceInCart(tx, order, input)
    if (refusal) return refusal
    const { rows } = await tx.query<{ order: OrderRow }>(
      'select to_jsonb(o) as order from public.orders o where id = $1',
      [order.id],
    )
    return rows[0] ?? refuse('order_not_found')
  },
}

/** Parses `updated_at` as the table API formats it, with microseconds. */
function parseVersion(raw: unknown) {
  const isTime = typeof raw === 'string' && raw.length <= 40 && /^\d{4}-\d\d-\d\dT[\d:.+Z-]+$/.test(raw)
  if (!isTime || Number.isNaN(Date.parse(raw))) return { error: 'Send the time at which the order last changed.' }
  return { value: raw }
}

/** Lock order: the buy or the checkout, then the order. */
async function lockOrder(tx: pg.ClientBase, orderId: string): Promise<void> {
  await tx.query(
    `select public.caused_by('buyer'), (select id from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update),
       (select id from public.checkouts where id = (select checkout_id from public.orders where id = $1) for update)`,
    [orderId],
  )
  await tx.query('select from public.orders where id = $1 for update', [orderId])
}

/** Triggers update the counters and the order's line (count_orders). */
async function reduceInBuy(
  tx: pg.ClientBase,
  order: ReducibleOrder,
  { quantity }: ReduceOrderInput,
): Promise<Refusal | null> {
  const { buy } = order
  if (!buy) return refuse('order_not_found')
  const lowered = lowerBuyQuantity(
    {
      ...order.facts,
      ceilingUnitPriceKobo: nairaToKobo(buy.ceiling_unit_price),
      liveQuantity: buy.live_quantity,
      buy: {
        ...readPrices(buy),
        status: buy.status,
        endDate: new Date(buy.end_date),
        priceVoteUntil: buy.price_vote_until === null ? null : new Date(buy.price_vote_until),
        minParticipants: buy.min_participants,
        currentParticipants: buy.current_participants,
        lockedParticipants: buy.locked,
      },
    },
    { quantity, now: order.now },
  )
  if (isRefusal(lowered)) return lowered
  await tx.query(
    `update public.orders set quantity = $2, unit_price = $3, total_amount = $4, ceiling_unit_price = $5, fee_kobo = $6, amount_due_kobo = $7, terms_version = $8,
       sure_quantity = case when sure_quantity < $2 then sure_quantity end where id = $1`,
    [
      order.id,
      lowered.quantity,
      koboToNaira(lowered.unitPriceKobo),
      koboToNaira(lowered.totalKobo),
      koboToNaira(lowered.ceilingUnitPriceKobo),
      lowered.feeKobo,
      lowered.amountDueKobo,
      buy.terms_version,
    ],
  )
  return null
}

/** A trigger on the line returns the goods to stock (move_stock_of_line). */
async function reduceInCart(
  tx: pg.ClientBase,
  order: ReducibleOrder,
  { quantity, product_id: productId }: ReduceOrderInput,
): Promise<Refusal | null> {
  if (!order.lines.some(({ product_id }) => product_id === productId)) return refuse('product_not_found')
  const lowered = lowerCartQuantity(
    {
      ...order.facts,
      heldUntil: order.held_until ?? new Date(0),
      lines: order.lines.map((line) => ({
        isIt: line.product_id === productId,
        quantity: line.quantity,
        unitPriceKobo: nairaToKobo(line.unit_price),
      })),
    },
    { quantity, now: order.now },
  )
  if (isRefusal(lowered)) return lowered
  await tx.query('update public.order_lines set quantity = $3 where order_id = $1 and product_id = $2', [
    order.id,
    productId,
    quantity,
  ])
  await tx.query(
    'update public.orders set quantity = $2, total_amount = $3, fee_kobo = $4, amount_due_kobo = $5 where id = $1',
    [order.id, lowered.quantity, koboToNaira(lowered.totalKobo), lowered.feeKobo, lowered.amountDueKobo],
  )
  return null
}
