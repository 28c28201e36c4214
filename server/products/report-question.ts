import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/**
 * Any signed-in user reports a question or its answer. The first report is kept; a judged question can be reported
 * again only if it was answered since.
 */
export const reportQuestion: Command<'report-question'> = {
  name: 'report-question',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['question_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      question_id: uuid('Question'),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ is_new: boolean }>(
      `select reported_at is null or coalesce(judged_at < coalesce(answer_changed_at, answered_at), false) as is_new
       from public.product_questions where id = $1 and hidden_at is null for no key update`,
      [input.question_id],
    )
    const [question] = rows
    if (!question) return refuse('question_not_found')
    if (question.is_new) {
      await tx.query(
        `update public.product_questions set reported_at = clock_timestamp(), reported_by = $2, report_reason = $3, judged_at = null, judged_by = null, judge_reason = null
         where id = $1`,
        [input.question_id, caller.userId, input.reason],
      )
    }
    return { question_id: input.question_id }
  },
}
