import type pg from 'pg'
import { nextStepText, reasonTexts } from '#domain/claims/claim-texts.ts'
import type { ClaimMailEvent } from '#domain/claims/messages.ts'
import { notifyEach, queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { type Claim, lockClaim } from './read-claim.ts'

interface ClaimNotice {
  claimId: string
  event: ClaimMailEvent
  siteUrl: string
  /** Notify only the buyer: the shop and the staff in charge are notified once, about the lot. */
  buyerAlone?: boolean
}

/** Notifies both sides of an event of a claim, and the staff who must act next. Mails do not contain the messages. */
export async function notifyOfClaim(
  tx: pg.PoolClient,
  { claimId, event, siteUrl, buyerAlone = false }: ClaimNotice,
): Promise<void> {
  const claim = await lockClaim(tx, { claimId, personId: null })
  if (!claim) return
  const { claim_no: claimNo, order_no: orderNo, what, reason } = claim
  const summary = { claimId, claimNo, orderNo, what }
  const next = nextStepText({
    status: claim.status,
    offer:
      claim.offered_outcome && claim.offer_by
        ? { outcome: claim.offered_outcome, kobo: claim.offered_kobo, by: claim.offer_by }
        : null,
    answerBy: claim.answer_by,
    proposeBy: claim.propose_by,
    decideBy: claim.decide_by,
    appealBy: claim.appeal_by,
    isEnded: claim.ended_at !== null,
    outcomeKobo: claim.outcome_kobo,
    returnedGoodsKobo: claim.returned_goods_kobo,
  })
  await queueSystemMail(tx, 'claim-of-buyer', {
    to: claim.buyer_email,
    person: claim.buyer_id,
    siteUrl,
    facts: { ...summary, event, next },
  })
  if (buyerAlone) return
  await queueSystemMail(tx, 'claim-of-shop', {
    to: claim.shop_email,
    person: claim.shop_owner,
    siteUrl,
    facts: { ...summary, event, next, reason: reasonTexts[reason] },
  })
  const nextStep = NEXT_STEPS[claim.status]
  if (!nextStep || event === 'opened') return
  const by = nextStep.by === null ? null : claim[nextStep.by]
  const facts = { ...summary, shop: claim.shop, area: nextStep.area, by }
  const deciders = await readDeciders(tx, claim, nextStep)
  await notifyEach(
    tx,
    'claim-to-judge',
    deciders.map(({ person, email }) => ({ to: email, person, siteUrl, facts })),
  )
}

interface NextStep {
  area: 'manager' | 'coordinator' | 'chief'
  step: 'propose' | 'decide' | 'appeal'
  by: 'propose_by' | 'decide_by' | null
}

const NEXT_STEPS: Readonly<Record<string, NextStep>> = {
  disputed: { area: 'manager', step: 'propose', by: 'propose_by' },
  proposed: { area: 'coordinator', step: 'decide', by: 'decide_by' },
  appealed: { area: 'chief', step: 'appeal', by: null },
}

/** Reads the staff who may decide, without those who are a party to the case. */
async function readDeciders(tx: pg.ClientBase, { id }: Claim, { area, step }: NextStep) {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    `select id as person, rights.email_of(id) as email from public.profiles
     where role = $1 and rights.can_sign_in(id) and public.may_judge_claim($2, id, $3) order by id`,
    [area, id, step],
  )
  return rows
}
