import type pg from 'pg'
import type { ReduceOrderInput } from '#api/commands/orders.ts'
import type { LoweredOrder } from '#domain/group-buys/participants/lower-quantity.ts'

/** An order whose quantity the buyer wants to reduce. */
export interface ReducibleOrder {
  id: string
  facts: LoweredOrder
  /** Null for an order from the cart. */
  buy: ReducibleBuy | null
  lines: ReducibleLine[]
  /** End of the checkout's hold. */
  held_until: Date | null
  now: Date
}

interface ReductionQuery {
  input: ReduceOrderInput
  userId: string
}

/** Null if the user has no such order. Takes no lock: the caller does. */
export async function readReducibleOrder(
  tx: pg.ClientBase,
  { input, userId }: ReductionQuery,
): Promise<ReducibleOrder | null> {
  const { rows } = await tx.query<ReducibleOrderRow>(SELECT, [input.order_id, userId, input.updated_at])
  const [row] = rows
  if (!row) return null
  const lines = row.lines ?? []
  const line = lines.find(({ product_id }) => product_id === input.product_id)
  return {
    id: row.id,
    buy: row.buy,
    lines,
    held_until: row.held_until,
    now: row.now,
    facts: {
      status: row.status,
      isBeingPaid: row.is_being_paid,
      isAsSeen: row.is_as_seen,
      quantity: row.buy ? row.quantity : (line?.quantity ?? 0),
      buyerBasisPoints: row.buyer_fee_bps,
      deliveryFeeKobo: row.delivery_fee_kobo,
      minQuantity: row.buy?.min_quantity ?? line?.min_quantity ?? 1,
      unit: row.buy?.unit ?? line?.unit ?? '',
    },
  }
}

const SELECT = `
  select o.id, o.status, o.quantity, o.buyer_fee_bps, o.delivery_fee_kobo, public.is_being_paid(o.id) as is_being_paid, o.updated_at = $3::timestamptz as is_as_seen,
    clock_timestamp() as now, c.hold_expires_at as held_until,
    (select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'quantity', l.quantity, 'unit_price', l.unit_price::text, 'min_quantity', p.min_quantity, 'unit', l.unit))
      from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = o.id) as lines,
    (select jsonb_build_object('ceiling_unit_price', o.ceiling_unit_price::text, 'status', g.status, 'end_date', g.end_date, 'price_vote_until', public.price_vote_until(g), 'base_price', g.base_price::text,
        'price_tiers', g.price_tiers, 'min_participants', g.min_participants, 'current_participants', g.current_participants, 'terms_version', g.terms_version,
        'min_quantity', g.min_quantity, 'unit', g.unit, 'locked', public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants),
        'live_quantity', (select sum(quantity) from public.orders where group_buy_id = g.id and user_id = o.user_id and is_live))
      from public.group_buys g where g.id = o.group_buy_id) as buy
  from public.orders o left join public.checkouts c on c.id = o.checkout_id where o.id = $1 and o.user_id = $2`

interface ReducibleOrderRow {
  id: string
  status: string
  quantity: number
  buyer_fee_bps: number
  delivery_fee_kobo: bigint
  is_being_paid: boolean
  is_as_seen: boolean
  now: Date
  held_until: Date | null
  lines: ReducibleLine[] | null
  buy: ReducibleBuy | null
}

/** Amounts are naira. */
interface ReducibleLine {
  product_id: string
  quantity: number
  unit_price: string
  min_quantity: number
  unit: string
}

interface ReducibleBuy {
  ceiling_unit_price: string
  status: string
  end_date: string
  price_vote_until: string | null
  base_price: string
  price_tiers: string
  min_participants: number
  current_participants: number
  terms_version: number
  min_quantity: number
  unit: string
  locked: number
  live_quantity: number
}
