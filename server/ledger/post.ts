import type pg from 'pg'
import type { Journal, LedgerLine } from '#domain/payments/movements.ts'

/**
 * Posts all lines of a journal in the caller's transaction, once. Returns false if it was posted before with the same
 * lines. Throws a database error with code 23514 and constraint `never_overdrawn` if a limited account has too little,
 * and PT409 if the key was posted with other lines.
 */
export async function post(tx: pg.ClientBase, { key, lines }: Journal, reason?: string): Promise<boolean> {
  if (lines.length === 0) return false
  const { rows } = await tx.query<{ posted: boolean }>('select ledger.post($1, $2, $3) as posted', [
    key,
    JSON.stringify(lines.map(toSqlLine)),
    reason ?? null,
  ])
  return rows[0]?.posted === true
}

const toSqlLine = ({ kind, debitOwner, creditOwner, amountKobo, heldUntil, takes, frees }: LedgerLine) => ({
  kind,
  debit: debitOwner,
  credit: creditOwner,
  amount_kobo: String(amountKobo),
  ...(heldUntil && { phase: 'held', expires_at: heldUntil }),
  ...(takes && { phase: 'captured', hold: takes }),
  ...(frees && { phase: 'voided', hold: frees }),
})

/** Posts several journals in one round trip; journals without lines are skipped. */
export async function postAll(tx: pg.ClientBase, journals: readonly Journal[], reason?: string): Promise<void> {
  const full = journals.filter(({ lines }) => lines.length > 0)
  if (full.length === 0) return
  await tx.query(
    `select count(ledger.post(j.key, j.lines, $3)) as posted from unnest($1::text[], $2::jsonb[]) as j (key, lines)`,
    [full.map(({ key }) => key), full.map(({ lines }) => JSON.stringify(lines.map(toSqlLine))), reason ?? null],
  )
}
