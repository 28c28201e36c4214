import type pg from 'pg'
import type { ClaimOutcome, ClaimReason, PreferredOutcome } from '#domain/claims/claiming.ts'
import type { LotState } from '#domain/claims/lot-states.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'

export interface Claim {
  id: string
  claim_no: number
  order_id: string
  order_no: number
  hand_over_id: string | null
  buyer_id: string
  buyer_email: string | null
  vendor_id: string
  shop: string
  state: string
  shop_owner: string
  shop_email: string | null
  reason: ClaimReason
  preferred_outcome: PreferredOutcome
  requested_kobo: bigint
  status: ClaimState
  answer_by: Date
  propose_by: Date
  decide_by: Date
  appeal_by: Date | null
  appealed_by: string | null
  outcome: ClaimOutcome | null
  outcome_kobo: bigint
  /** Amount that was refunded when it was carried out; null before. */
  returned_goods_kobo: bigint | null
  /** Value of the claimed goods that may still be refunded. */
  worth_kobo: bigint
  payer: string | null
  /** The vendor's last offer. */
  offered_outcome: PreferredOutcome | null
  offered_kobo: bigint
  offer_by: Date | null
  offers: number
  lines: { quantity: number; unit: string }[]
  ended_at: Date | null
  /** When the buyer confirmed a replacement. */
  replaced_at: Date | null
  /** The lot that it is decided with; null if it is decided on its own. */
  lot_id: string | null
  lot_status: LotState | null
  is_decided_with_lot: boolean
  what: string
  /** The database's clock, read under the lock. */
  now: Date
  /** The person's side in the claim. */
  side: 'buyer' | 'vendor' | null
  role: string | null
  has_part: boolean
  may_propose: boolean
  may_decide: boolean
  may_hear: boolean
}

/** Locks a claim and reads it with one person's rights; null if there is none. No other lock may be taken after it. */
export async function lockClaim(
  tx: pg.ClientBase,
  { claimId, personId }: { claimId: string; personId: string | null },
): Promise<Claim | null> {
  await tx.query('select from public.claims where id = $1 for no key update', [claimId])
  const { rows } = await tx.query<Claim>(READ, [claimId, personId])
  return rows[0] ?? null
}

const READ = `
  select c.id, c.claim_no::integer, c.order_id, o.order_no::integer, c.hand_over_id, c.buyer_id, rights.email_of(c.buyer_id) as buyer_email, c.vendor_id,
    v.business_name as shop, v.state, v.owner_id as shop_owner, rights.email_of(v.owner_id) as shop_email, c.reason, c.preferred_outcome, c.requested_kobo, c.status, c.answer_by,
    c.propose_by, c.decide_by, c.appeal_by, c.appealed_by, c.outcome, c.outcome_kobo, c.returned_goods_kobo,
    public.claim_worth_kobo(c.id) as worth_kobo, c.payer, c.offered_outcome, c.offered_kobo, c.offer_by, c.offers, c.ended_at,
    coalesce((select jsonb_agg(jsonb_build_object('quantity', coalesce(k.exact_quantity, k.quantity), 'unit', l.unit)) from public.claim_lines k
      join public.order_lines l on l.id = k.line_id where k.claim_id = c.id), '[]') as lines, c.replaced_at, c.lot_id, i.status as lot_status,
    coalesce(c.decided_by = i.decided_by, false) as is_decided_with_lot,
    coalesce((select string_agg(l.product_name, ', ' order by l.product_name) from public.claim_lines k join public.order_lines l on l.id = k.line_id where k.claim_id = c.id), '') as what,
    clock_timestamp() as now, case when c.buyer_id = $2 then 'buyer' when v.owner_id = $2 and p.role = 'vendor' then 'vendor' end as side, p.role,
    public.has_part_in_claim(c.id, $2) as has_part, public.may_judge_claim(c.id, $2, 'propose') as may_propose,
    public.may_judge_claim(c.id, $2, 'decide') as may_decide, public.may_judge_claim(c.id, $2, 'appeal') as may_hear
  from public.claims c join public.orders o on o.id = c.order_id join public.vendors v on v.id = c.vendor_id left join public.lot_incidents i on i.id = c.lot_id
    left join public.profiles p on p.id = $2
  where c.id = $1`

/** Locks a claim that its vendor is about to answer, or refuses: the person has to be the vendor, and in time. */
export async function lockClaimToAnswer(
  tx: pg.ClientBase,
  who: { claimId: string; personId: string | null },
): Promise<Claim | Refusal> {
  await tx.query(`select public.caused_by('vendor')`)
  const claim = await lockClaim(tx, who)
  if (claim?.side !== 'vendor') return refuse('claim_not_found')
  if (claim.status !== 'open') return refuse('claim_answered')
  return claim.now > claim.answer_by ? refuse('claim_answer_late') : claim
}
