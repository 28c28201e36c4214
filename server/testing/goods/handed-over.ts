import { queryWithCause, withoutTriggers } from '#database/tests/setup/as-owner.ts'
import type { TestMarket } from '../market.ts'

export interface HandedOverOrder {
  buyer: string
  orderId: string
  lineId: string
  handOverId: string
}

interface HandOverFacts {
  orderId: string
  buyer: string
  handledBy?: string
  /** Hours since the hand-over. */
  hours?: number
}

/** Hands over all goods of a confirmed order, `hours` ago. The money is still in escrow. */
export async function handOver(
  market: TestMarket,
  { orderId, buyer, handledBy, hours = 0 }: HandOverFacts,
): Promise<HandedOverOrder> {
  const { owner } = market.db
  await queryWithCause(owner, 'vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [
    orderId,
  ])
  const handOverId = crypto.randomUUID()
  // Without the guards of hand-overs: only the result matters here.
  await withoutTriggers(owner, async (client) => {
    await client.query(`update public.hand_overs set status = 'ended' where order_id = $1 and status = 'open'`, [
      orderId,
    ])
    await client.query(
      `insert into public.hand_overs (id, order_id, kind, status, due_from, done_at, handled_by, proof, goods_kobo, claim_until)
       select $1, id, 'pickup', 'done', now() - make_interval(hours => $4), clock_timestamp() - make_interval(hours => $4), $3, 'code', (total_amount * 100)::bigint,
         clock_timestamp() - make_interval(hours => $4) + interval '72 hours' from public.orders where id = $2`,
      [handOverId, orderId, handledBy ?? null, hours],
    )
    await client.query(
      'insert into public.hand_over_lines (hand_over_id, line_id, quantity) select $1, id, quantity from public.order_lines where order_id = $2',
      [handOverId, orderId],
    )
  })
  await queryWithCause(
    owner,
    'hub',
    `update public.orders set status = 'collected', handed_over_at = (select done_at from public.hand_overs where id = $2) where id = $1`,
    [orderId, handOverId],
  )
  const { id: lineId } = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [
    orderId,
  ])
  return { buyer, orderId, lineId, handOverId }
}

/** Inserts a checked image into the bucket, as the storage would. Returns its path. */
export async function uploadEvidence(market: TestMarket, person: string): Promise<string> {
  const path = `${person}/${crypto.randomUUID()}`
  await market.db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('evidence', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"mimetype": "image/jpeg"}')`,
    [path, person],
  )
  return path
}

interface ClaimedGoods extends Pick<HandedOverOrder, 'buyer' | 'orderId' | 'lineId'> {
  handOverId: string | null
}

/** Opens a claim about goods: by default one spoiled unit. */
export async function fileClaim(market: TestMarket, goods: ClaimedGoods, overrides: Record<string, unknown> = {}) {
  const { buyer, orderId, lineId, handOverId } = goods
  const body = {
    order_id: orderId,
    hand_over_id: handOverId,
    reason: handOverId ? 'spoiled' : 'not_received',
    preferred_outcome: 'refund',
    requested_kobo: null,
    lines: [{ line_id: lineId, quantity: 1 }],
    text: 'Half of the bag is wet and smells.',
    evidence: handOverId && !overrides.evidence ? [await uploadEvidence(market, buyer)] : [],
    ...overrides,
  }
  return { body, answer: await market.call('open-claim', body, { as: buyer }) }
}

/** Moves a deadline of a claim into the past. */
export async function passDeadline(
  market: TestMarket,
  claimId: string,
  deadline: 'answer_by' | 'propose_by' | 'decide_by' | 'appeal_by',
): Promise<void> {
  await market.db.owner.query(
    `update public.claims set ${deadline} = clock_timestamp() - interval '1 second' where id = $1`,
    [claimId],
  )
}
