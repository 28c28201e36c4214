import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockShortfall } from './lock-shortfall.ts'

/**
 * Answers a large short delivery. If accepted, its refunds are sent. If the shop contests what a hub has entered, the
 * staff who oversee the shop decide; if they refuse, it ends.
 */
export const answerShortfall: Command<'answer-shortfall'> = {
  name: 'answer-shortfall',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['shortfall_id', 'answer'],
  check: (raw) =>
    checkFields(raw, {
      shortfall_id: uuid('Short delivery'),
      answer: oneOf({ label: 'answer', among: ['accept', 'refuse'] as const }),
    }),
  async run({ input, caller, tx }) {
    const short = await lockShortfall(tx, { id: input.shortfall_id, person: caller.userId })
    if (!short?.may_see) return refuse('not_found')
    if (short.status !== 'waiting') return refuse('shortfall_over')
    if (!short.may_answer) return refuse('not_allowed')
    const status = input.answer === 'accept' ? 'entered' : short.is_shop ? 'waiting' : 'refused'
    await tx.query(
      `update public.shortfalls set status = $2, answered_by = $3, due_at = case when $2 = 'entered' then clock_timestamp() end,
         contested_at = case when $2 = 'waiting' then clock_timestamp() else contested_at end, ended_at = case when $2 = 'refused' then clock_timestamp() end
       where id = $1`,
      [short.id, status, caller.userId],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'delivery.shortfall-answer',
      subject: { type: 'shortfall', id: short.id },
      after: { what: short.what, answer: input.answer },
    })
    return { shortfall_id: short.id, status }
  },
}
