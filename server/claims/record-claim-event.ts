import type pg from 'pg'
import type { ClaimActor, ClaimEventKind } from '#domain/claims/claim-texts.ts'

interface ClaimEvent {
  claimId: string
  kind: ClaimEventKind
  part: ClaimActor
  authorId: string | null
  text?: string
}

/** Adds an event to a claim's timeline, which both sides see. */
export async function recordClaimEvent(
  tx: pg.ClientBase,
  { claimId, kind, part, authorId, text = '' }: ClaimEvent,
): Promise<void> {
  await tx.query(
    'insert into public.claim_events (claim_id, kind, part, author_id, text) values ($1, $2, $3, $4, $5)',
    [claimId, kind, part, authorId, text],
  )
}
