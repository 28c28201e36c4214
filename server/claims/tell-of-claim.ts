import type pg from 'pg'
import { nextText, reasonTexts } from '#domain/claims/claim-words.ts'
import type { ToldEvent } from '#domain/texts/claim-mails.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { type Claim, lockClaim } from './read-claim.ts'

interface Telling {
  /** As it was before, or is. */
  claim: Claim
  event: ToldEvent
  siteUrl: string
  /** The shop and those whose turn it is are told of the lot, once. */
  buyerAlone?: boolean
}

/** Tells both sides what has just happened to a claim, and those whose turn it is now. No mail has what was said. */
export async function tellOfClaim(
  tx: pg.PoolClient,
  { claim: { id }, event, siteUrl, buyerAlone = false }: Telling,
): Promise<void> {
  const claim = await lockClaim(tx, { claimId: id, personId: null })
  if (!claim) return
  const { claim_no: claimNo, order_no: orderNo, what, reason } = claim
  const told = { claimId: id, claimNo, orderNo, what }
  const next = nextText({
    status: claim.status,
    answerBy: claim.answer_by,
    proposeBy: claim.propose_by,
    decideBy: claim.decide_by,
    appealBy: claim.appeal_by,
    isEnded: claim.ended_at !== null,
    outcomeKobo: claim.outcome_kobo,
    carriedKobo: claim.carried_kobo,
  })
  await queueSystemMail(tx, 'claim-of-buyer', {
    to: claim.buyer_email,
    person: claim.buyer_id,
    siteUrl,
    facts: { ...told, event, next },
  })
  if (buyerAlone) return
  await queueSystemMail(tx, 'claim-of-shop', {
    to: claim.shop_email,
    person: claim.shop_owner,
    siteUrl,
    facts: { ...told, event, next, reason: reasonTexts[reason] },
  })
  const turn = TURNS[claim.status]
  if (!turn || event === 'opened') return
  const by = turn.by === null ? null : claim[turn.by]
  for (const { person, email } of await judgesOf(tx, claim, turn)) {
    await queueSystemMail(tx, 'claim-to-judge', {
      to: email,
      person,
      siteUrl,
      facts: { ...told, shop: claim.shop, area: turn.area, by },
    })
  }
}

interface Turn {
  area: 'manager' | 'coordinator' | 'chief'
  step: 'propose' | 'decide' | 'appeal'
  by: 'propose_by' | 'decide_by' | null
}

const TURNS: Readonly<Record<string, Turn>> = {
  disputed: { area: 'manager', step: 'propose', by: 'propose_by' },
  proposed: { area: 'coordinator', step: 'decide', by: 'decide_by' },
  appealed: { area: 'chief', step: 'appeal', by: null },
}

/** Those who may: nobody is asked to decide in their own case. */
async function judgesOf(tx: pg.ClientBase, { id }: Claim, { area, step }: Turn) {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    `select id as person, rights.email_of(id) as email from public.profiles
     where role = $1 and rights.can_come_in(id) and public.may_judge_claim($2, id, $3) order by id`,
    [area, id, step],
  )
  return rows
}
