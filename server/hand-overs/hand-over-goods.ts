import type pg from 'pg'
import type { CompletedHandOver } from '#api/commands/hand-overs.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { readCode } from '#domain/hand-overs/code-text.ts'
import { takenLines } from '#domain/hand-overs/taken-lines.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { type Command, type CommandCall, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { redeemCode, tryCode } from './codes/try-code.ts'
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
  fields: ['hand_over_id', 'code', 'lines'],
  check: (raw) =>
    checkFields(raw, { hand_over_id: uuid('Hand-over'), code: text({ label: 'Code', max: 20 }), lines: takenLines }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
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
    const done = await finishAndNotify(
      { tx, context },
      {
        handOverId: input.hand_over_id,
        lines: input.lines ?? undefined,
        handledBy: personId,
        codeId: tried.codeId,
        proof: nominee === null ? 'code' : 'nominee',
        takenBy: nominee ?? '',
      },
    )
    if (isRefusal(done)) return done
    await recordAct(tx, {
      actorId: personId,
      action: 'hand-over.done',
      subject: { type: 'order', id: done.order_id },
      after: { order_no: open.order_no, taken_by: nominee, whole: done.is_all },
    })
    return done
  },
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
  { codeId, ...finish }: HandOverToFinish & { codeId: string | null },
): Promise<CompletedHandOver | Refusal> {
  const done: FinishedHandOver | Refusal = await finishHandOver(tx, finish)
  if (isRefusal(done)) return done
  await redeemCode(tx, { handOverId: finish.handOverId, codeId })
  await notifyOfHandOver(tx, { handOverId: finish.handOverId, siteUrl: context.siteUrl })
  return {
    outcome: 'done',
    order_id: done.orderId,
    is_all: done.isAll,
    next_hand_over_id: done.nextHandOverId,
    claim_until: done.claimUntil.toISOString(),
  }
}
