import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Any signed-in user reports an abusive rating. The first report is kept, and a judged rating is not judged again. */
export const reportReview: Command<'report-review'> = {
  name: 'report-review',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['review_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      review_id: uuid('Rating'),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query(
      `update public.reviews set reported_at = coalesce(reported_at, clock_timestamp()), reported_by = coalesce(reported_by, $2), report_reason = coalesce(report_reason, $3)
       where id = $1 and hidden_at is null`,
      [input.review_id, caller.userId, input.reason],
    )
    return rowCount === 1 ? { review_id: input.review_id } : refuse('review_not_found')
  },
}
