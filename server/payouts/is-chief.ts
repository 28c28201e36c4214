import type pg from 'pg'
import type { Caller } from '#server/command.ts'

/** Reads the role in the command's transaction, because it may have been revoked since the page was opened. */
export async function isChief(tx: pg.PoolClient, { userId }: Caller): Promise<boolean> {
  const { rowCount } = await tx.query(`select from public.profiles where id = $1 and role = 'chief' for share`, [
    userId,
  ])
  return rowCount === 1
}
