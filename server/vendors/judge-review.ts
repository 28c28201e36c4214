import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff of the region or content staff hide a reported rating, or keep it; never their own, or one of their own shop.
 */
export const judgeReview: Command<'judge-review'> = {
  name: 'judge-review',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['review_id', 'hide', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      review_id: uuid('Rating'),
      hide: (sent) => (typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is hidden.' }),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ judged: boolean; shop: string }>(
      `select r.judged_at is not null as judged, v.business_name as shop
       from public.reviews r join public.vendors v on v.id = r.vendor_id join public.profiles p on p.id = $2
       where r.id = $1 and r.reported_at is not null and (p.role in ('administrator', 'supervisor') or rights.person_oversees($2, v.state)) for update of r`,
      [input.review_id, caller.userId],
    )
    const [review] = rows
    if (!review) return refuse('review_not_found')
    if (review.judged) return refuse('already_done')
    await tx.query(
      `update public.reviews set judged_at = clock_timestamp(), judged_by = $2, judge_reason = $3, hidden_at = case when $4 then clock_timestamp() end where id = $1`,
      [input.review_id, caller.userId, input.reason, input.hide],
    )
    const action = input.hide ? 'review.hide' : 'review.keep'
    await recordAct(tx, {
      actorId: caller.userId,
      action,
      subject: { type: 'review', id: input.review_id },
      after: { shop: review.shop, reason: input.reason },
    })
    return { review_id: input.review_id, hidden: input.hide }
  },
}
