import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { CompletedHandOver } from '#api/commands/hand-overs.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { readCode } from '#domain/hand-overs/code-text.ts'
import { type GoodsOfOrder, goodsOfOrders, takenLines } from '#domain/hand-overs/taken-lines.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { type Command, type CommandCall, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { ensureOwnCode, readActiveCodes } from './codes/codes.ts'
import { redeemCode, tryCode } from './codes/try-code.ts'
import { listVisit, lockVisit } from './codes/visit.ts'
import { endVisitCode } from './codes/visit-codes.ts'
import {
  type FinishedHandOver,
  finishHandOver,
  type HandOverToFinish,
  type LockedHandOver,
  lockHandOver,
} from './finish-hand-over.ts'
import { notifyOfHandOver } from './notify-of-hand-over.ts'

/** Staff of the place hand over goods against the code of the buyer or of their nominee. */
export const handOverGoods: Command<'hand-over'> = {
  name: 'hand-over',
  who: 'signed-in',
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['hand_over_id', 'code', 'lines', 'others'],
  check: (raw) =>
    checkFields(raw, {
      hand_over_id: uuid('Hand-over'),
      code: text({ label: 'Code', max: 20 }),
      lines: takenLines,
      others: goodsOfOrders,
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    await lockVisit(tx, input.hand_over_id)
    const open = await lockForStaff(tx, { handOverId: input.hand_over_id, personId })
    if (isRefusal(open)) return open
    const code = readCode(input.code)
    if (!code)
      return refuse('invalid_input', {
        message: 'The code has six digits.',
        errors: { code: 'The code has six digits.' },
      })
    const tried = await tryCode(tx, context.codes, { handOverId: input.hand_over_id, code, personId })
    // Returned, not refused: a refusal would roll back the count of wrong tries.
    if (tried.outcome !== 'right') return tried
    const { nominee } = tried
    const rest = new Set(await listVisit(tx, input.hand_over_id))
    const done = await handOverOne({ tx, context }, { ...input, codeId: tried.codeId, personId, nominee, open })
    if (isRefusal(done)) return done
    const others: OtherGoodsDone[] = []
    for (const goods of input.others ?? []) {
      const also = await handOverOther({ tx, context }, { ...goods, visit: rest, code, personId })
      if (isRefusal(also)) return also
      rest.delete(goods.hand_over_id)
      others.push({ order_id: also.order_id, is_all: also.is_all })
    }
    await endVisitCode(tx, context.codes, { handOverIds: [...rest], code })
    return others.length > 0 ? { ...done, others } : done
  },
}

export type Acting = Pick<CommandCall<unknown>, 'tx' | 'context'>
type OtherGoodsDone = NonNullable<CompletedHandOver['others']>[number]

interface OtherHandOver extends GoodsOfOrder {
  /** The open hand-overs of the visit. */
  visit: ReadonlySet<string>
  code: string
  personId: string
}

/** Hands over goods of another order of the visit, whose own record of the code is used up with it. */
async function handOverOther(acting: Acting, other: OtherHandOver): Promise<CompletedHandOver | Refusal> {
  const { hand_over_id: handOverId, visit, code, personId } = other
  const { tx, context } = acting
  if (!visit.has(handOverId)) return refuse('not_found')
  const open = await lockForStaff(tx, { handOverId, personId })
  if (isRefusal(open)) return open
  await ensureOwnCode(tx, context.codes, handOverId)
  const hash = context.codes.hash(handOverId, code)
  const match = (await readActiveCodes(tx, handOverId)).find((active) => timingSafeEqual(active.hash, hash))
  if (!match)
    return refuse('other_code', { message: `Order ${open.order_no} has another code. Hand it over separately.` })
  return handOverOne(acting, { ...other, codeId: match.id, nominee: match.nominee, open })
}

interface ProvenHandOver extends GoodsOfOrder {
  codeId: string
  nominee: string | null
  personId: string
  open: Pick<LockedHandOver, 'order_no'>
  /** Without a network, when it was written down. */
  actedAt?: Date
}

/** Hands over goods of one order against a code that was right, and records the act. */
export async function handOverOne(
  { tx, context }: Acting,
  proven: ProvenHandOver,
): Promise<CompletedHandOver | Refusal> {
  const { hand_over_id: handOverId, lines, codeId, nominee, personId, open, actedAt } = proven
  const done = await finishAndNotify(
    { tx, context },
    {
      handOverId,
      lines: lines ?? undefined,
      handledBy: personId,
      codeId,
      proof: nominee === null ? 'code' : 'nominee',
      takenBy: nominee ?? '',
      actedAt,
    },
  )
  if (isRefusal(done)) return done
  await recordAct(tx, {
    actorId: personId,
    action: 'hand-over.done',
    subject: { type: 'order', id: done.order_id },
    after: { order_no: open.order_no, taken_by: nominee, whole: done.is_all, acted_at: actedAt?.toISOString() ?? null },
  })
  return done
}

/** Locks a hand-over for staff of its place; staff of another place get `not_found`. */
export async function lockForStaff(
  tx: pg.PoolClient,
  { handOverId, personId }: { handOverId: string; personId: string },
): Promise<LockedHandOver | Refusal> {
  const open = await lockHandOver(tx, handOverId)
  const { rows } = await tx.query<{ may: boolean; by: string | null }>(
    `select rights.may_hand_over($1, $2) as may, (select p.full_name from public.hand_overs h join public.profiles p on p.id = h.handled_by where h.id = $2) as by`,
    [personId, handOverId],
  )
  if (!open || !rows[0]?.may) return refuse('not_found')
  if (open.user_id === personId) return refuse('own_goods')
  if (open.status === 'done' && open.done_at) {
    const message = `${rows[0].by || 'A colleague'} handed this over ${formatMoment(open.done_at)}.`
    return refuse('handed_over_already', { message })
  }
  if (open.status !== 'open')
    return refuse('handed_over_already', { message: 'This is not to be handed over any more.' })
  return open
}

/** Completes a hand-over, ends its codes, and notifies the buyer. */
export async function finishAndNotify(
  { tx, context }: Pick<CommandCall<unknown>, 'tx' | 'context'>,
  { codeId, actedAt, ...finish }: HandOverToFinish & { codeId: string | null; actedAt?: Date | undefined },
): Promise<CompletedHandOver | Refusal> {
  const done: FinishedHandOver | Refusal = await finishHandOver(tx, finish)
  if (isRefusal(done)) return done
  await redeemCode(tx, { handOverId: finish.handOverId, codeId })
  await notifyOfHandOver(tx, { handOverId: finish.handOverId, siteUrl: context.siteUrl, actedAt: actedAt ?? null })
  return {
    outcome: 'done',
    order_id: done.orderId,
    is_all: done.isAll,
    next_hand_over_id: done.nextHandOverId,
    claim_until: done.claimUntil.toISOString(),
  }
}
