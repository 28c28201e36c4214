import type pg from 'pg'
import type { ClaimActor, ClaimEventKind } from '#domain/claims/claim-texts.ts'
import { notifyOfClaim } from './notify-of-claim.ts'

interface ClaimEvent {
  claimId: string
  kind: ClaimEventKind
  part: ClaimActor
  authorId: string | null
  text?: string
  siteUrl: string
  /** Notify only the buyer: the shop and the staff in charge are notified once, about the lot. */
  buyerAlone?: boolean
}

/** Adds an event to a claim's timeline, which both sides see, and notifies them and the staff who must act next. */
export async function recordClaimEvent(
  tx: pg.PoolClient,
  { claimId, kind, part, authorId, text = '', siteUrl, buyerAlone = false }: ClaimEvent,
): Promise<void> {
  await tx.query(
    'insert into public.claim_events (claim_id, kind, part, author_id, text) values ($1, $2, $3, $4, $5)',
    [claimId, kind, part, authorId, text],
  )
  // The refund has its own mail; only a reduced amount is announced here.
  if (kind !== 'carried_out') await notifyOfClaim(tx, { claimId, event: kind, siteUrl, buyerAlone })
}
