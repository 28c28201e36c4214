import type pg from 'pg'
import type { UncollectedPreference } from '#domain/hand-overs/uncollected.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import type { PaidLaterRow } from '#server/ledger/paid-with.ts'
import { REFUNDED_KOBO } from '#server/ledger/paid-with.ts'

export interface UncollectedRow extends PaidLaterRow {
  order_no: number
  payment_id: string | null
  return_to: ReturnTo | null
  email: string | null
  preferred_outcome: UncollectedPreference | null
  perishes: boolean
  closed_at: Date | null
  /** The open hand-over of the remaining goods. */
  hand_over_id: string | null
  what: string
  calls: { day: string; reached: boolean }[]
  /** Whether this person may decide about the goods. */
  may_decide: boolean
  has_open_claim: boolean
  handling_bps: number
  /** The collection point that has the goods; null if there is none. */
  place_id: string | null
  /** State of the shop. */
  state: string
}

/** Locks the order and reads its uncollected goods; undefined if there are none. */
export async function lockUncollected(
  tx: pg.ClientBase,
  { orderId, personId }: { orderId: string; personId: string },
): Promise<UncollectedRow | undefined> {
  await tx.query('select from public.orders where id = $1 for no key update', [orderId])
  const { rows } = await tx.query<UncollectedRow>(
    `select o.id, o.user_id, o.order_no::integer, o.charged_kobo, o.peps_kobo, o.returned_kobo,
       ${REFUNDED_KOBO} as refunded_kobo, o.payment_id, o.return_to, rights.email_of(o.user_id) as email,
       u.preferred_outcome, u.perishes, u.closed_at, h.id as hand_over_id, public.may_decide_uncollected(o.id, $2) as may_decide,
       exists (select from public.claims c where c.order_id = o.id and c.hand_over_id is null and c.ended_at is null) as has_open_claim,
       u.handling_bps, coalesce(h.pickup_point_id, u.pickup_point_id) as place_id, v.state,
       coalesce((select jsonb_agg(jsonb_build_object('day', (c.called_at at time zone 'Africa/Lagos')::date, 'reached', c.reached))
         from public.uncollected_calls c where c.order_id = o.id), '[]') as calls,
       coalesce((select string_agg(n.quantity || ' x ' || l.product_name || ', ' || l.unit, '; ' order by l.product_name)
         from public.units_left(o.id) n join public.order_lines l on l.id = n.line_id where n.quantity > 0), '') as what
     from public.uncollected u join public.orders o on o.id = u.order_id join public.vendors v on v.id = o.vendor_id left join public.hand_overs h on h.order_id = o.id and h.status = 'open'
     where u.order_id = $1`,
    [orderId, personId],
  )
  return rows[0]
}
