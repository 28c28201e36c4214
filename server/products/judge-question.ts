import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** Content staff hide a reported question with its answer, or keep it; never their own. */
export const judgeQuestion: Command<'judge-question'> = {
  name: 'judge-question',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['question_id', 'hide', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      question_id: uuid('Question'),
      hide: (sent) => (typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is hidden.' }),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ judged: boolean; product: string; shop: string }>(
      `select q.judged_at is not null as judged, p.name as product, v.business_name as shop
       from public.product_questions q join public.vendors v on v.id = q.vendor_id join public.products p on p.id = q.product_id
         join public.profiles s on s.id = $2
       where q.id = $1 and q.reported_at is not null and s.role in ('administrator', 'supervisor') for no key update of q`,
      [input.question_id, caller.userId],
    )
    const [question] = rows
    if (!question) return refuse('question_not_found')
    if (question.judged) return refuse('already_done')
    await tx.query(
      `update public.product_questions set judged_at = clock_timestamp(), judged_by = $2, judge_reason = $3,
         hidden_at = case when $4 then clock_timestamp() end where id = $1`,
      [input.question_id, caller.userId, input.reason, input.hide],
    )
    const action = input.hide ? 'question.hide' : 'question.keep'
    await recordAct(tx, {
      actorId: caller.userId,
      action,
      subject: { type: 'question', id: input.question_id },
      after: { product: question.product, shop: question.shop, reason: input.reason },
    })
    return { question_id: input.question_id, hidden: input.hide }
  },
}
