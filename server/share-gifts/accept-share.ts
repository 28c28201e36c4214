import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { refuse } from '#domain/refusal.ts'
import { takeOverHeldUntil } from '#domain/share-gifts/giving.ts'
import type { TakeOverFault } from '#domain/share-gifts/refusals.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockGift } from './lock-gift.ts'

/**
 * The person to whom a share was offered accepts it: they get an order of the same units and price, which counts in
 * the buy once it is paid. Accepting again returns the same order.
 */
export const acceptShare: Command<'accept-share'> = {
  name: 'accept-share',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['gift_id'],
  check: (raw) => checkFields(raw, { gift_id: uuid('Share') }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    const gift = await lockGift(tx, { giftId: input.gift_id, personId })
    if (!gift) return refuse('gift_not_found')
    const former = await readTakeOver(tx, { orderId: gift.order_id, personId })
    if (former) return { order: former }
    if (!gift.is_open || gift.is_over || gift.status !== 'offered') return refuse('gift_over')
    if (gift.giver_id === personId) return refuse('own_share')
    if (!gift.is_for_caller) return refuse('gift_for_other')
    const { rows } = await tx.query<{ fault: TakeOverFault | null; is_paused: boolean }>(
      `select public.take_over_fault($1, $2) as fault, public.is_paused('orders') as is_paused`,
      [gift.order_id, personId],
    )
    if (rows[0]?.is_paused) return refuse('market_paused')
    if (rows[0]?.fault) return refuse(rows[0].fault)
    const orderId = await writeTakeOver(tx, { orderId: gift.order_id, personId })
    await tx.query(
      `update public.share_gifts set status = 'accepted', receiver_id = $2, turn_ends_at = null where id = $1`,
      [gift.id, personId],
    )
    const order = orderId && (await readTakeOver(tx, { orderId: gift.order_id, personId }))
    return order ? { order } : refuse('share_changed')
  },
}

interface TakeOver {
  /** The giver's order. */
  orderId: string
  personId: string
}

async function readTakeOver(tx: pg.PoolClient, { orderId, personId }: TakeOver): Promise<OrderRow | null> {
  const { rows } = await tx.query<{ order: OrderRow }>(
    `select to_jsonb(o) as order from public.orders o where takes_over_order_id = $1 and user_id = $2 and status not in ('expired', 'cancelled')`,
    [orderId, personId],
  )
  return rows[0]?.order ?? null
}

/** Collected where the giver would have collected it; a delivery goes to an address that only the giver has. */
async function writeTakeOver(tx: pg.PoolClient, { orderId, personId }: TakeOver): Promise<string | null> {
  const { rows } = await tx.query<OfferedShareRow>(
    `select o.quantity, o.unit_price, o.ceiling_unit_price, o.buyer_fee_bps, o.vendor_fee_bps, o.referral_bps, g.payment_due_at, clock_timestamp() as now,
       coalesce((select p.id from public.pickup_points p where p.id = o.pickup_point_id and p.closed_at is null), public.open_place(o.vendor_id, array[g.share_date])) as place
     from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where o.id = $1 and o.unit_price is not null and o.ceiling_unit_price is not null and g.payment_due_at is not null`,
    [orderId],
  )
  const [given] = rows
  if (!given) return null
  const amounts = orderAmounts({
    unitPriceKobo: nairaToKobo(given.unit_price),
    ceilingUnitPriceKobo: nairaToKobo(given.ceiling_unit_price),
    quantity: given.quantity,
    rates: {
      buyerBasisPoints: given.buyer_fee_bps,
      vendorBasisPoints: given.vendor_fee_bps,
      referralBasisPoints: given.referral_bps,
    },
    deliveryFeeKobo: 0n,
  })
  const { rows: written } = await tx.query<{ id: string }>(
    `insert into public.orders (group_buy_id, user_id, vendor_id, buyer_name, quantity, unit_price, total_amount, ceiling_unit_price, terms_version, buyer_fee_bps,
       vendor_fee_bps, referral_bps, fee_kobo, amount_due_kobo, pickup_point_id, promised_at, hold_expires_at, takes_over_order_id, sure_quantity)
     select o.group_buy_id, $2, o.vendor_id, coalesce((select p.full_name from public.profiles p where p.id = $2), ''), o.quantity, o.unit_price, o.total_amount,
       o.ceiling_unit_price, o.terms_version, o.buyer_fee_bps, o.vendor_fee_bps, o.referral_bps, $3, $4, $5, o.promised_at, $6, o.id, o.sure_quantity
     from public.orders o where o.id = $1 returning id`,
    [
      orderId,
      personId,
      amounts.feeKobo,
      amounts.amountDueKobo,
      given.place,
      takeOverHeldUntil({ now: given.now, paymentDueAt: given.payment_due_at }),
    ],
  )
  return written[0]?.id ?? null
}

interface OfferedShareRow {
  quantity: number
  unit_price: string
  ceiling_unit_price: string
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  payment_due_at: Date
  now: Date
  place: string | null
}
