import type pg from 'pg'

/**
 * Signs a person out everywhere and returns the number of sessions. Their access tokens become invalid once processes
 * have read the list of ended sessions.
 */
export async function endAllSessions(tx: pg.ClientBase, userId: string): Promise<number> {
  const { rowCount } = await tx.query('delete from auth.sessions where user_id = $1', [userId])
  return rowCount ?? 0
}
