import type pg from 'pg'
import { ceilingPriceKobo } from '#domain/group-buys/price/ceiling.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { koboToNaira, minKobo, nairaToKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import type { PayableOrder } from '#domain/payments/paying.ts'
import type { TakeOverFault } from '#domain/share-gifts/refusals.ts'

/**
 * Locks the buys of these orders, their checkouts, then the orders and those that they take over, each by id: the lock
 * order of all payment code.
 */
export async function lockOrders(tx: pg.ClientBase, orderIds: readonly string[]): Promise<void> {
  await tx.query(
    `select from public.group_buys where id in (select group_buy_id from public.orders where id = any ($1::uuid[])) order by id for no key update`,
    [orderIds],
  )
  await tx.query(
    `select from public.checkouts where id in (select checkout_id from public.orders where id = any ($1::uuid[])) order by id for update`,
    [orderIds],
  )
  await tx.query(
    `select from public.orders where id = any ($1::uuid[])
       or id in (select takes_over_order_id from public.orders where id = any ($1::uuid[])) order by id for update`,
    [orderIds],
  )
}

/**
 * Reads a user's orders with the amounts that are payable now, by id; the caller holds their locks. The ceiling may
 * have fallen since the order was made: it is lowered here, never raised.
 */
export async function readPayableOrders(
  tx: pg.ClientBase,
  { orderIds, userId }: PayableOrdersQuery,
): Promise<PayableOrder[]> {
  const { rows } = await tx.query<PayableOrderRow>(
    `select o.id, o.status, o.group_buy_id, o.quantity, o.ceiling_unit_price, o.fee_kobo, o.buyer_fee_bps, o.delivery_fee_kobo, o.amount_due_kobo, o.unit_price,
       coalesce(o.hold_expires_at, g.payment_due_at, c.hold_expires_at) as payable_until, coalesce(g.status in ('active', 'closed'), true) as is_open,
       g.base_price, g.price_tiers, g.min_participants,
       -- The giver of a share stops counting when it is paid for.
       public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants) - coalesce(given.is_paid, false)::integer as locked,
       case when given.id is not null then public.take_over_fault(given.id, o.user_id, o.id)
         when exists (select from public.orders t where t.takes_over_order_id = o.id and t.status = 'pending' and public.is_being_paid(t.id)) then 'share_being_paid' end as share_fault,
       exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = o.user_id and e.is_paid) as has_paid,
       r.id is not null as has_open_rise, exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id and a.answer = 'stay') as has_agreed
     from public.orders o left join public.price_rises r on r.group_buy_id = o.group_buy_id and r.status = 'open' left join public.group_buys g on g.id = o.group_buy_id left join public.checkouts c on c.id = o.checkout_id
       left join public.orders given on given.id = o.takes_over_order_id
     where o.id = any ($1::uuid[]) and o.user_id = $2 order by o.id`,
    [orderIds, userId],
  )
  return Promise.all(rows.map((row) => toPayableOrder(tx, row)))
}

interface PayableOrdersQuery {
  orderIds: readonly string[]
  userId: string
}

async function toPayableOrder(tx: pg.ClientBase, row: PayableOrderRow): Promise<PayableOrder> {
  const { id: orderId, status, is_open: isOpen, payable_until: payableUntil } = row
  const needsAnswer = row.has_open_rise && !row.has_agreed
  const facts = { orderId, status, isOpen, needsAnswer, shareFault: row.share_fault }
  const order = { ...facts, payableUntil: payableUntil ?? new Date(0) }
  if (status !== 'pending' || !isFromBuy(row)) return { ...order, dueKobo: row.amount_due_kobo }
  const promisedKobo = nairaToKobo(row.ceiling_unit_price)
  const currentKobo = ceilingPriceKobo({
    ...readPrices(row),
    minParticipants: row.min_participants,
    lockedParticipants: row.locked,
    hasPaid: row.has_paid,
  })
  // While the vote is open the buy has its old prices, and those who agreed have the new ceiling.
  const ceilingUnitPriceKobo = row.has_agreed ? promisedKobo : minKobo(promisedKobo, currentKobo)
  const amounts = orderAmounts({
    unitPriceKobo: nairaToKobo(row.unit_price),
    ceilingUnitPriceKobo,
    quantity: row.quantity,
    rates: { buyerBasisPoints: row.buyer_fee_bps, vendorBasisPoints: 0, referralBasisPoints: 0 },
    deliveryFeeKobo: row.delivery_fee_kobo,
  })
  if (ceilingUnitPriceKobo < promisedKobo) {
    await tx.query(
      'update public.orders set ceiling_unit_price = $2, fee_kobo = $3, amount_due_kobo = $4 where id = $1',
      [orderId, koboToNaira(ceilingUnitPriceKobo), amounts.feeKobo, amounts.amountDueKobo],
    )
  }
  return { ...order, dueKobo: amounts.amountDueKobo }
}

interface PayableOrderRow {
  id: string
  status: string
  group_buy_id: string | null
  quantity: number
  ceiling_unit_price: string | null
  unit_price: string | null
  buyer_fee_bps: number
  delivery_fee_kobo: bigint
  amount_due_kobo: bigint
  payable_until: Date | null
  is_open: boolean
  base_price: string | null
  price_tiers: string | null
  min_participants: number | null
  locked: number | null
  has_paid: boolean
  share_fault: TakeOverFault | null
  /** Its shop asks for a higher price, and whether the buyer agreed. */
  has_open_rise: boolean
  has_agreed: boolean
}

/** Columns that are set for orders of a buy, and null for orders from the cart. */
type BuyOrderRow = PayableOrderRow & {
  [Name in 'ceiling_unit_price' | 'unit_price' | 'base_price' | 'price_tiers']: string
} & { min_participants: number; locked: number }

function isFromBuy(row: PayableOrderRow): row is BuyOrderRow {
  return row.group_buy_id !== null
}
