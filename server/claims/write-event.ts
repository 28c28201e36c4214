import type pg from 'pg'
import type { ClaimEventKind, ClaimPart } from '#domain/claims/claim-words.ts'

interface Said {
  claimId: string
  kind: ClaimEventKind
  part: ClaimPart
  authorId: string | null
  text?: string
}

/** A line of a claim's timeline, which both sides read. */
export async function writeEvent(tx: pg.ClientBase, { claimId, kind, part, authorId, text = '' }: Said): Promise<void> {
  await tx.query(
    'insert into public.claim_events (claim_id, kind, part, author_id, text) values ($1, $2, $3, $4, $5)',
    [claimId, kind, part, authorId, text],
  )
}
