import { readVerdict, VERDICT_UNDO_MS } from '#domain/content/verdicts.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff of the region or content staff hide a reported rating, or keep it; never their own, or one of their own shop.
 * Content staff also hide ratings that were not reported. `hide: null` takes the caller's own decision back for some
 * minutes.
 */
export const judgeReview: Command<'judge-review'> = {
  name: 'judge-review',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['review_id', 'hide', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      review_id: uuid('Rating'),
      hide: readVerdict,
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ judged: boolean; can_undo: boolean; shop: string }>(
      `select r.judged_at is not null as judged, v.business_name as shop,
         coalesce(r.judged_by = $2 and r.judged_at > clock_timestamp() - make_interval(secs => $4), false) as can_undo
       from public.reviews r join public.vendors v on v.id = r.vendor_id join public.profiles p on p.id = $2
       where r.id = $1 and (r.reported_at is not null and rights.person_oversees($2, v.state)
         or (r.reported_at is not null or $3) and p.role in ('administrator', 'supervisor')) for update of r`,
      [input.review_id, caller.userId, input.hide === true, VERDICT_UNDO_MS / 1000],
    )
    const [review] = rows
    if (!review) return refuse('review_not_found')
    if (input.hide === null) {
      if (!review.can_undo) return refuse('already_done')
      // A text that was hidden without a report was reported with the decision.
      await tx.query(
        `update public.reviews set judged_at = null, judged_by = null, judge_reason = null, hidden_at = null,
           reported_at = case when reported_at < judged_at then reported_at end, reported_by = case when reported_at < judged_at then reported_by end,
           report_reason = case when reported_at < judged_at then report_reason end where id = $1`,
        [input.review_id],
      )
    } else {
      if (review.judged) return refuse('already_done')
      await tx.query(
        `update public.reviews set judged_at = now.at, judged_by = $2, judge_reason = $3, hidden_at = case when $4 then now.at end,
           reported_at = coalesce(reported_at, now.at), reported_by = case when reported_at is null then $2 else reported_by end,
           report_reason = coalesce(report_reason, $3) from (select clock_timestamp() as at) now where id = $1`,
        [input.review_id, caller.userId, input.reason, input.hide],
      )
    }
    const action = input.hide === null ? 'review.reopen' : input.hide ? 'review.hide' : 'review.keep'
    await recordAct(tx, {
      actorId: caller.userId,
      action,
      subject: { type: 'review', id: input.review_id },
      after: { shop: review.shop, reason: input.reason },
    })
    return { review_id: input.review_id, hidden: input.hide ?? false }
  },
}
