import { readVerdict, VERDICT_UNDO_MS } from '#domain/content/verdicts.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Content staff hide a question with its answer, or keep a reported one; never their own. `hide: null` takes the caller's
 * own decision back for some minutes.
 */
export const judgeQuestion: Command<'judge-question'> = {
  name: 'judge-question',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['question_id', 'hide', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      question_id: uuid('Question'),
      hide: readVerdict,
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ judged: boolean; can_undo: boolean; product: string; shop: string }>(
      `select q.judged_at is not null as judged, p.name as product, v.business_name as shop,
         coalesce(q.judged_by = $2 and q.judged_at > clock_timestamp() - make_interval(secs => $4), false) as can_undo
       from public.product_questions q join public.vendors v on v.id = q.vendor_id join public.products p on p.id = q.product_id
         join public.profiles s on s.id = $2
       where q.id = $1 and (q.reported_at is not null or $3) and s.role in ('administrator', 'supervisor') for no key update of q`,
      [input.question_id, caller.userId, input.hide === true, VERDICT_UNDO_MS / 1000],
    )
    const [question] = rows
    if (!question) return refuse('question_not_found')
    if (input.hide === null) {
      if (!question.can_undo) return refuse('already_done')
      // A text that was hidden without a report was reported with the decision.
      await tx.query(
        `update public.product_questions set judged_at = null, judged_by = null, judge_reason = null, hidden_at = null,
           reported_at = case when reported_at < judged_at then reported_at end, reported_by = case when reported_at < judged_at then reported_by end,
           report_reason = case when reported_at < judged_at then report_reason end where id = $1`,
        [input.question_id],
      )
    } else {
      if (question.judged) return refuse('already_done')
      await tx.query(
        `update public.product_questions set judged_at = now.at, judged_by = $2, judge_reason = $3, hidden_at = case when $4 then now.at end,
           reported_at = coalesce(reported_at, now.at), reported_by = case when reported_at is null then $2 else reported_by end,
           report_reason = coalesce(report_reason, $3) from (select clock_timestamp() as at) now where id = $1`,
        [input.question_id, caller.userId, input.reason, input.hide],
      )
    }
    const action = input.hide === null ? 'question.reopen' : input.hide ? 'question.hide' : 'question.keep'
    await recordAct(tx, {
      actorId: caller.userId,
      action,
      subject: { type: 'question', id: input.question_id },
      after: { product: question.product, shop: question.shop, reason: input.reason },
    })
    return { question_id: input.question_id, hidden: input.hide ?? false }
  },
}
