import type pg from 'pg'
import type { JoinedBuy, Joiner } from '#domain/group-buys/joining.ts'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid-standing.ts'

/** A buy and a person as the joining rule wants them, read under the buy's row lock at the database's time. */
export interface JoinFacts {
  buy: JoinedBuy | null
  /** Of the buy's terms, for the order. */
  termsVersion: number
  joiner: Joiner
  now: Date
  /** When the transaction began: from then on a place is held. */
  beganAt: Date
  /** Of the joiner, copied onto the order. */
  buyerName: string
  vendorId: string
  pendingOrderId: string | null
  /** For the mail that confirms the join. */
  mail: { to: string | null; product: string; unit: string; paymentMode: string; paymentDueAt: Date } | null
  /** The joiner's login was deleted or banned a moment ago. */
  isGone: boolean
  /** There is an order of the id that the client made. */
  idIsTaken: boolean
}

interface Wanted {
  buyId: string
  userId: string
  orderId?: string | null
}

/**
 * Locks the buy, so that the terms read here are those under which the order is written, and two joins stand in line; and
 * before it what the person has promised elsewhere, so that their joins to other buys stand in line as well. The person's row is locked against deletion: whoever deletes their account at this moment waits for this order and then finds
 * it, or is waited for and is gone. The statements travel together; the facts are read once the locks are held.
 */
export async function readBuyForJoin(tx: pg.PoolClient, { buyId, userId, orderId = null }: Wanted): Promise<JoinFacts> {
  const [, { rows }] = await Promise.all([
    tx.query({ name: 'lock-for-join', text: LOCK, values: [buyId, userId] }),
    tx.query<Row>({ name: 'read-buy-for-join', text: FACTS, values: [buyId, userId, orderId] }),
  ])
  const row = rows[0]
  if (!row) throw new Error('The facts of a join always have one row')
  return {
    buy: row.status === null ? null : { ...buyOf(row), heldByNew: row.held_by_new ?? 0 },
    joiner: {
      id: userId,
      confirmed: row.confirmed,
      liveQuantity: row.live_quantity,
      pending: pendingOf(row),
      servesShop: row.serves_shop ?? false,
      unpaid: {
        ...{ grade: row.grade, orders: row.orders, kobo: row.kobo, lapses: row.lapses, limits: row.limits },
        hasPaid: row.has_paid,
      },
    },
    termsVersion: row.terms_version ?? 0,
    now: row.now,
    beganAt: row.began_at,
    buyerName: row.buyer_name,
    vendorId: row.vendor_id ?? '',
    pendingOrderId: row.pending_id,
    mail:
      row.status === null
        ? null
        : {
            ...{ to: row.email, product: row.product_name, unit: row.unit },
            ...{ paymentMode: row.payment_mode, paymentDueAt: row.payment_due_at },
          },
    isGone: row.is_gone,
    idIsTaken: row.id_is_taken,
  }
}

export function pendingOf(row: Pending | Missing<Pending>): NonNullable<Joiner['pending']> | null {
  if (row.pending_id === null) return null
  return {
    quantity: row.pending_quantity,
    ceilingUnitPriceKobo: nairaToKobo(row.pending_ceiling),
    amountDueKobo: row.pending_due,
    deliveryFeeKobo: row.pending_delivery_fee,
    isHeld: row.pending_is_held,
    isBeingPaid: row.pending_is_being_paid,
  }
}

export function buyOf(row: Buy): JoinedBuy {
  return {
    ...readPrices(row),
    // A suspended shop takes no new orders; the accepted ones stand.
    status: row.shop_is_open ? row.status : 'suspended',
    endDate: row.end_date,
    targetQuantity: row.target_quantity,
    currentQuantity: row.current_quantity,
    currentParticipants: row.current_participants,
    minParticipants: row.min_participants,
    maxParticipants: row.max_participants,
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
    lockedParticipants: row.locked,
    paymentMode: row.payment_mode,
    vendorOwnerId: row.owner_id,
    rates: {
      buyerBasisPoints: row.buyer_fee_bps,
      vendorBasisPoints: row.vendor_fee_bps,
      referralBasisPoints: row.referral_bps,
    },
  }
}

const LOCK = `select public.await_own_promises($2::uuid), (select id from public.profiles where id = $2::uuid for key share),
  (select id from public.group_buys where id = $1::uuid for no key update), public.caused_by('buyer')`

/** Of group_buys g and vendors v. */
export const BUY_COLUMNS = `g.status, g.vendor_id, g.base_price, g.price_tiers, g.terms_version, g.end_date, g.target_quantity, g.current_quantity, g.current_participants,
    g.min_participants, g.max_participants, g.min_quantity, g.max_quantity, g.buyer_fee_bps, g.vendor_fee_bps, g.referral_bps, v.owner_id, v.status = 'active' as shop_is_open,
    g.product_name, g.unit, g.payment_mode`

/** Of group_buys g. */
export const HELD_BY_NEW = `public.held_by_new(g.id, (g.current_quantity - g.paid_quantity)::integer,
    public.most_of_new(g.min_quantity, g.target_quantity, public.unpaid_limits())) as held_by_new`

const FACTS = `
  select ${BUY_COLUMNS}, g.payment_due_at, public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants) as locked, clock_timestamp() as now, now() as began_at, rights.is_confirmed($2::uuid) as confirmed,
    rights.is_gone($2::uuid) as is_gone, rights.email_of($2::uuid) as email, exists (select from public.orders where id = $3::uuid) as id_is_taken,
    coalesce((select full_name from public.profiles where id = $2::uuid), '') as buyer_name,
    coalesce((select sum(quantity)::integer from public.orders where group_buy_id = $1 and user_id = $2::uuid and is_live), 0) as live_quantity,
    p.id as pending_id, p.quantity as pending_quantity, p.ceiling_unit_price as pending_ceiling,
    p.amount_due_kobo as pending_due, p.delivery_fee_kobo as pending_delivery_fee, p.hold_expires_at is not null as pending_is_held, case when p.id is not null then public.is_being_paid(p.id) end as pending_is_being_paid, u.grade, u.orders, u.kobo, u.lapses, u.limits,
    public.has_paid_before($2::uuid) as has_paid, rights.serves_shop($2::uuid, v.id) as serves_shop, ${HELD_BY_NEW}
  from (select $1::uuid as wanted) w
  cross join public.unpaid_standing($2::uuid) u
  left join public.group_buys g on g.id = w.wanted and g.status <> 'draft'
  left join public.vendors v on v.id = g.vendor_id
  left join public.orders p on p.group_buy_id = g.id and p.user_id = $2::uuid and p.status = 'pending'`

type Row = Person & (Buy | Missing<Buy>) & (Pending | Missing<Pending>)

/** An outer join found no row. */
export type Missing<Facts> = { [Name in keyof Facts]: null }

interface Person {
  now: Date
  began_at: Date
  confirmed: boolean
  is_gone: boolean
  email: string | null
  id_is_taken: boolean
  buyer_name: string
  live_quantity: number
  grade: UnpaidStanding['grade']
  orders: number
  kobo: bigint
  lapses: number
  limits: UnpaidStanding['limits']
  has_paid: boolean
  /** Null where there is no buy. */
  serves_shop: boolean | null
  held_by_new: number | null
}

export interface Buy {
  status: string
  owner_id: string
  shop_is_open: boolean
  vendor_id: string
  terms_version: number
  base_price: string
  price_tiers: string
  product_name: string
  unit: string
  payment_mode: string
  payment_due_at: Date
  end_date: Date
  target_quantity: number
  current_quantity: number
  current_participants: number
  min_participants: number
  max_participants: number | null
  min_quantity: number
  max_quantity: number | null
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  locked: number
}

export interface Pending {
  pending_id: string
  pending_quantity: number
  pending_ceiling: string
  pending_due: bigint
  pending_delivery_fee: bigint
  pending_is_held: boolean
  pending_is_being_paid: boolean
}
