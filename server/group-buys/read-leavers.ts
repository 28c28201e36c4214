import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import type { LateLeaver, PricePromise } from '#domain/payments/settling/late-leaves.ts'

/** A price promise and the buyer it was made to. */
export interface BuyerPromise extends PricePromise {
  personId: string
}

/**
 * The price promises to buyers who are still in a buy, paid or not. `isCounted` marks buyers who have paid and can no
 * longer leave free of charge: the participants that a ceiling relies on. The caller holds the buy's lock.
 */
export async function readPromises(tx: pg.ClientBase, buyId: string): Promise<BuyerPromise[]> {
  const { rows } = await tx.query<PromiseRow>(
    `select o.user_id, o.ceiling_unit_price, coalesce(o.allotted_quantity, o.quantity) as quantity, o.buyer_fee_bps, coalesce(o.promised_at, o.created_at) as promised_at,
       exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = o.user_id and e.is_paid
         and (clock_timestamp() >= g.end_date or e.takes_over_order_id is not null or e.paid_at <= greatest(clock_timestamp() - interval '1 hour', g.top_up_at))) as is_counted
     from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where g.id = $1 and o.is_live and o.ceiling_unit_price < public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants)`,
    [buyId],
  )
  return rows.map((row) => ({
    personId: row.user_id,
    ceilingKobo: nairaToKobo(row.ceiling_unit_price),
    quantity: row.quantity,
    buyerBasisPoints: row.buyer_fee_bps,
    promisedAt: row.promised_at,
    isCounted: row.is_counted,
  }))
}

interface PromiseRow {
  user_id: string
  ceiling_unit_price: string
  quantity: number
  buyer_fee_bps: number
  promised_at: Date
  is_counted: boolean
}

/**
 * Late-left orders of buyers without another paid order in the buy; `leftAt` is when the buyer's last one was left.
 * `without`: as if this order had been left as well.
 */
export async function readLateLeavers(
  tx: pg.ClientBase,
  { buyId, without }: { buyId: string; without?: string },
): Promise<LateLeaver[]> {
  const { rows } = await tx.query<LateLeaver>(
    `select o.id as "orderId", o.user_id as "personId", (o.ceiling_unit_price * 100 * o.quantity)::bigint as "goodsKobo", o.leave_most_kobo as "mostKobo",
       max(o.left_late_at) over (partition by o.user_id) as "leftAt"
     from public.orders o where o.group_buy_id = $1 and o.left_late_at is not null and o.ceiling_unit_price is not null and o.leave_most_kobo is not null
       and not exists (select from public.orders e where e.group_buy_id = $1 and e.user_id = o.user_id and e.is_paid and e.id is distinct from $2) order by o.id`,
    [buyId, without ?? null],
  )
  return rows
}
