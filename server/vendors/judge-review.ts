import { verdictReaders } from '#domain/content/verdicts.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { judgeText } from '#server/judge-text.ts'

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
  check: (raw) => checkFields(raw, { review_id: uuid('Rating'), ...verdictReaders }),
  async run({ input: { review_id, ...verdict }, caller, tx }) {
    const hidden = await judgeText(
      tx,
      {
        table: 'public.reviews',
        noun: 'review',
        forRegionStaff: true,
      },
      { id: review_id, verdict, callerId: caller.userId },
    )
    return isRefusal(hidden) ? hidden : { review_id, hidden }
  },
}
