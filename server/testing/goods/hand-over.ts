import { isRefusal } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { type FinishedHandOver, finishHandOver, type HandOverToFinish } from '#server/hand-overs/finish-hand-over.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import type { TestMarket } from '../market.ts'

type HandOverMarket = Pick<TestMarket, 'db' | 'row' | 'moved'>

export async function makeReady(market: HandOverMarket, orderId: string): Promise<string> {
  await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [orderId])
  return openHandOverId(market, orderId)
}

export async function openHandOverId(market: HandOverMarket, orderId: string): Promise<string> {
  return (
    await market.row<{ id: string }>(`select id from public.hand_overs where order_id = $1 and status = 'open'`, [
      orderId,
    ])
  )?.id
}

/** Completes the open hand-over of an order, whole or in part, by its shop's owner. */
export async function completeHandOver(
  market: HandOverMarket,
  orderId: string,
  lines?: HandOverToFinish['lines'],
): Promise<FinishedHandOver> {
  const handOverId = await openHandOverId(market, orderId)
  const { owner_id } = await market.row<{ owner_id: string }>(
    'select v.owner_id from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = $1',
    [orderId],
  )
  const done = await market.db.database.as(SERVICE, (tx) =>
    finishHandOver(tx, { handOverId, lines, proof: 'code', handledBy: owner_id }),
  )
  if (isRefusal(done)) throw new Error(formatInEnglish(done.message))
  return done
}

/** Ends the claim time of an order. */
export async function endClaimTime(market: HandOverMarket, orderId: string): Promise<void> {
  await market.db.owner.query(
    `update public.hand_overs set claim_until = clock_timestamp() where order_id = $1 and status = 'done' and released_at is null`,
    [orderId],
  )
}

/** Takes a confirmed order, or a paid one from the cart, to completed: ready, handed over and released. */
export async function completeOrder(market: HandOverMarket, orderId: string): Promise<void> {
  await makeReady(market, orderId)
  await completeHandOver(market, orderId)
  await endClaimTime(market, orderId)
  await releaseHandOvers(market.db.database)
}
