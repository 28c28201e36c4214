import { remindToCollect } from '#server/hand-overs/uncollected/remind-to-collect.ts'
import type { TestMarket } from '../market.ts'
import { makeReady } from './hand-over.ts'

type CollectionMarket = Pick<TestMarket, 'db' | 'row' | 'moved'>

/** Makes an order ready as of `days` ago. Returns its hand-over. */
export async function readySince(market: CollectionMarket, orderId: string, days: number): Promise<string> {
  const id = await makeReady(market, orderId)
  await letDaysPass(market, orderId, days)
  return id
}

export async function letDaysPass({ db }: Pick<TestMarket, 'db'>, orderId: string, days: number): Promise<void> {
  await db.owner.query(
    `update public.hand_overs set due_from = due_from - make_interval(hours => $2), due_until = due_until - make_interval(hours => $2)
     where order_id = $1 and status = 'open'`,
    [orderId, Math.round(days * 24)],
  )
}

export const sendReminders = ({ db }: Pick<TestMarket, 'db'>): Promise<void> =>
  remindToCollect(db.database, 'https://market.test')

/** Makes an order ready whose collection time and grace period are over. Returns its hand-over. */
export async function makeUncollected(market: CollectionMarket, orderId: string): Promise<string> {
  const id = await makeReady(market, orderId)
  await market.db.owner.query(
    `update public.hand_overs set due_from = now() - interval '30 days', due_until = now() - interval '3 days' where id = $1`,
    [id],
  )
  await sendReminders(market)
  return id
}

/** Logs unanswered calls of staff on two days. */
export async function logUnansweredCalls({ db }: Pick<TestMarket, 'db'>, orderId: string, by: string): Promise<void> {
  await db.owner.query(
    `insert into public.uncollected_calls (order_id, called_by, reached, note, called_at)
     select $1, $2, false, 'It rang and nobody answered', now() - make_interval(days => d) from generate_series(0, 1) as d`,
    [orderId, by],
  )
}

/** Stores an order as a stockpile at a place; its units weigh 5 kg each. */
export async function stockpileAt({ db }: Pick<TestMarket, 'db'>, orderId: string, placeId: string): Promise<void> {
  await db.owner.query(
    `update public.products set stockpile_allowed = true where id in (select product_id from public.order_lines where order_id = $1)`,
    [orderId],
  )
  await db.owner.query(
    `update public.products set stockpile_confirmed_at = now() where id in (select product_id from public.order_lines where order_id = $1)`,
    [orderId],
  )
  await db.owner.query('update public.order_lines set kg_per_unit = 5 where order_id = $1', [orderId])
  await db.owner.query(`update public.orders set fulfilment = 'stockpile', pickup_point_id = $2 where id = $1`, [
    orderId,
    placeId,
  ])
}
