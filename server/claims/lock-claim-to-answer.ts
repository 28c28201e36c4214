import type pg from 'pg'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Claim, lockClaim } from './read-claim.ts'

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
