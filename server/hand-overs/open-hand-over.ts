import type pg from 'pg'

/**
 * The one open hand-over of an order that is ready, for everything that is left of it. The move to `ready` opens it
 * by itself, whoever made it; asking again changes nothing. Null where nothing is left or the order is not ready.
 */
export async function openHandOver(tx: pg.ClientBase, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string | null }>('select public.open_hand_over($1) as id', [orderId])
  return rows[0]?.id ?? null
}
