import type pg from 'pg'
import { queryWithCause } from './as-owner.ts'

/**
 * Hands over all ready orders; with `isOver` also ends their claim period, releases them without money and completes
 * them.
 */
export async function handOverAll(owner: pg.Pool, { isOver = false } = {}): Promise<void> {
  await owner.query(`insert into public.hand_over_lines (hand_over_id, line_id, quantity)
    select h.id, u.line_id, u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.status = 'open' and u.quantity > 0`)
  await owner.query(`update public.hand_overs set status = 'done', done_at = clock_timestamp(), proof = 'code', claim_until = clock_timestamp(),
    goods_kobo = public.goods_left_kobo(order_id) where status = 'open'`)
  await queryWithCause(
    owner,
    'hub',
    `update public.orders set status = 'collected', handed_over_at = clock_timestamp() where status = 'ready'`,
  )
  if (!isOver) return
  await owner.query(
    `update public.hand_overs set released_at = clock_timestamp(), released_kobo = goods_kobo where status = 'done' and released_at is null`,
  )
  await queryWithCause(owner, 'clock', `update public.orders set status = 'completed' where status = 'collected'`)
}
