import type pg from 'pg'
import { recordClaimEvent } from '../record-claim-event.ts'

export interface LotClaimsUpdate {
  lotId: string
  /** SQL condition for the claims `c`. */
  condition: string
  /** SQL assignments: the new status and its columns. */
  assignments: string
  event: 'decided' | 'appealed' | 'appeal_decided'
  part: 'coordinator' | 'chief' | 'buyer' | 'vendor'
  authorId: string | null
  text: string
  siteUrl: string
}

/** Updates the claims of a lot together, adds the event to each timeline, and notifies their buyers. */
export async function updateLotClaims(tx: pg.PoolClient, update: LotClaimsUpdate): Promise<void> {
  const { lotId, condition, assignments, event, part, authorId, text, siteUrl } = update
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from public.claims c where c.lot_id = $1 and ${condition} order by c.id for no key update`,
    [lotId],
  )
  for (const { id } of rows) {
    await tx.query(
      `update public.claims c set ${assignments} from public.lot_incidents l where l.id = c.lot_id and c.id = $1`,
      [id],
    )
    await recordClaimEvent(tx, { claimId: id, kind: event, part, authorId, text, siteUrl, buyerAlone: true })
  }
}

/** SQL condition for the claims that were decided with their lot. */
export const DECIDED_WITH_LOT = 'c.decided_by = (select l.decided_by from public.lot_incidents l where l.id = c.lot_id)'
