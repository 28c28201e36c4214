import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { uncollectedDecisionFault } from '#domain/hand-overs/uncollected.ts'
import { journal } from '#domain/payments/movements.ts'
import { planResale } from '#domain/payments/resale.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { paidWith } from '#server/ledger/paid-with.ts'
import { post } from '#server/ledger/post.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { redeemCode } from '../codes/try-code.ts'
import { finishHandOver } from '../finish-hand-over.ts'
import { lockUncollected, type UncollectedRow } from './read-uncollected.ts'

type UncollectedDecision = CommandInput<'decide-uncollected'>

/** Locks uncollected goods and returns them if the decision is possible now, otherwise a refusal. */
export async function lockDecidable(
  tx: pg.PoolClient,
  { input, personId }: { input: UncollectedDecision; personId: string },
): Promise<(UncollectedRow & { hand_over_id: string }) | Refusal> {
  const found = await lockUncollected(tx, { orderId: input.order_id, personId })
  if (!found?.may_decide) return refuse('not_found')
  const { hand_over_id } = found
  if (found.closed_at || !hand_over_id) return refuse('decided_already')
  if (hand_over_id !== input.hand_over_id)
    return refuse('conflict', {
      message: 'A part of it was collected meanwhile. Look at what is left, and decide again.',
    })
  if (found.has_open_claim) return refuse('claim_is_open')
  const goods = { ...found, preferredOutcome: found.preferred_outcome }
  return uncollectedDecisionFault(goods, input.decision) ?? { ...found, hand_over_id }
}

interface UncollectedClosing {
  input: UncollectedDecision
  personId: string
  /** The entered proceeds of a sale (`typed_amounts`). */
  amountId: string | null
  siteUrl: string
}

/** Carries out a decision about uncollected goods: record, money, hand-over and the buyer's notification. */
export async function closeUncollected(
  tx: pg.PoolClient,
  closing: UncollectedClosing,
): Promise<{ returnedKobo: bigint } | Refusal> {
  const { input, personId, amountId, siteUrl } = closing
  const found = await lockDecidable(tx, { input, personId })
  if (isRefusal(found)) return found
  const sale = input.decision === 'resale' ? await bookSale(tx, found, input) : null
  // Before the hand-over, which refers to the decision.
  await tx.query(
    `update public.uncollected set closed_at = clock_timestamp(), outcome = $2, hand_over_id = $3, decided_by = $4, reason = $5,
       proceeds_kobo = $6, handling_kobo = $7, returned_kobo = $8, refund_id = $9, amount_id = $10 where order_id = $1`,
    [
      input.order_id,
      input.decision,
      found.hand_over_id,
      personId,
      input.reason,
      sale && input.proceeds_kobo,
      sale?.handlingKobo ?? null,
      sale?.returnedKobo ?? null,
      sale?.refundId ?? null,
      amountId,
    ],
  )
  const handOverId = found.hand_over_id
  const done = await finishHandOver(tx, { handOverId, proof: 'decision', handledBy: personId, note: input.reason })
  if (isRefusal(done)) return done
  await redeemCode(tx, { handOverId, codeId: null })
  await queueSystemMail(tx, 'uncollected-decided', {
    to: found.email,
    person: found.user_id,
    siteUrl,
    facts: {
      orderId: found.id,
      orderNo: found.order_no,
      what: found.what,
      decision: input.decision,
      reason: input.reason,
      proceedsKobo: BigInt(input.proceeds_kobo),
      returnedKobo: sale?.returnedKobo ?? 0n,
      refundKobo: sale?.refundKobo ?? 0n,
    },
  })
  await recordAct(tx, {
    actorId: personId,
    action: `uncollected.${input.decision}`,
    subject: { type: 'order', id: found.id },
    after: { order_no: found.order_no, reason: input.reason, proceeds_kobo: input.proceeds_kobo },
  })
  return { returnedKobo: sale?.returnedKobo ?? 0n }
}

/**
 * Books the proceeds of a sale, in the bank or owed by the place: the buyer's part is refunded like any return, the
 * handling fee is the market's.
 */
async function bookSale(
  tx: pg.PoolClient,
  found: UncollectedRow & { hand_over_id: string },
  input: UncollectedDecision,
) {
  const refundId = crypto.randomUUID()
  const sale = planResale(paidWith(found), {
    proceedsKobo: BigInt(input.proceeds_kobo),
    handlingBasisPoints: found.handling_bps,
    returnTo: found.return_to,
    refundId,
    cashPlaceId: input.money_at === 'place' ? found.place_id : null,
  })
  if (sale.refundKobo > 0n) {
    await tx.query(
      `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, $4, 'resale')`,
      [refundId, found.payment_id, found.id, sale.refundKobo],
    )
  }
  await post(tx, journal(`resold:${found.hand_over_id}`, sale.lines))
  return { ...sale, refundId: sale.refundKobo > 0n ? refundId : null }
}
