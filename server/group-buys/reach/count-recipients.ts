import type pg from 'pg'

/** The number of people to whom a broadcast was addressed; the trigger `send_broadcast` writes it. */
export async function countRecipients(tx: pg.PoolClient, broadcastId: string): Promise<number> {
  const { rows } = await tx.query<{ recipients: number }>(
    'select recipients from public.buy_broadcasts where id = $1',
    [broadcastId],
  )
  return rows[0]?.recipients ?? 0
}
