import type pg from 'pg'

/** Signs a person out everywhere and returns from how many sessions: access tokens end with them, once processes have read the list of ended ones. */
export async function endSessionsOf(tx: pg.ClientBase, userId: string): Promise<number> {
  const { rowCount } = await tx.query('delete from auth.sessions where user_id = $1', [userId])
  return rowCount ?? 0
}
