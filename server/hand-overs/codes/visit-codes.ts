import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { type Codes, createCode, readActiveCodes } from './codes.ts'
import { listVisit } from './visit.ts'

interface VisitCode {
  handOverId: string
  /** Null: the buyer's own code. */
  nominee: string | null
}

/** Creates a new code for a hand-over and for all others of its visit. */
export async function createVisitCode(
  tx: pg.ClientBase,
  codes: Codes,
  { handOverId, nominee }: VisitCode,
): Promise<void> {
  await createCode(tx, codes, { handOverId, nominee })
  const source = (await readActiveCodes(tx, handOverId)).find((one) => (one.nominee === null) === (nominee === null))
  for (const other of await listVisit(tx, handOverId))
    await createCode(tx, codes, { handOverId: other, nominee, source })
}

/**
 * Ends a used code for the goods that stay: the staff know it now. The buyer gets a new one of their own, as for the
 * rest of an order.
 */
export async function endVisitCode(
  tx: pg.ClientBase,
  codes: Codes,
  { handOverIds, code }: { handOverIds: readonly string[]; code: string },
): Promise<void> {
  for (const handOverId of handOverIds) {
    const hash = codes.hash(handOverId, code)
    const used = (await readActiveCodes(tx, handOverId)).find((one) => timingSafeEqual(one.hash, hash))
    if (!used) continue
    await tx.query('update codes.codes set ended_at = clock_timestamp() where id = $1', [used.id])
    // Has its buyer notified again (send-codes.ts).
    if (used.nominee === null)
      await tx.query('update codes.codes set notified_at = null where hand_over_id = $1', [handOverId])
  }
}
