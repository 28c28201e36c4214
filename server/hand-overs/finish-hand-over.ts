import type pg from 'pg'
import { planHandOver, type RemainingLine, type TakenLine } from '#domain/hand-overs/plan-hand-over.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'

export interface HandOverToFinish {
  handOverId: string
  /** Units per line; undefined: all remaining goods. */
  lines?: readonly TakenLine[] | undefined
  /** `decision`: staff closed uncollected goods; there is no claim time. */
  proof: 'code' | 'nominee' | 'override' | 'decision'
  handledBy: string
  /** Name of the person who took the goods, if it was not the buyer. */
  takenBy?: string
  note?: string
}

export interface FinishedHandOver {
  orderId: string
  isAll: boolean
  /** Hand-over of the remaining goods, if only a part was taken. */
  nextHandOverId: string | null
  claimUntil: Date
}

/**
 * Completes an open hand-over, whole or in part, and opens another one for the remaining goods. If nothing remains, the
 * order becomes collected or delivered. The caller has checked rights and proof; from here on the transaction's cause
 * is `hub`.
 */
export async function finishHandOver(tx: pg.ClientBase, finish: HandOverToFinish): Promise<FinishedHandOver | Refusal> {
  const open = await lockHandOver(tx, finish.handOverId)
  if (!open) return refuse('not_found')
  if (open.user_id === finish.handledBy) return refuse('own_goods')
  if (open.status !== 'open' || open.order_status !== 'ready') return refuse('handed_over_already')
  const part = planHandOver(await readLinesLeft(tx, open.order_id), open.takeable_kobo, finish.lines)
  if (isRefusal(part)) return part
  const unweighed = finish.proof === 'decision' ? null : await refuseUnweighed(tx, part.lines)
  if (unweighed) return unweighed
  await tx.query(
    `insert into public.hand_over_lines (hand_over_id, line_id, quantity) select $1, l.id, l.quantity from unnest($2::uuid[], $3::integer[]) as l (id, quantity)`,
    [finish.handOverId, part.lines.map(({ lineId }) => lineId), part.lines.map(({ quantity }) => quantity)],
  )
  const { rows } = await tx.query<{ claim_until: Date | null }>(
    `update public.hand_overs set status = 'done', done_at = clock_timestamp(), handled_by = $2, proof = $3, taken_by = $4, note = $5, goods_kobo = $6,
       claim_until = clock_timestamp() + case when $3 = 'decision' then interval '0' when $3 = 'override' and public.is_of_shop($2, (select o.vendor_id from public.orders o where o.id = order_id)) then 2 * public.claim_time(id) else public.claim_time(id) end
     where id = $1 returning claim_until`,
    [finish.handOverId, finish.handledBy, finish.proof, finish.takenBy ?? '', finish.note ?? '', part.goodsKobo],
  )
  const claimUntil = rows[0]?.claim_until
  if (!claimUntil) throw new Error(`Hand-over ${finish.handOverId} is gone under its lock`)
  await settleConflicts(tx, finish)
  // A shortfall that is not refunded yet may still be withdrawn; its goods must then be handed over.
  const isOver = part.isAll && open.takeable_kobo === open.goods_left_kobo
  const nextHandOverId = isOver ? await finishOrder(tx, open) : await openRemainder(tx, finish.handOverId)
  return { orderId: open.order_id, isAll: isOver, nextHandOverId, claimUntil }
}

/** Goods by weight are handed over once their weight is known and no answer about it is pending. */
async function refuseUnweighed(tx: pg.ClientBase, lines: readonly { lineId: string }[]): Promise<Refusal | null> {
  const { rows } = await tx.query<{ name: string; waits: boolean }>(
    `select l.product_name as name, exists (select from public.live_weights w where w.line_id = l.id and w.waits) as waits
     from public.order_lines l where l.id = any ($1::uuid[]) and l.most_kg_per_unit is not null and public.weight_of(l.id) is null order by waits, l.id limit 1`,
    [lines.map(({ lineId }) => lineId)],
  )
  const [line] = rows
  if (!line) return null
  if (line.waits) return refuse('weight_waits')
  return refuse('weigh_first', { message: `${line.name} is sold by weight. Weigh it and enter the weight first.` })
}

/** Goods whose hand-over without a network did not count are handed over now. */
async function settleConflicts(tx: pg.ClientBase, { handOverId, handledBy, proof }: HandOverToFinish): Promise<void> {
  await tx.query(
    `update public.offline_hand_overs set settlement = case when $3 = 'decision' then 'not-handed-over' else 'handed-over' end, settled_at = clock_timestamp(), settled_by = $2
     where hand_over_id = $1 and conflict is not null and settled_at is null`,
    [handOverId, handledBy, proof],
  )
}

/** Locks a hand-over by locking its order, and reads it. */
export async function lockHandOver(tx: pg.ClientBase, handOverId: string): Promise<LockedHandOver | undefined> {
  await tx.query(
    'select from public.orders where id = (select order_id from public.hand_overs where id = $1) for no key update',
    [handOverId],
  )
  const { rows } = await tx.query<LockedHandOver>(
    `select h.order_id, h.kind, h.status, h.done_at, o.user_id, o.order_no::integer, o.status as order_status, public.goods_left_kobo(o.id) as goods_left_kobo,
       public.takeable_kobo(o.id) as takeable_kobo
     from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $1`,
    [handOverId],
  )
  return rows[0]
}

export interface LockedHandOver {
  order_id: string
  kind: 'pickup' | 'delivery' | 'stockpile'
  status: 'open' | 'done' | 'ended'
  done_at: Date | null
  user_id: string
  order_no: number
  order_status: string
  goods_left_kobo: bigint
  /** The part of it that is not entered as a shortfall. */
  takeable_kobo: bigint
}

async function readLinesLeft(tx: pg.ClientBase, orderId: string): Promise<RemainingLine[]> {
  const { rows } = await tx.query<{ id: string; name: string; left: number; kobo: bigint }>(
    `select l.id, l.product_name as name, u.quantity as left, floor(public.unit_worth(l))::bigint as kobo
     from public.order_lines l join public.units_left($1) u on u.line_id = l.id where l.order_id = $1 order by l.product_name, l.id`,
    [orderId],
  )
  return rows.map(({ id, name, left, kobo }) => ({ lineId: id, name, left, unitPriceKobo: kobo }))
}

async function finishOrder(tx: pg.ClientBase, { order_id, kind }: LockedHandOver): Promise<null> {
  await tx.query(
    `with moved as (select public.caused_by('hub')) update public.orders set status = $2, handed_over_at = clock_timestamp() from moved where id = $1`,
    [order_id, kind === 'delivery' ? 'delivered' : 'collected'],
  )
  return null
}

/** Opens a hand-over for the remaining goods with the same deadline: a partial collection does not extend it. */
async function openRemainder(tx: pg.ClientBase, handOverId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.hand_overs (order_id, kind, pickup_point_id, lies_at, due_from, due_until)
     select order_id, kind, pickup_point_id, lies_at, due_from, due_until from public.hand_overs where id = $1 returning id`,
    [handOverId],
  )
  return rows[0]?.id ?? null
}
