import type pg from 'pg'
import type { LotState } from '#domain/claims/lot-states.ts'

export interface Lot {
  id: string
  lot_no: number
  group_buy_id: string
  what: string
  vendor_id: string
  shop: string
  shop_owner: string
  shop_email: string | null
  status: LotState
  respond_by: Date
  decide_by: Date
  appeal_by: Date | null
  /** Number of its claims that the vendor has not answered. */
  unanswered: number
  now: Date
  side: 'buyer' | 'vendor' | null
  role: string | null
  may_decide: boolean
  may_hear: boolean
}

/** Locks a lot and its buy and reads it with one person's rights; null if there is none. Claims are locked after it. */
export async function lockLot(
  tx: pg.ClientBase,
  { lotId, personId }: { lotId: string; personId: string | null },
): Promise<Lot | null> {
  await tx.query(
    'select from public.group_buys where id = (select group_buy_id from public.lot_incidents where id = $1) for no key update',
    [lotId],
  )
  await tx.query('select from public.lot_incidents where id = $1 for no key update', [lotId])
  const { rows } = await tx.query<Lot>(READ, [lotId, personId])
  return rows[0] ?? null
}

const READ = `
  select l.id, l.lot_no::integer, l.group_buy_id, g.product_name as what, l.vendor_id, v.business_name as shop, v.owner_id as shop_owner,
    rights.email_of(v.owner_id) as shop_email, l.status, l.respond_by, l.decide_by, l.appeal_by, clock_timestamp() as now, p.role,
    (select count(*)::integer from public.claims c where c.lot_id = l.id and c.status = 'open') as unanswered,
    case when v.owner_id = $2 and p.role = 'vendor' then 'vendor'
      when exists (select from public.claims c where c.lot_id = l.id and c.buyer_id = $2 and c.decided_by = l.decided_by and c.ended_at is null) then 'buyer' end as side,
    public.may_judge_lot(l.id, $2, 'decide') as may_decide, public.may_judge_lot(l.id, $2, 'appeal') as may_hear
  from public.lot_incidents l join public.group_buys g on g.id = l.group_buy_id join public.vendors v on v.id = l.vendor_id
    left join public.profiles p on p.id = $2
  where l.id = $1`
