import type pg from 'pg'
import type { OfflineResult } from '#api/commands/hand-overs.ts'
import type { CommandInput } from '#api/commands.ts'
import { moment } from '#domain/forms/times.ts'
import { checkFields, optional, type Reader, text, uuid } from '#domain/forms/validation.ts'
import { isCodeToken } from '#domain/hand-overs/code-text.ts'
import type { HandOverConflict } from '#domain/hand-overs/conflict-texts.ts'
import { judgeShownCode, measureAct } from '#domain/hand-overs/offline-act.ts'
import { type GoodsOfOrder, goodsOfOrders } from '#domain/hand-overs/taken-lines.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { digitsOf } from '../codes/codes.ts'
import { awaitTries, countWrongTry } from '../codes/try-code.ts'
import { listVisit, lockVisits } from '../codes/visit.ts'
import { endVisitCode } from '../codes/visit-codes.ts'
import { type Acting, handOverOne } from '../hand-over-goods.ts'
import { notifyOfConflict } from './notify-of-conflict.ts'
import { type FoundCode, findShownCode } from './offline-code.ts'

type Act = CommandInput<'send-offline-hand-over'>

/**
 * Receives a hand-over that staff wrote down without a network. It counts like any other if everything holds that holds
 * at a counter; what does not becomes a conflict, which the place and the buyer see (docs/decisions/0108).
 */
export const sendOfflineHandOver: Command<'send-offline-hand-over'> = {
  name: 'send-offline-hand-over',
  who: 'signed-in',
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['id', 'goods', 'code', 'token', 'acted_at', 'sent_at'],
  check: (raw) =>
    checkFields(raw, {
      id: uuid('Act'),
      goods: someGoods,
      code: text({ label: 'Code', min: 0, max: 20 }),
      token: optional(codeToken),
      acted_at: moment({ label: 'Time of the hand-over' }),
      sent_at: moment({ label: 'Time of sending' }),
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const ids = input.goods.map(({ hand_over_id }) => hand_over_id)
    await lockVisits(tx, ids)
    const earlier = await readEarlier(tx, input.id)
    if (earlier.length > 0) {
      const isOwn = earlier.every(({ person_id }) => person_id === personId)
      return isOwn ? { outcome: 'received', results: earlier.map(toResult) } : refuse('not_found')
    }
    const orders = await readOrders(tx, { ids, personId })
    const fault = whyNoVisit(orders, { ids, personId })
    if (fault) return fault
    // An act that is locked is not received: the device sends it again.
    const until = await awaitTries(tx, { handOverId: ids[0] ?? '', personId })
    if (until) return { outcome: 'locked', until: until.toISOString() }
    return { outcome: 'received', results: await receive({ tx, context }, { input, orders, personId }) }
  },
}

const codeToken: Reader<string> = (raw) =>
  typeof raw === 'string' && isCodeToken(raw) ? { value: raw } : { error: 'This is no code of ours.' }

const someGoods: Reader<GoodsOfOrder[]> = (raw) => {
  const read = goodsOfOrders(raw)
  return 'value' in read && read.value.length === 0 ? { error: 'Each order is named once, with its goods.' } : read
}

type EarlierRow = OfflineResult & { person_id: string }

async function readEarlier(tx: pg.ClientBase, actId: string): Promise<EarlierRow[]> {
  const { rows } = await tx.query<EarlierRow>(
    `select f.hand_over_id, f.conflict, f.person_id, o.order_no::integer from public.offline_hand_overs f
       join public.hand_overs h on h.id = f.hand_over_id join public.orders o on o.id = h.order_id where f.act_id = $1 order by o.order_no`,
    [actId],
  )
  return rows
}

const toResult = ({ hand_over_id, order_no, conflict }: EarlierRow): OfflineResult => ({
  hand_over_id,
  order_no,
  conflict,
})

interface ActOrder {
  id: string
  order_id: string
  order_no: number
  user_id: string
  /** The same for all orders that are collected together. */
  visit: string
  status: 'open' | 'done' | 'ended'
  order_status: string
  may: boolean
  /** The caller had the right to hand it over not long before the act. */
  was_staff: boolean
}

async function readOrders(
  tx: pg.ClientBase,
  { ids, personId }: { ids: readonly string[]; personId: string },
): Promise<ActOrder[]> {
  const { rows } = await tx.query<ActOrder>(
    `select h.id, h.order_id, o.order_no::integer, o.user_id, h.status, o.status as order_status, rights.may_hand_over($2, h.id) as may,
       rights.handed_over_lately($2, h.id) as was_staff,
       o.user_id || case when h.kind = 'delivery' then h.order_id::text else coalesce(h.pickup_point_id, o.vendor_id)::text end as visit
     from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = any ($1::uuid[]) order by h.created_at, h.id`,
    [ids, personId],
  )
  return rows
}

/** An act is about one person's goods at one place, where the caller works or worked until lately. */
function whyNoVisit(
  orders: readonly ActOrder[],
  { ids, personId }: { ids: readonly string[]; personId: string },
): Refusal | null {
  if (orders.length < ids.length || orders.some(({ may, was_staff }) => !may && !was_staff)) return refuse('not_found')
  if (orders.some(({ user_id }) => user_id === personId)) return refuse('own_goods')
  return new Set(orders.map(({ visit }) => visit)).size > 1 ? refuse('not_one_visit') : null
}

interface ReceivedAct {
  input: Act
  orders: readonly ActOrder[]
  personId: string
}

async function receive({ tx, context }: Acting, act: ReceivedAct): Promise<OfflineResult[]> {
  const { input, orders, personId } = act
  const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
  const time = measureAct({
    actedAt: new Date(input.acted_at),
    sentAt: new Date(input.sent_at),
    receivedAt: rows[0]?.now ?? new Date(),
  })
  const visit = new Set(await listVisit(tx, orders[0]?.id ?? ''))
  const results: OfflineResult[] = []
  let isWrong = false
  let shown: FoundCode | null = null
  for (const order of orders) {
    const code = await findShownCode(tx, context.codes, {
      handOverId: order.id,
      code: input.code,
      token: input.token,
    })
    const conflict =
      whyNotOpen(order) ??
      time.fault ??
      judgeShownCode(code && { createdAt: code.created_at, endedAt: code.used_at ?? code.ended_at }, {
        at: time.at,
        isScanned: input.token !== null,
      }) ??
      (code && (await tryHandOver({ tx, context }, { act, order, code, at: time.at })))
    isWrong ||= conflict === 'wrong-code'
    shown ??= conflict === null ? code : null
    await tx.query(
      `insert into public.offline_hand_overs (act_id, hand_over_id, person_id, acted_at, is_scanned, conflict) values ($1, $2, $3, $4, $5, $6)`,
      [input.id, order.id, personId, time.at, input.token !== null, conflict],
    )
    if (conflict) await recordConflict({ tx, context }, { order, personId, conflict, at: time.at })
    else visit.delete(order.id)
    results.push({ hand_over_id: order.id, order_no: order.order_no, conflict })
  }
  // One act is one guess, however many of the visit's orders it names.
  if (isWrong) await countWrongTry(tx, { handOverId: orders[0]?.id ?? '', personId })
  // Staff know the code now: goods that stay get another.
  if (shown) await endVisitCode(tx, context.codes, { handOverIds: [...visit], code: digitsOf(context.codes, shown) })
  return results
}

function whyNotOpen({ may, status, order_status }: ActOrder): HandOverConflict | null {
  if (status === 'done') return 'done-already'
  if (status !== 'open' || order_status !== 'ready') return 'ended'
  return may ? null : 'no-right'
}

interface ProvenAct {
  act: ReceivedAct
  order: ActOrder
  code: FoundCode
  at: Date
}

/** Hands the goods over as at a counter. A refusal of the rules or the database leaves only the conflict behind. */
async function tryHandOver(
  { tx, context }: Acting,
  { act, order, code, at }: ProvenAct,
): Promise<HandOverConflict | null> {
  const lines = act.input.goods.find(({ hand_over_id }) => hand_over_id === order.id)?.lines ?? null
  let conflict: HandOverConflict = 'not-left'
  await tx.query('savepoint one_order')
  try {
    const done = await handOverOne(
      { tx, context },
      {
        hand_over_id: order.id,
        lines,
        codeId: code.id,
        nominee: code.nominee,
        personId: act.personId,
        open: order,
        actedAt: at,
      },
    )
    if (!isRefusal(done)) {
      await tx.query('release savepoint one_order')
      return null
    }
    if (done.code === 'weigh_first' || done.code === 'weight_waits') conflict = 'not-weighed'
  } catch (fault) {
    // PT409: a guard of the database found less than what was written down.
    if ((fault as { code?: string }).code !== 'PT409') throw fault
  }
  await tx.query('rollback to savepoint one_order')
  return conflict
}

interface NewConflict {
  order: ActOrder
  personId: string
  conflict: HandOverConflict
  at: Date
}

async function recordConflict({ tx, context }: Acting, { order, personId, conflict, at }: NewConflict): Promise<void> {
  await recordAct(tx, {
    actorId: personId,
    action: 'hand-over.conflict',
    subject: { type: 'order', id: order.order_id },
    after: { order_no: order.order_no, conflict },
  })
  await notifyOfConflict(tx, { handOverId: order.id, conflict, at, siteUrl: context.siteUrl })
}
