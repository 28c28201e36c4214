import type pg from 'pg'
import { claimRefundReason } from '#domain/claims/claim-texts.ts'
import { minKobo } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { lockForRefund, refundGoods } from '#server/refunds/refund-goods.ts'
import { notifyOfClaim } from './notify-of-claim.ts'
import { type Claim, lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/**
 * The claims job: upholds claims that the vendor did not answer in time, ends offers that the buyer did not answer, and
 * carries out final decisions. One claim's failure does not stop the others.
 */
export async function advanceClaims(database: Database, siteUrl: string): Promise<void> {
  const faults: unknown[] = []
  for (const { due, work } of [
    { due: UNANSWERED, work: uphold },
    { due: OFFER_UNANSWERED, work: endOffer },
    { due: NOT_REPLACED, work: refundInstead },
    { due: FINAL, work: carryOut },
  ]) {
    const { rows } = await database.as(CLOCK, (tx) => tx.query<DueClaim>(due), { readOnly: true })
    for (const claim of rows) {
      await database.as(CLOCK, (tx) => work(tx, claim, siteUrl)).catch((fault: unknown) => faults.push(fault))
    }
  }
  await database.as(CLOCK, (tx) => tx.query(CLOSE_LOTS)).catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} claims could not be advanced`)
}

// Closes lots with nothing left to decide whose time to answer is over. Locked lots are skipped.
const CLOSE_LOTS = `
  with moved as (select public.caused_by('clock')) update public.lot_incidents set status = 'closed' from moved where id = any (array(
    select l.id from public.lot_incidents l where l.status = 'open' and l.respond_by < clock_timestamp()
      and not exists (select from public.claims c where c.lot_id = l.id and c.status in ('open', 'answered', 'offered', 'disputed', 'proposed'))
    order by l.id limit 200 for no key update skip locked))`

interface DueClaim {
  id: string
  order_id: string
}

const BATCH_SIZE = 500
const UNANSWERED = `select id, order_id from public.claims where status = 'open' and answer_by < clock_timestamp() order by answer_by limit ${BATCH_SIZE}`
const OFFER_UNANSWERED = `select id, order_id from public.claims where status = 'offered' and offer_by < clock_timestamp() order by offer_by limit ${BATCH_SIZE}`
// A refund at the market's expense for handed-over goods waits until the vendor's money is released, so that it is not
// taken from it.
const FINAL = `
  select c.id, c.order_id from public.claims c left join public.hand_overs h on h.id = c.hand_over_id
  where c.ended_at is null and (c.status in ('upheld_final', 'rejected_final')
      or c.status in ('upheld', 'rejected') and (c.appeal_by is null or c.appeal_by < clock_timestamp()))
    and not (c.outcome = 'replacement' and c.replaced_at is null)
    and not (c.outcome = 'refund' and c.payer <> 'vendor' and h.id is not null and h.released_at is null)
  order by c.decided_at limit ${BATCH_SIZE}`

// A replacement that the buyer did not confirm in time counts as missing.
const NOT_REPLACED = `select id, order_id from public.claims where outcome = 'replacement' and replaced_at is null and ended_at is null
  and status in ('upheld', 'upheld_final') and replace_by < clock_timestamp() order by replace_by limit ${BATCH_SIZE}`

/** Turns a missing replacement into a refund of the requested amount. */
async function refundInstead(tx: pg.PoolClient, { id }: DueClaim, siteUrl: string): Promise<void> {
  await lockClaim(tx, { claimId: id, personId: null })
  const { rowCount } = await tx.query(
    `update public.claims set outcome = 'refund', outcome_kobo = requested_kobo where id = $1 and outcome = 'replacement' and replaced_at is null and ended_at is null
       and status in ('upheld', 'upheld_final') and replace_by < clock_timestamp()`,
    [id],
  )
  if (rowCount === 1) await notifyOfClaim(tx, { claimId: id, event: 'not_replaced', siteUrl })
}

async function uphold(tx: pg.PoolClient, { id }: DueClaim, siteUrl: string): Promise<void> {
  const claim = await lockClaim(tx, { claimId: id, personId: null })
  if (claim?.status !== 'open' || claim.now <= claim.answer_by) return
  await tx.query(
    `update public.claims set status = 'upheld', outcome = 'refund', outcome_kobo = requested_kobo, payer = 'vendor', decided_at = clock_timestamp(),
       appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
    [id],
  )
  await recordClaimEvent(tx, { claimId: id, kind: 'unanswered', part: 'clock', authorId: null, siteUrl })
}

/** An offer that the buyer did not answer is not accepted by that: the claim is contested, and staff decide. */
async function endOffer(tx: pg.PoolClient, { id }: DueClaim, siteUrl: string): Promise<void> {
  const claim = await lockClaim(tx, { claimId: id, personId: null })
  if (claim?.status !== 'offered' || !claim.offer_by || claim.now <= claim.offer_by) return
  await tx.query(`update public.claims set status = 'disputed' where id = $1`, [id])
  await recordClaimEvent(tx, { claimId: id, kind: 'offer_lapsed', part: 'clock', authorId: null, siteUrl })
}

/** Carries out a final decision. Lock order: buy, order and shop, then the claim. */
async function carryOut(tx: pg.PoolClient, due: DueClaim, siteUrl: string): Promise<void> {
  await lockForRefund(tx, due.order_id)
  const claim = await lockClaim(tx, { claimId: due.id, personId: null })
  if (!claim || !isFinal(claim)) return
  if (claim.outcome === 'replacement' && !claim.replaced_at) return
  let partialRefundId: string | null = null
  const goodsKobo = claim.outcome === 'refund' ? minKobo(claim.outcome_kobo, claim.worth_kobo) : 0n
  await tx.query('update public.claims set returned_goods_kobo = $2 where id = $1', [claim.id, goodsKobo])
  if (goodsKobo > 0n) {
    // Goods that were not handed over are still in escrow and are refunded from there, regardless of liability
    // (decision 0039).
    const payer = claim.payer === 'vendor' || claim.hand_over_id === null ? 'vendor' : 'market'
    const refund = await refundGoods(tx, {
      orderId: claim.order_id,
      goodsKobo,
      payer,
      by: null,
      handOverId: claim.hand_over_id,
      siteUrl,
      reason: claimRefundReason(claim.claim_no, claim.reason),
    })
    if (isRefusal(refund)) throw new Error(`Claim ${claim.claim_no} cannot be carried out: ${refund.code}`)
    partialRefundId = refund.partialRefundId
  }
  await tx.query('update public.claims set ended_at = clock_timestamp(), partial_refund_id = $2 where id = $1', [
    claim.id,
    partialRefundId,
  ])
  if (claim.outcome === 'rejected') return
  const isLess = claim.outcome === 'refund' && goodsKobo < claim.outcome_kobo
  const kind = !isLess ? 'carried_out' : goodsKobo > 0n ? 'less_left' : 'nothing_left'
  await recordClaimEvent(tx, { claimId: claim.id, kind, part: 'clock', authorId: null, siteUrl })
}

function isFinal({ ended_at, status, appeal_by, now }: Claim): boolean {
  if (ended_at) return false
  if (status === 'upheld_final' || status === 'rejected_final') return true
  return (status === 'upheld' || status === 'rejected') && (appeal_by === null || now > appeal_by)
}
