import type pg from 'pg'

/**
 * Returns the id of the one open hand-over of a ready order, for all its remaining goods. A trigger opens it when the
 * order becomes `ready`; further calls are idempotent. Null if nothing remains or the order is not ready.
 */
export async function openHandOver(tx: pg.ClientBase, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string | null }>('select public.open_hand_over($1) as id', [orderId])
  return rows[0]?.id ?? null
}
