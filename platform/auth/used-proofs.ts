import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

/**
 * True for the first use, false for later ones; exactly one of several concurrent calls gets true. `kind` separates
 * values of different origin; a value is remembered for `keepSeconds`, at least as long as it is otherwise valid.
 */
export async function isFirstUse(
  tx: PoolClient,
  { kind, value, keepSeconds }: { kind: string; value: string; keepSeconds: number },
): Promise<boolean> {
  const key = createHash('sha256').update(`${kind}\0${value}`).digest('base64url')
  const { rowCount } = await tx.query(
    `insert into auth.used_proofs (key, until) values ($1, now() + make_interval(secs => $2)) on conflict do nothing`,
    [key, keepSeconds],
  )
  return rowCount === 1
}
